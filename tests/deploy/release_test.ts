/** Workflows, tasks, Dockerfile and documents name the same things. */
import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { words } from "../support/tables.ts";

const root = new URL("../../", import.meta.url);
const textOf = (path: string) => Deno.readTextFile(new URL(path, root));

const WORKFLOWS = ["test.yml", "release.yml"];
const workflow = (name: string) => textOf(`.github/workflows/${name}`);

/** The first groups of all matches. */
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group]) => group);

Deno.test("workflows - run the Deno that the README names, and tasks that exist", async () => {
  const [version] = all(await textOf("README.md"), /deno@([\d.]+)/g);
  for (const path of [".github/workflows/release.yml", ".ci/run"]) {
    const named = all(await textOf(path), /deno@([\d.]+)/g);
    assert.deepEqual(named, [version], path);
  }
  const tasks = all(await workflow("release.yml"), /\$DENO task (\w+)/g);
  assert.deepEqual(tasks, ["release", "deb"]);
  for (const task of tasks) assert(task in manifest.tasks, task);
});

Deno.test("workflows - use actions by commit, with no more rights than a job needs", async () => {
  for (const name of WORKFLOWS) {
    const text = await workflow(name);
    for (const used of all(text, /uses: (.*)/g)) {
      if (used === "./.github/workflows/test.yml") continue;
      assert.match(used, /^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
    assert.match(text, /\npermissions:\n {2}contents: read\n\n/, name);
  }
  const rights = all(await workflow("release.yml"), /^ {6}([\w-]+): write$/gm);
  assert.deepEqual(rights, words`packages contents id-token attestations`);
});

Deno.test("release - is tried on every system that it is made for", async () => {
  const made = all(await textOf("deploy/release.ts"), /^ {2}"(\w+-\w+)": /gm);
  const tried = all(await workflow("release.yml"), /target: ([\w-]+) }/g);
  assert.equal(made.length, 5);
  assert.deepEqual(tried, made);
});

Deno.test("release - refuses a tag that is not the version, and an unknown system", async () => {
  const cases = [
    [["v0.0.0-no"], `the version is v${manifest.version}, not v0.0.0-no\n`],
    [
      [`v${manifest.version}`, "plan9"],
      "unknown system plan9; use one of linux-x64,linux-arm64,macos-x64,macos-arm64,windows-x64\n",
    ],
  ] as const;
  for (const [args, text] of cases) {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "-q", "deploy/release.ts", ...args],
      cwd: root,
      env: { NO_COLOR: "1" },
    }).output();
    assert.deepEqual([code, new TextDecoder().decode(stderr)], [2, text]);
  }
});
