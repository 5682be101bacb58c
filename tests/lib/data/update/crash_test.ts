import assert from "node:assert/strict";
import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import { FeedStore } from "../../../../lib/data/update/feed_store.ts";
import { filesIn, generationOf, script, updateTo } from "./generations.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

function command([path, ...args]: string[]): Deno.Command {
  return new Deno.Command(path, { args, stdout: "piped", stderr: "piped" });
}

/** A folder with data of generation 1. */
async function updatedFolder() {
  const folder = await tempFolder();
  await updateTo(folder.path, 1);
  return folder;
}

/** Starts a script, and waits for its first output. */
async function started(name: string, ...args: string[]) {
  const child = command(script(name, ...args)).spawn();
  const output = child.stdout.getReader();
  const { value } = await output.read();
  return {
    text: new TextDecoder().decode(value),
    async kill() {
      child.kill("SIGKILL");
      await Promise.all([child.status, child.stderr.cancel()]);
      await output.cancel();
    },
  };
}

/** The store accepts another update, and nothing of the killed one is left. */
async function assertSound(folder: string, next: number) {
  assert.equal((await updateTo(folder, next)).outcome, "updated");
  assert.equal(await generationOf(folder), next);
  assert.deepEqual(filesIn(folder), [`a.${next}.txt`, "a.json", "update.lock"]);
}

Deno.test("updateFeeds - the data is intact if killed before any change of the file system", async () => {
  const seen: number[] = [];
  const isEndedAt = async (n: number) => {
    await using folder = await updatedFolder();
    const { code, signal, stderr } = await command(
      script("killed_process.ts", folder.path, "2", String(n)),
    ).output();
    const isEnded = code === 0;
    const error = new TextDecoder().decode(stderr);
    assert.equal(isEnded || signal === "SIGKILL", true, error);
    seen[n] = await generationOf(folder.path);
    await assertSound(folder.path, 3);
    return isEnded;
  };
  // Processes mostly wait for the disk, so several run at once.
  for (let n = 0, ended: boolean[] = []; !ended.includes(true); n += 4) {
    ended = await Promise.all([1, 2, 3, 4].map((more) => isEndedAt(n + more)));
  }
  seen.shift();
  // Old data first, new data at the end, and a single switch between them.
  assert(seen.length > 15, `${seen}`);
  assert.deepEqual(seen, seen.toSorted());
  assert.deepEqual(new Set(seen), new Set([1, 2]));
});

Deno.test("updateFeeds - the data is intact if killed at any time", async () => {
  for (let round = 0; round < 6; round++) {
    await using folder = await updatedFolder();
    const { kill } = await started("killed_process.ts", folder.path, "2", "0");
    await new Promise((resolve) => setTimeout(resolve, round * 7));
    await kill();
    assert(await generationOf(folder.path) >= 2);
    await assertSound(folder.path, 1_000_000);
  }
});

Deno.test("StoreWriter.open - locks out other processes, and a killed process releases the lock", async () => {
  await using folder = await updatedFolder();
  const store = new FeedStore(folder.path);
  const { text, kill } = await started("locking_process.ts", folder.path);
  assert.equal(text, "locked\n");
  assert.equal(await StoreWriter.open(store), null);
  await assert.rejects(updateTo(folder.path, 2), {
    message: "another update is running.",
  });
  await kill();
  using writer = await StoreWriter.open(store);
  assert.notEqual(writer, null);
});
