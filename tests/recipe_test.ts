/**
 * Follows "Add an endpoint" and "Add a mode of DNS lookup" of CONTRIBUTING.md in
 * a copy of the project.
 */
import assert from "node:assert/strict";
import { types } from "./support/responses.ts";
import { tempFolder } from "./support/temp_folder.ts";

const ROOT = new URL("..", import.meta.url).pathname;

const ROUTE = `import { byMethod } from "../../../define.ts";
import { AppError } from "../../../lib/core/errors.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";

export const handler = byMethod({
  GET(ctx) {
    enforceRateLimit(ctx);
    const { word } = ctx.params;
    if (word === "none") {
      throw new AppError(404, "NOT_FOUND", { reason: "fact_not_known" });
    }
    return jsonResponse({ word: [...word].reverse().join("") });
  },
});
`;

const ROW = `  { path: "/api/mirror/:word", ...geoip, buckets: ["ranges"] },\n`;

const DESCRIPTION = `  {
    id: "getMirrored",
    path: "/api/mirror/:word",
    parameters: [inPath("word", "abc")],
    content: {
      "application/json": [{
        name: "Mirrored",
        schema: z.strictObject({ word: z.string() }),
      }],
    },
    errors: ["NOT_FOUND"],
    example: { value: { word: "cba" } },
  },
`;

const TEXTS = {
  en: { summary: "A word from its end", word: "Any word." },
  zh: { summary: "颠倒一个词", word: "任意词。" },
};

/** What the made-up endpoint has, and what tells of it. */
const PROGRAM = `
import { testApp } from "./tests/support/app.ts";

await using app = await testApp({
  env: { RATE_LIMIT_RANGES: "3", METRICS_ALLOW: "192.0.2.9" },
});
const ask = async (path, options = {}) => {
  const response = await app.get(path, { peer: "8.8.8.8", ...options });
  const { status, headers } = response;
  return {
    status,
    type: headers.get("content-type"),
    cors: headers.get("access-control-allow-origin"),
    allow: headers.get("allow"),
    body: await response.text(),
  };
};
const answers = [];
for (
  const [word, method] of [
    ["word", "GET"],
    ["none", "GET"],
    ["word", "GET"],
    ["word", "GET"],
    ["word", "DELETE"],
  ]
) {
  const { body, ...response } = await ask("/api/mirror/" + word, { method });
  const { word: mirrored, error } = JSON.parse(body);
  answers.push({ ...response, word: mirrored, code: error?.code });
}
const { paths, components } = JSON.parse((await ask("/openapi.json")).body);
const docs = await ask("/docs/leak-test", {
  headers: { accept: "text/html", "accept-language": "zh" },
});
const metrics = await ask("/metrics", { peer: "192.0.2.9" });
console.log(JSON.stringify({
  answers,
  counted: metrics.body.split("\\n").filter((line) =>
    line.startsWith("porthole_requests_total") && line.includes('"geoip"')
  ),
  described: paths["/api/mirror/{word}"],
  schema: components.schemas.Mirrored,
  isInDocs: ["颠倒一个词", "任意词。"].every((text) => docs.body.includes(text)),
}));
`;

