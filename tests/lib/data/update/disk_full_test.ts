import assert from "node:assert/strict";
import { filesIn, generationOf, script, updateTo } from "./generations.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

async function run(command: string, args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(command, { args })
    .output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Runs a script with a file size limit of some KiB: further writes fail with EFBIG. */
async function limited(kib: number, command: string[]) {
  const shell = `trap '' XFSZ; ulimit -f ${kib}; exec "$@"`;
  const { code, out, err } = await run("bash", ["-c", shell, "-", ...command]);
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

const full = {
  feed: "a",
  outcome: "failed",
  message: "the disk is full: the old file stays in use",
  entries: 1000,
  bytes: 2000,
};

const cases = [
  ["while it downloads", 100, "200000", "plain", ["a.failed.json"]],
  ["while it unpacks little", 100, "200000", "gzip", ["a.failed.json"]],
  ["before it writes a single byte", 0, "1000", "plain", []],
] as const;
for (const [when, kib, rows, packing, failure] of cases) {
  Deno.test(`updateFeeds - a disk that is full ${when} leaves the old data and no other files`, async () => {
    await using folder = await tempFolder();
    const { path } = folder;
    await updateTo(path, 1);
    const command = script("limited_process.ts", path, rows, packing);
    assert.deepEqual(await limited(kib, command), full);
    assert.equal(await generationOf(path), 1);
    const kept = ["a.1.txt", ...failure, "a.json", "update.lock"];
    assert.deepEqual(filesIn(path), kept);
  });
}

Deno.test("updateFeeds - the data is intact wherever a small disk becomes full", async () => {
  await using temporary = await tempFolder();
  const disk = temporary.path;
  const mounted = (then: string, ...args: string[]) =>
    run("unshare", [
      ...["--map-root-user", "--mount", "sh", "-c"],
      `mount -t tmpfs -o size=160k tmpfs "$0" && ${then}`,
      disk,
      ...args,
    ]);
  const probe = await mounted("true")
    .catch((error) => ({ code: 1, err: String(error) }));
  if (probe.code !== 0) {
    // If no disk can be mounted, the file size limit above has to suffice.
    console.error(`no small disk can be mounted here: ${probe.err}`);
    return;
  }
  const filling = script("full_process.ts", disk);
  const { out, err } = await mounted('exec "$@"', ...filling);
  assert.match(out, /^\[/, err);
  const results: {
    outcome: string;
    message: string;
    generation: number;
    files: string[];
  }[] = JSON.parse(out);
  assert.equal(results[0].outcome, "failed");
  assert.equal(results.at(-1)?.outcome, "updated");
  let present = 1;
  for (const [i, result] of results.entries()) {
    const { outcome, message, generation, files } = result;
    if (outcome === "failed") assert.equal(message, full.message);
    else present = i + 2;
    assert.equal(generation, present);
    assert.deepEqual(
      files.filter((name) => name !== "a.failed.json"),
      [`a.${present}.txt`, "a.json", "update.lock"],
    );
  }
});
