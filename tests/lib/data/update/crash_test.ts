import assert from "node:assert/strict";
import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import { FeedStore } from "../../../../lib/data/update/feed_store.ts";
import { filesIn, generationOf, script, updateTo } from "./generations.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

function command([path, ...args]: string[]): Deno.Command {
  return new Deno.Command(path, { args, stdout: "piped", stderr: "piped" });
}

async function inFolder(test: (folder: string) => Promise<void>) {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  await updateTo(folder, 1);
  await test(folder);
}

/** The store accepts another update, and nothing of the killed one is left. */
async function assertSound(folder: string, next: number) {
  assert.equal((await updateTo(folder, next)).outcome, "updated");
  assert.equal(await generationOf(folder), next);
  assert.deepEqual(filesIn(folder), [
    `a.${next}.txt`,
    "a.json",
    "update.lock",
  ]);
}

Deno.test("updateFeeds - the data is intact if killed before any change of the file system", async () => {
  const seen: number[] = [];
  const isEndedAt = async (n: number) => {
    let isEnded = false;
    await inFolder(async (folder) => {
      const { code, signal, stderr } = await command(
        script("killed_process.ts", folder, "2", String(n)),
      ).output();
      isEnded = code === 0;
      const error = new TextDecoder().decode(stderr);
      assert.equal(isEnded || signal === "SIGKILL", true, error);
      seen[n] = await generationOf(folder);
      await assertSound(folder, 3);
    });
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
    await inFolder(async (folder) => {
      const child = command(script("killed_process.ts", folder, "2", "0"))
        .spawn();
      const output = child.stdout.getReader();
      await output.read();
      await new Promise((resolve) => setTimeout(resolve, round * 7));
      child.kill("SIGKILL");
      await Promise.all([child.status, child.stderr.cancel()]);
      await output.cancel();
      assert(await generationOf(folder) >= 2);
      await assertSound(folder, 1_000_000);
    });
  }
});

Deno.test("StoreWriter.open - locks out other processes, and a killed process releases the lock", async () => {
  await inFolder(async (folder) => {
    const store = new FeedStore(folder);
    const child = command(script("locking_process.ts", folder)).spawn();
    const output = child.stdout.getReader();
    const { value } = await output.read();
    assert.equal(new TextDecoder().decode(value), "locked\n");
    assert.equal(await StoreWriter.open(store), null);
    await assert.rejects(updateTo(folder, 2), {
      message: "another update is running.",
    });
    child.kill("SIGKILL");
    await Promise.all([child.status, child.stderr.cancel()]);
    await output.cancel();
    using writer = await StoreWriter.open(store);
    assert.notEqual(writer, null);
  });
});