/** A file, a text that occurs in it once, and what follows it. */
type Insertion = readonly [path: string, anchor: string, text: string];

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copy(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

async function insert(path: string, anchor: string, text: string) {
  const source = await Deno.readTextFile(path);
  assert.equal(source.split(anchor).length, 2, `${anchor} in ${path}`);
  await Deno.writeTextFile(path, source.replace(anchor, () => anchor + text));
}

async function insertAll(folder: string, rows: readonly Insertion[]) {
  for (const [path, anchor, text] of rows) {
    await insert(`${folder}/${path}`, anchor, text);
  }
}

async function copyProject(folder: string): Promise<void> {
  const folders = ["facts", "lib", "routes", "components", "islands", "static"];
  for (const name of [...folders, "tests/support"]) {
    await copy(`${ROOT}${name}`, `${folder}/${name}`);
  }
  for (const name of ["deno.json", "deno.lock", "main.ts", "define.ts"]) {
    await Deno.copyFile(ROOT + name, `${folder}/${name}`);
  }
  for (const name of ["node_modules", "_data"]) {
    await Deno.symlink(await Deno.realPath(ROOT + name), `${folder}/${name}`);
  }
}

let printing: ReturnType<typeof runPrograms> | undefined;

/** What both programs print: Deno compiles the copy once for them. */
function printed() {
  return printing ??= runPrograms();
}

async function runPrograms() {
  await using temporary = await tempFolder("porthole-recipe-");
  const folder = temporary.path;
  await copyProject(folder);
  await addEndpoint(folder);
  await addMode(folder);
  await Deno.writeTextFile(`${folder}/endpoint.ts`, PROGRAM);
  await Deno.writeTextFile(`${folder}/mode.ts`, MODE_PROGRAM);
  await Deno.writeTextFile(
    `${folder}/recipe.ts`,
    `await import("./endpoint.ts"); await import("./mode.ts");`,
  );
  const { success, stdout, stderr } = await new Deno.Command(
    Deno.execPath(),
    {
      args: ["run", "-A", "-q", "--no-check", "recipe.ts"],
      cwd: folder,
      env: { DENO_NO_UPDATE_CHECK: "1" },
    },
  ).output();
  const decoder = new TextDecoder();
  assert(success, decoder.decode(stderr));
  const [endpoint, mode] = decoder.decode(stdout).trimEnd().split("\n")
    .slice(-2).map((line) => JSON.parse(line));
  return { endpoint, mode };
}

/** Changes the texts of a folder in both languages. */
async function changeTexts(
  folder: string,
  // deno-lint-ignore no-explicit-any
  change: (texts: any, language: "en" | "zh") => void,
) {
  for (const language of ["en", "zh"] as const) {
    const file = `${folder}/${language}.json`;
    const texts = JSON.parse(await Deno.readTextFile(file));
    change(texts, language);
    await Deno.writeTextFile(file, JSON.stringify(texts));
  }
}

async function addEndpoint(folder: string): Promise<void> {
  await Deno.mkdir(`${folder}/routes/api/mirror`);
  await Deno.writeTextFile(`${folder}/routes/api/mirror/[word].ts`, ROUTE);
  await insertAll(folder, [
    [
      "lib/http/url_table.ts",
      `export const URL_TABLE: readonly UrlRow[] = [\n`,
      ROW,
    ],
    [
      "lib/docs/operations/lookups.ts",
      `    "Leak test",\n`,
      DESCRIPTION,
    ],
  ]);
  await changeTexts(`${folder}/lib/docs/texts`, (texts, language) => {
    const { summary, word } = TEXTS[language];
    texts.operations.getMirrored = [summary];
    texts.parameters["getMirrored.word"] = word;
  });
}

Deno.test("Add an endpoint - a route file, a row and a description give it everything", async () => {
  const { answers, counted, described, schema, isInDocs } = (await printed())
    .endpoint;
  const open = { type: types.json, cors: "*" };
  const refused = (status: number, allow: string | null, code: string) => ({
    status,
    ...open,
    allow,
    code,
  });
  assert.deepEqual(answers, [
    { status: 200, ...open, allow: null, word: "drow" },
    refused(404, null, "NOT_FOUND"),
    { status: 200, ...open, allow: null, word: "drow" },
    refused(429, null, "RATE_LIMIT_EXCEEDED"),
    refused(405, "GET, HEAD, OPTIONS", "METHOD_NOT_ALLOWED"),
  ]);
  assert.deepEqual(counted, [
    'porthole_requests_total{route="geoip",status="2xx"} 2',
    'porthole_requests_total{route="geoip",status="4xx"} 3',
  ]);
  const { get } = described;
  assert.equal(get.operationId, "getMirrored");
  assert.equal(get.summary, TEXTS.en.summary);
  assert.deepEqual(get.responses["200"].content, {
    "application/json": {
      schema: { $ref: "#/components/schemas/Mirrored" },
      example: { word: "cba" },
    },
  });
  assert.deepEqual(Object.keys(get.responses), [
    "200",
    "403",
    "404",
    "429",
    "500",
    "503",
  ]);
  assert.deepEqual(schema, {
    type: "object",
    properties: { word: { type: "string" } },
    required: ["word"],
    additionalProperties: false,
  });
  assert.equal(isInDocs, true);
});

/** A mode that spells a name, one row for each letter. */
const MODE: readonly Insertion[] = [
  ["lib/lookup/view/lookup_view.ts", `  "zone_check",\n`, `  "spelling",\n`],
  [
    "lib/lookup/modes.ts",
    `export const LOOKUP_MODES = {\n`,
    `  spelling: {
    schema: "Spelling",
    example: "abc.example",
    bucket: "scan",
    total: "Letters of the name.",
    found: "Rows in data.rows.",
    columns: ["letter"],
  },
`,
  ],
  [
    "lib/lookup/dns_query.ts",
    `interface Targets {\n`,
    `  spelling: unknown;\n`,
  ],
  [
    "lib/lookup/dns_query.ts",
    `  switch (type) {\n    case "dns_lookup":\n`,
    `    case "spelling":\n`,
  ],
  [
    "lib/lookup/envelope.ts",
    `const DNS_DATA = {\n`,
    `  spelling: z.strictObject({
    rows: z.array(z.strictObject({ letter: z.string() })),
  }),
`,
  ],
  [
    "lib/lookup/lookup_service.ts",
    `    switch (query.dnsType) {\n`,
    `      case "spelling": {
        const { spell } = await import("./spelling.ts");
        return await this.#wrap(query, spell(query.normalized));
      }
`,
  ],
  [
    "lib/lookup/result_view.ts",
    `  const { columns, captions, empty, sources } = texts;\n`,
    `  if (isEnvelopeOf("spelling", envelope)) {
    return [{
      caption: title,
      columns: [columns.value],
      rows: envelope.data.rows.map(({ letter }) => [value(letter)]),
      empty: empty.domains,
    }];
  }
`,
  ],
];

const SPELL = `import type { ModeResult } from "./lookup_deps.ts";

export function spell(name: string): ModeResult<"spelling"> {
  const rows = [...name].map((letter) => ({ letter }));
  return {
    title: "Spelling of " + name,
    total: rows.length,
    found: rows.length,
    isTruncated: false,
    data: { rows },
  };
}
`;

/** What the made-up mode has. */
const MODE_PROGRAM = `
import { exampleLookups } from "./lib/docs/example_lookups.ts";
import { testApp } from "./tests/support/app.ts";

await using app = await testApp({ env: { RATE_LIMIT_SCAN: "3" } });
const get = async (path, headers = {}) => {
  const response = await app.get(path, { peer: "8.8.8.8", headers });
  return { status: response.status, body: await response.text() };
};
const path = "/lookup/ab.example?dns_type=spelling";
const json = JSON.parse((await get(path + "&output=json")).body);
const csv = (await get(path + "&output=csv")).body;
const page = (await get(path, { accept: "text/html", "accept-language": "zh" })).body;
const { status } = await get(path + "&output=json");
const { paths, components } = JSON.parse((await get("/openapi.json")).body);
const { schema } = paths["/lookup/{query}"].get.responses["200"]
  .content["application/json"];
console.log(JSON.stringify({
  title: json.summary.title,
  total: json.summary.total,
  rows: json.data.rows.slice(0, 2),
  csv: csv.split("\\r\\n").slice(0, 3),
  shown: ["拼写：ab.example", "逐字拼写", "输入一个名称。"]
    .filter((text) => page.includes(text)),
  status,
  isDescribed: JSON.stringify(schema).includes("#/components/schemas/Spelling"),
  // The build writes it to _data.
  example: (await exampleLookups(0)).spelling.query.normalized,
  total_meaning: components.schemas.Spelling.properties.summary.properties.total
    .description,
}));
`;

async function addMode(folder: string): Promise<void> {
  await insertAll(folder, MODE);
  await Deno.writeTextFile(`${folder}/lib/lookup/spelling.ts`, SPELL);
  await changeTexts(`${folder}/lib/lookup/view/texts`, ({ lookup }, name) => {
    const isEnglish = name === "en";
    lookup.modes.spelling = isEnglish
      ? { label: "Spelling", hint: "Enter a name." }
      : { label: "逐字拼写", hint: "输入一个名称。" };
    lookup.titles.spelling = isEnglish ? "{title}" : "拼写：{query}";
  });
}

Deno.test("Add a mode of DNS lookup - its parts and its texts give it everything", async () => {
  assert.deepEqual((await printed()).mode, {
    title: "Spelling of ab.example",
    total: 10,
    rows: [{ letter: "a" }, { letter: "b" }],
    csv: ["letter", "a", "b"],
    shown: ["拼写：ab.example", "逐字拼写", "输入一个名称。"],
    status: 429,
    isDescribed: true,
    example: "abc.example",
    total_meaning: "Letters of the name.",
  });
});
