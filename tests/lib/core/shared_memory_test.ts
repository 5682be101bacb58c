import assert from "node:assert/strict";
import {
  allocate,
  Arena,
  SharedLock,
} from "../../../lib/core/shared_memory.ts";

Deno.test("SharedLock.release - frees the lock of a thread that was killed while it held it", async () => {
  const buffer = allocate((arena) => new SharedLock(arena));
  const lock = new SharedLock(new Arena(buffer));
  lock.isShared = true;
  const url = new URL("../../support/lock_holder.ts", import.meta.url);
  const thread = new Worker(url, { type: "module" });
  const held = new Promise((resolve) => {
    thread.onmessage = ({ data }) => resolve(data);
  });
  thread.postMessage(buffer);
  assert.equal(await held, "held");
  thread.terminate();
  let resets = 0;
  // Another one that has ended held nothing.
  lock.release(2, () => resets++);
  assert.equal(resets, 0);
  lock.release(1, () => resets++);
  assert.equal(resets, 1);
  // It would wait for ever.
  lock.enter();
  lock.leave();
  lock.release(1, () => resets++);
  assert.equal(resets, 1);
});
