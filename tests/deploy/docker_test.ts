import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { deployFile } from "./program_test_of.ts";

const root = new URL("../../", import.meta.url);
const { tasks, version, license } = manifest;

/** The lines of a Dockerfile, with those that go on joined. */
const dockerLines = async () =>
  (await deployFile("Dockerfile")).replaceAll("\\\n", " ").split("\n")
    .filter((line) => /^[A-Z]+ /.test(line));

/** The words of a line in the form of a JSON array. */
function wordsOf(lines: string[], start: string): string[] {
  const line = lines.find((each) => each.startsWith(start)) ?? "";
  return JSON.parse(line.slice(line.indexOf("[")));
}

Deno.test("Dockerfile - runs the Deno that the README names, as an unprivileged user", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", root));
  const deno = /deno@([\d.]+)/.exec(readme)?.[1];
  const bases = (await dockerLines()).filter((line) => line.startsWith("FROM"));
  assert.deepEqual(bases, [
    `FROM --platform=$BUILDPLATFORM denoland/deno:${deno} AS build`,
    `FROM denoland/deno:${deno}`,
  ]);
  const users = (await dockerLines()).filter((line) => line.startsWith("USER"));
  assert.deepEqual(users, ["USER 1993:1993"]);
});

Deno.test("Dockerfile - labels the image with the manifest's version and license, and its base", async () => {
  const lines = await dockerLines();
  const labels = lines.find((line) => line.startsWith("LABEL")) ?? "";
  const label = /org\.opencontainers\.image\.([\w.]+)="([^"]+)"/g;
  const pairs = Array.from(labels.matchAll(label), ([, ...pair]) => pair);
  const { description, ...rest } = Object.fromEntries(pairs);
  const base = lines.findLast((line) => line.startsWith("FROM"));
  assert(description.length < 120);
  assert.deepEqual(rest, {
    "title": "Porthole",
    version,
    "licenses": license,
    "base.name": `docker.io/${base?.slice("FROM ".length)}`,
  });
});

Deno.test("Dockerfile - runs with the permissions of the start task, and no shell", async () => {
  const words = wordsOf(await dockerLines(), "ENTRYPOINT");
  const unneeded = ["--no-prompt", "--cached-only"];
  const command = words.filter((word) => !unneeded.includes(word));
  assert.deepEqual(command.slice(0, 2), ["/tini", "--"]);
  const start = tasks.start.command.replace("DENO_NO_UPDATE_CHECK=1 ", "")
    .replace("-q -A --no-config launch.ts ", "")
    .replace(" --env-file=.env", "");
  assert.equal(command.slice(2).join(" "), start);
});

Deno.test(".dockerignore - includes files that exist, and no secrets", async () => {
  const text = await Deno.readTextFile(new URL(".dockerignore", root));
  const lines = text.split("\n").filter((line) => /^[^#]/.test(line));
  assert.equal(lines[0], "*");
  const allowed = lines.filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  for (const path of allowed) await Deno.stat(new URL(path, root));
  for (const path of [".env", ".git", "data", "tests", "node_modules"]) {
    assert.equal(allowed.includes(path), false, path);
  }
});

Deno.test("Dockerfile - the image holds of the build what the binary holds", async () => {
  const copied = (await dockerLines())
    .map((line) => /^COPY --from=build \/app\/(\S+) (\S+)$/.exec(line))
    .filter((match) => match !== null);
  for (const [, from, to] of copied) assert.equal(to, from);
  const included = tasks.compile.command.matchAll(/ --include (\S+)/g);
  const paths = Array.from(included, ([, path]) => path);
  assert.deepEqual(copied.map(([, from]) => from), paths);
});
