/**
 * Follows "Add an endpoint" of CONTRIBUTING.md in a copy of the project: a route
 * file, a row of the URL table, a description, and its texts.
 */
import assert from "node:assert/strict";
import { types } from "./support/responses.ts";

const ROOT = new URL("..", import.meta.url).pathname;

const ROUTE = `import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { AppError } from "../../../lib/core/errors.ts";
import { methods } from "../../../lib/http/methods.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";

export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    enforceRateLimit(ctx);
    const { word } = ctx.params;
    if (word === "none") {
      throw new AppError(404, "NOT_FOUND", { reason: "fact_not_known" });
    }
    return jsonResponse({ word: [...word].reverse().join("") });
  },
}));
`;

const ROW = `  { path: "/api/mirror/:word", ...geoip, buckets: ["ranges"] },\n`;

const DESCRIPTION = `  {
    id: "getMirrored",
    path: "/api/mirror/:word",
    group,
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
const docs = await ask("/docs", {
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

/** A copy of the project with the made-up endpoint. */
async function projectWithEndpoint(folder: string): Promise<void> {
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
  await Deno.mkdir(`${folder}/routes/api/mirror`);
  await Deno.writeTextFile(`${folder}/routes/api/mirror/[word].ts`, ROUTE);
  await insert(
    `${folder}/lib/http/url_table.ts`,
    `export const URL_TABLE: readonly UrlRow[] = [\n`,
    ROW,
  );
  await insert(
    `${folder}/lib/docs/operations/lookups.ts`,
    `export const egress: readonly EndpointDescription[] = [\n`,
    DESCRIPTION,
  );
  for (const [language, { summary, word }] of Object.entries(TEXTS)) {
    const file = `${folder}/lib/docs/texts/${language}.json`;
    const texts = JSON.parse(await Deno.readTextFile(file));
    texts.operations.getMirrored = [summary];
    texts.parameters["getMirrored.word"] = word;
    await Deno.writeTextFile(file, JSON.stringify(texts));
  }
  await Deno.writeTextFile(`${folder}/recipe.ts`, PROGRAM);
}

Deno.test("Add an endpoint - a route file, a row and a description give it everything", async () => {
  const folder = await Deno.makeTempDir({ prefix: "porthole-recipe-" });
  try {
    await projectWithEndpoint(folder);
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
    const lines = decoder.decode(stdout).trimEnd().split("\n");
    const { answers, counted, described, schema, isInDocs } = JSON.parse(
      lines.at(-1)!,
    );
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
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
