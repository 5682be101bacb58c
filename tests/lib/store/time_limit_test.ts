import assert from "node:assert/strict";
import { withTimeLimit } from "../../../lib/store/time_limit.ts";

Deno.test("withTimeLimit - passes on what comes in time", async () => {
  assert.equal(await withTimeLimit(Promise.resolve(7), 60_000, "late"), 7);
});

Deno.test("withTimeLimit - passes on a rejection", async () => {
  const fault = new RangeError("no");
  await assert.rejects(
    withTimeLimit(Promise.reject(fault), 60_000, "late"),
    fault,
  );
});

Deno.test("withTimeLimit - rejects with the message when the time is up", async () => {
  await assert.rejects(
    withTimeLimit(new Promise(() => {}), 1, "late"),
    new Error("late"),
  );
});

Deno.test("withTimeLimit - drops a rejection that comes too late", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  await assert.rejects(withTimeLimit(promise, 1, "late"), new Error("late"));
  reject(new Error("unheard"));
  await new Promise((resolve) => setTimeout(resolve, 1));
});
