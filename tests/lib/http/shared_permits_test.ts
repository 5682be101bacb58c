import assert from "node:assert/strict";
import { SharedPermits } from "../../../lib/http/shared_permits.ts";

Deno.test("SharedPermits.release - gives back what a thread had that has ended, and keeps the others'", () => {
  const main = new SharedPermits(8, 0);
  main.lock.isShared = true;
  const other = new SharedPermits(8, 1, main.buffer);
  main.add("192.0.2.1", "192.0.2.0/24", 2);
  other.add("192.0.2.1", "192.0.2.0/24", 3);
  other.add("192.0.2.9", undefined, 1);
  assert.deepEqual([main.all, main.ofGroup("192.0.2.1")], [6, 5]);
  main.release(1);
  assert.deepEqual([main.all, main.ofGroup("192.0.2.1")], [2, 2]);
  assert.equal(main.ofNetwork("192.0.2.0/24"), 2);
  assert.equal(main.ofGroup("192.0.2.9"), 0);
});

Deno.test("SharedPermits.release - a thread that ended while it held the lock blocks no other one", () => {
  const main = new SharedPermits(8, 0);
  main.lock.isShared = true;
  const other = new SharedPermits(8, 1, main.buffer);
  main.add("192.0.2.1", "192.0.2.0/24", 2);
  other.enter();
  main.release(1);
  // What was half done is forgotten, and can still be given back.
  assert.equal(main.all, 0);
  main.enter();
  main.add("192.0.2.1", "192.0.2.0/24", -1);
  main.add("192.0.2.1", "192.0.2.0/24", 3);
  main.leave();
  assert.deepEqual([main.all, main.ofGroup("192.0.2.1")], [3, 3]);
});
