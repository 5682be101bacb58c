import assert from "node:assert/strict";
import { globSync } from "node:fs";
import manifest from "../deno.json" with { type: "json" };
import {
  groupsOf,
  groupText,
  LONGEST,
  testFiles,
} from "./support/test_groups.ts";
import { tempFolder } from "./support/temp_folder.ts";

const root = new URL("..", import.meta.url).pathname;

Deno.test("tasks - test and ok run all tests, and nothing else runs tests", () => {
  const testing = Object.entries(manifest.tasks)
    .filter(([, { command }]) => /\bdeno test\b|tests\/run\.ts/.test(command));
  assert.deepEqual(testing.map(([name]) => name), ["test", "ok"]);
  for (const [name, { command }] of testing) {
    assert.match(command, /\bdeno run -A -q tests\/run\.ts$/, name);
  }
  assert.match(Deno.readTextFileSync(`${root}.ci/run`), /^\$deno task test /m);
});

Deno.test("groupsOf - every file of tests is in one group, those with a browser together and first, then the longest alone", async () => {
  const files = await testFiles(root, ["tests"]);
  const paths = globSync("tests/**/*_test.{ts,tsx}", { cwd: root });
  const groups = groupsOf(files);
  assert.deepEqual(groups.flatMap(({ paths }) => paths).sort(), paths.sort());
  assert.equal(new Set(groups.map(({ name }) => name)).size, groups.length);
  const groupOf = (path: string) =>
    groups.find(({ paths }) => paths.includes(path))?.paths;
  const long = groups.filter(({ paths }) => LONGEST.includes(paths[0]));
  assert.deepEqual(
    long.map(({ paths }) => paths),
    LONGEST.map((path) => [path]),
  );
  // As many groups as there are cores, and one of them has Firefox.
  const browsers = groups.slice(0, 2);
  for (const path of browsers.flatMap(({ paths }) => paths)) {
    const { text } = files.find((file) => file.path === path)!;
    assert.match(text, /\/support\/(?:browser|firefox)\.ts"/, path);
  }
  const inFirefox = files
    .filter(({ text }) => /\/support\/firefox\.ts"/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(
    inFirefox.map(groupOf),
    inFirefox.map(() => browsers[0].paths),
  );
  assert(browsers[1].paths.includes("tests/routes/lookup/browser_test.ts"));
  const builds = "tests/lib/fresh/dev_test.ts";
  assert.deepEqual(groupOf(builds), [builds]);
  assert(groupOf("tests/lib/net/cidr_test.ts")!.length > 10);
  assert(groups.length < 60);
});

Deno.test("testFiles - takes files and folders, and rejects what does not exist", async () => {
  const files = await testFiles(root, [
    "./tests/lib/net/",
    "tests/wire_test.ts",
  ]);
  const paths = files.map(({ path }) => path);
  assert.equal(paths.at(-1), "tests/wire_test.ts");
  assert(paths.includes("tests/lib/net/cidr_test.ts"));
  assert(paths.every((path) => /^tests\/(lib\/net\/|wire_)/.test(path)));
  await assert.rejects(
    testFiles(root, ["tests/nothing"]),
    Deno.errors.NotFound,
  );
});

Deno.test("groups - no file sets up or clears up what runs in other tests of its group", async () => {
  for (const { path, text } of await testFiles(root, ["tests"])) {
    assert.doesNotMatch(text, /Deno\.test\.(before|after)Each\(/, path);
  }
});

/** What a run of a module of tests says, with the project's configuration and a limit for each test. */
async function reportOf(
  module: string | ((folder: string) => Promise<string>),
  limitMs: number,
): Promise<{ code: number; out: string }> {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  const limit =
    `import { limitTests } from "${root}tests/support/time_limit.ts";
      limitTests(${limitMs});`;
  await Deno.writeTextFile(`${folder}/preload.ts`, limit);
  const text = typeof module === "string" ? module : await module(folder);
  await Deno.writeTextFile(`${folder}/a_test.ts`, text);
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "-q", "--no-check", "--config", `${root}deno.json`]
      .concat("--preload", `${folder}/preload.ts`, `${folder}/a_test.ts`),
    env: { NO_COLOR: "1" },
    stderr: "null",
  }).output();
  return { code, out: new TextDecoder().decode(stdout) };
}

