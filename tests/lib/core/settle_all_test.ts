import assert from "node:assert/strict";
import { settleAll } from "../../../lib/core/settle_all.ts";

Deno.test("settleAll - returns the values in order", async () => {
  assert.deepEqual(await settleAll([1, Promise.resolve("two"), null]), [
    1,
    "two",
    null,
  ]);
  assert.deepEqual(await settleAll([]), []);
});

Deno.test("settleAll - rejects with the first error after everything has settled", async () => {
  const slow = Promise.withResolvers<void>();
  let rejected = false;
  const all = settleAll([
    slow.promise,
    Promise.reject(new Error("second")),
    Promise.reject(new Error("third")),
  ]);
  const caught = all.catch((error) => {
    rejected = true;
    return error;
  });
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(rejected, false);
  slow.resolve();
  assert.equal((await caught).message, "second");
});
