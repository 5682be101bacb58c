import assert from "node:assert/strict";
import {
  type Call,
  SharedDeadline,
} from "../../../lib/accounts/shared_deadline.ts";

const never = new Promise<never>(() => {});

Deno.test("SharedDeadline.run - gives what the work comes to", async () => {
  const deadline = new SharedDeadline(60_000);
  assert.equal(await deadline.run(() => Promise.resolve("done")), "done");
  const fault = new Error("a fault of this test");
  await assert.rejects(deadline.run(() => Promise.reject(fault)), fault);
  deadline.close();
});

Deno.test("SharedDeadline.run - gives work up when its time is over, and tells it", async () => {
  const deadline = new SharedDeadline(20);
  const calls: Call[] = [];
  const slow = Promise.withResolvers<never>();
  const running = deadline.run((call) => {
    calls.push(call);
    return slow.promise;
  });
  assert.equal(calls[0].isOver, false);
  await assert.rejects(running, {
    name: "TimeoutError",
    message: "no answer within 20 ms",
  });
  assert.equal(calls[0].isOver, true);
  // A late fault is nobody's.
  slow.reject(new Error("a fault of this test"));
});

Deno.test("SharedDeadline.run - work that began later has its time, too", async () => {
  const deadline = new SharedDeadline(40);
  const ended: string[] = [];
  const first = deadline.run(() => never).catch(() => ended.push("first"));
  await new Promise((resolve) => setTimeout(resolve, 25));
  assert.equal(ended.length, 0);
  const second = deadline.run(() => never).catch(() => ended.push("second"));
  await first;
  assert.deepEqual(ended, ["first"]);
  await second;
  assert.deepEqual(ended, ["first", "second"]);
});

Deno.test("SharedDeadline.close - gives up what still runs", async () => {
  const deadline = new SharedDeadline(60_000);
  const running = deadline.run(() => never);
  deadline.close();
  await assert.rejects(running, { name: "TimeoutError" });
});