Deno.test("groupText - runs the tests of all files, and a failure names the file", async () => {
  const files = {
    "good_test.ts": `Deno.test("is good", () => {});`,
    "bad_test.ts": `\nDeno.test("is bad", () => { throw new Error("bad"); });`,
    "broken_test.ts": `import "./nothing.ts";`,
    "last_test.ts": `import { check } from "./check.ts";\n\ncheck("is last");`,
    "check.ts":
      `export const check = (name) => Deno.test(name, () => { throw new Error("last"); });`,
  };
  const { code, out } = await reportOf(async (folder) => {
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    const paths = Object.keys(files).filter((name) => name !== "check.ts");
    return groupText(`${folder}/`, paths);
  }, 60_000);
  assert.equal(code, 1);
  assert.match(out, /\| 1 passed \| 3 failed/);
  const [, failures] = out.split(" FAILURES ");
  const named = failures.matchAll(/^(.+) => .+\/(\w+\.ts:\d+):\d+$/gm);
  assert.deepEqual([...named].map(([, name, place]) => [name, place]), [
    ["is bad", "bad_test.ts:2"],
    ["broken_test.ts loads", "a_test.ts:8"],
    ["is last", "last_test.ts:3"],
  ]);
  assert.match(out, /Module not found "file:\/\/.+\/nothing\.ts"/);
});

Deno.test("limitTests - a test that hangs or loops fails by itself, and the others run", async () => {
  const { code, out } = await reportOf(
    `const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms)), never = () => after(60_000);
Deno.test("hangs", never);
Deno.test("loops", () => { for (;;); });
  Deno.test({ name: "is an object", fn: never });
Deno.test("has options", { sanitizeOps: false }, never);
Deno.test({ sanitizeOps: false }, function named() { return never(); });
Deno.test(function alone() { return never(); });
Deno.test("has its own", { timeout: 60_000 }, () => after(1_000));
Deno.test("is left out", { ignore: true }, never);
Deno.test("is quick", () => {});
// Deno makes it at its first use, and a test that is ended then leaves half of it.
setTimeout;
`,
    500,
  );
  assert.equal(code, 1);
  assert.match(out, /\| 2 passed \| 6 failed \| 1 ignored/);
  const late = out.matchAll(
    /^(.+) => \S+\/a_test\.ts:(\d+:\d+)\nerror: Test timed out after 500ms\.$/gm,
  );
  assert.deepEqual([...late].map(([, name, place]) => [name, place]), [
    ["hangs", "2:6"],
    ["loops", "3:6"],
    ["is an object", "4:8"],
    ["has options", "5:6"],
    ["named", "6:6"],
    ["alone", "7:6"],
  ]);
});

Deno.test("deno test - a test that leaves something open or running fails", async () => {
  const { code, out } = await reportOf(
    `
Deno.test("leaves a timer", () => void setTimeout(() => {}, 60_000));
Deno.test("leaves a socket", () => void Deno.listen({ port: 0, hostname: "127.0.0.1" }));
Deno.test("leaves nothing", () => Deno.listen({ port: 0, hostname: "127.0.0.1" }).close());
`,
    60_000,
  );
  assert.equal(code, 1);
  assert.match(out, /\| 1 passed \| 2 failed/);
  const leaks = out.matchAll(
    /^(.+) => .+\nerror: Leaks detected:\n {2}- (.+)$/gm,
  );
  assert.deepEqual(
    [...leaks].map(([, name, what]) => [name, what.split(",")[0]]),
    [
      ["leaves a timer", "A timer was started in this test"],
      ["leaves a socket", "A TCP listener was opened during the test"],
    ],
  );
});
