import assert from "node:assert/strict";
import { goingOn } from "../../../lib/core/maybe_async.ts";

const next = (value: number) => `${value}`;

Deno.test("goingOn - goes on at once with what is there", () => {
  assert.equal(goingOn(7, next), "7");
});

Deno.test("goingOn - throws what goes wrong at once", () => {
  const fault = new Error("wrong");
  assert.throws(() =>
    goingOn(7, () => {
      throw fault;
    }), fault);
});

Deno.test("goingOn - waits for what is on its way", async () => {
  const late = goingOn(Promise.resolve(7), next);
  assert(late instanceof Promise);
  assert.equal(await late, "7");
});

Deno.test("goingOn - rejects with what was awaited, or what goes wrong behind it", async () => {
  const fault = new Error("wrong");
  await assert.rejects(
    async () => await goingOn(Promise.reject(fault), next),
    fault,
  );
  await assert.rejects(
    async () =>
      await goingOn(Promise.resolve(7), () => {
        throw fault;
      }),
    fault,
  );
});
