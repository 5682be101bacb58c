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

Deno.test("updateFeeds - a full disk leaves the old data and no other files", async () => {
  // While downloading; while unpacking a small download.
  for (const packing of ["plain", "gzip"]) {
    await using temporary = await tempFolder();
    const folder = temporary.path;
    await updateTo(folder, 1);
    const command = script("limited_process.ts", folder, "200000", packing);
    assert.deepEqual(await limited(100, command), full);
    assert.equal(await generationOf(folder), 1);
    const kept = ["a.1.txt", "a.failed.json", "a.json", "update.lock"];
    assert.deepEqual(filesIn(folder), kept);
  }
});

Deno.test("updateFeeds - the old data stays if not a single byte can be written", async () => {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  await updateTo(folder, 1);
  const command = script("limited_process.ts", folder, "1000", "plain");
  assert.deepEqual(await limited(0, command), full);
  assert.equal(await generationOf(folder), 1);
  assert.deepEqual(filesIn(folder), ["a.1.txt", "a.json", "update.lock"]);
});

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
