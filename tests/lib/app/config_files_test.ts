import assert from "node:assert/strict";
import { withFileIssues } from "../../../lib/app/config_files.ts";
import { ConfigError, type ConfigIssue } from "../../../lib/core/errors.ts";
import { run } from "../../support/app_process.ts";

const folder = await Deno.makeTempDir();
Deno.test.afterAll(() => Deno.remove(folder, { recursive: true }));
const text = `${folder}/text`;
await Deno.writeTextFile(text, "Neither a database nor a page.\n".repeat(99));
const large = `${folder}/large.html`;
await Deno.writeFile(large, new Uint8Array(1_000_001));
const none = `${folder}/none`;

async function issuesOf(
  env: Record<string, string>,
  error: unknown = new Error("it failed"),
): Promise<ConfigIssue[] | unknown> {
  const usual = { DATA_DIR: `${folder}/data` };
  const found = await withFileIssues(
    error,
    (name) => ({ ...usual, ...env })[name],
    false,
  );
  return found instanceof ConfigError ? found.issues : found;
}

const NO_FILE = "no such file or directory";
const NO_MMDB =
  "it is not an undamaged MaxMind DB file (it is not a MaxMind DB file)";
const NO_XDB =
  "it is not an undamaged xdb or ipdb file (Cannot open the xdb: it has 3069 bytes)";
const NO_LABELS =
  'no line of it can be used; line 1: "Neither a database nor a page." is not an address or a block';
const IS_FOLDER = "is a directory";

const FAULTS: [variable: string, value: string, message: string][] = [
  ["DATA_DIR", "/proc/nope", `/proc/nope cannot be written: ${NO_FILE}`],
  ["DATA_DIR", text, `${text} cannot be written: file exists`],
  ["DATA_DIR", `${text}/x`, `${text}/x cannot be written: not a directory`],
  ["GEO_DATABASES", none, `${none} cannot be used: ${NO_FILE}`],
  ["GEO_DATABASES", folder, `${folder} cannot be used: ${IS_FOLDER}`],
  ["GEO_DATABASES", text, `${text} cannot be used: ${NO_MMDB}`],
  ["CN_REGION_DB", none, `${none} cannot be used: ${NO_FILE}`],
  ["CN_REGION_DB", folder, `${folder} cannot be used: ${IS_FOLDER}`],
  ["CN_REGION_DB", text, `${text} cannot be used: ${NO_XDB}`],
  ["LABELS", none, `${none} cannot be used: ${NO_FILE}`],
  ["LABELS", `${none},x`, `${none},x cannot be used: ${NO_FILE}`],
  ["LABELS", folder, `${folder} cannot be used: ${IS_FOLDER}`],
  ["LABELS", text, `${text} cannot be used: ${NO_LABELS}`],
  ["AD_HTML_FILE", none, `${none} cannot be used: ${NO_FILE}`],
  ["AD_HTML_FILE", folder, `${folder} cannot be used: ${IS_FOLDER}`],
  ["AD_HTML_FILE", large, `${large} cannot be used: it is larger than 1.0 MB`],
];

for (const [variable, value, message] of FAULTS) {
  Deno.test(`withFileIssues - ${message.replaceAll(folder, "")} (${variable})`, async () =>
    assert.deepEqual(await issuesOf({ [variable]: value }), [
      { variable, message },
    ]));
}

Deno.test("withFileIssues - the faults above are of all variables that name files", async () => {
  const file = new URL("../../../.env.example", import.meta.url);
  const example = await Deno.readTextFile(file);
  const named = [...example.matchAll(/^#?([A-Z_]+)=\.?\//gm)]
    .map(([, name]) => name);
  const expected = new Set(named);
  assert.deepEqual(new Set(FAULTS.map(([variable]) => variable)), expected);
});

Deno.test("withFileIssues - with the other faults, in the order of .env.example", async () => {
  const others = new ConfigError([
    { variable: "PORT", message: "must be a number" },
    { variable: "AD_SECONDS", message: "must be a number" },
  ]);
  const env = { GEO_DATABASES: `${none}, ${text}`, AD_HTML_FILE: none };
  assert.deepEqual(
    (await issuesOf(env, others) as ConfigIssue[])
      .map(({ variable }) => variable),
    ["PORT", "GEO_DATABASES", "GEO_DATABASES", "AD_HTML_FILE", "AD_SECONDS"],
  );
});

Deno.test("withFileIssues - the same error if no file is at fault", async () => {
  const error = new Error("the port is in use");
  assert.equal(await issuesOf({ AD_HTML_FILE: text }, error), error);
  // Without a store in a file, the folder need not be writable.
  const env = { DATA_DIR: "/proc/nope", KV_URL: "http://127.0.0.1:9/" };
  assert.equal(await issuesOf(env, error), error);
});

const cases = [
  ["main.ts", undefined, "the service has no access to it"],
  ["deno task start", [Deno.execPath(), "task", "-q", "start"], undefined],
] as const;
for (const [runner, program, reason] of cases) {
  Deno.test(`${runner} - exits with 2 and names all variables, without Deno's advice`, async () => {
    const env = {
      PORT: "eighty",
      DATA_DIR: "/proc/nope",
      GEO_DATABASES: text,
      LABELS: `${none},x`,
      CN_REGION_DB: none,
      AD_HTML_FILE: large,
    };
    const { code, out, err } = await run(["serve"], env, "", { program });
    assert.deepEqual([code, out], [2, ""]);
    assert.equal(
      err,
      "porthole: invalid configuration\n" +
        "  PORT: must be a whole number from 0 to 65535\n" +
        "  DATA_DIR: /proc/nope cannot be written: the service has no access to it\n" +
        `  GEO_DATABASES: ${text} cannot be used: ${reason ?? NO_MMDB}\n` +
        `  LABELS: ${none},x cannot be used: paths must not contain commas\n` +
        `  CN_REGION_DB: ${none} cannot be used: ${reason ?? NO_FILE}\n` +
        `  AD_HTML_FILE: ${large} cannot be used: ${
          reason ?? "it is larger than 1.0 MB"
        }\n`,
    );
  });
}
