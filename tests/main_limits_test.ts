import assert from "node:assert/strict";
import { retryLocked } from "../lib/store/store.ts";
import { startApp } from "./support/app_process.ts";

const root = new URL("../", import.meta.url);

/**
 * The number of requests that pass before the first refusal, out of `times`.
 */
async function pass(origin: string, times: number): Promise<number> {
  for (let passed = 0; passed < times; passed++) {
    const answer = await fetch(origin, { headers: { accept: "text/plain" } });
    await answer.body?.cancel();
    if (answer.status === 429) return passed;
    assert.equal(answer.status, 200);
  }
  return times;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/**
 * Waits until the file has this count of the only client, and the writer knows
 * it. A test that waits for ever fails by the runner.
 */
async function written(kv: Deno.Kv, count: number) {
  const key = ["limits", "counter", "text", "127.0.0.1"];
  for (;;) {
    const { value } = await retryLocked(() => kv.get<{ count: number }>(key));
    await pause();
    if (value?.count === count) return;
  }
}

/*
 * Two processes on one file write new counts twice a second, and read each
 * other's as they do. So they share limits, except for what comes between a
 * process's first request and its next write.
 */
Deno.test("main - shares limits between two processes on one DATA_DIR", async () => {
  const dataDir = `data/tests/${crypto.randomUUID()}`;
  const env = { DATA_DIR: `./${dataDir}`, RATE_LIMIT_TEXT: "60" };
  {
    await using a = await startApp(env);
    await using b = await startApp(env);
    const path = new URL(`${dataDir}/porthole.kv`, root).pathname;
    using kv = await retryLocked(() => Deno.openKv(path));
    assert.equal(await pass(a.origin, 40), 40);
    await written(kv, 40);
    assert.equal(await pass(b.origin, 1), 1);
    await written(kv, 41);
    assert.equal(await pass(b.origin, 60), 19);
    await written(kv, 60);
    // A reads it with its own next write.
    assert.equal(await pass(a.origin, 1), 1);
    await written(kv, 61);
    assert.equal(await pass(a.origin, 60), 0);
  }
  await Deno.remove(new URL(dataDir, root), { recursive: true });
});
