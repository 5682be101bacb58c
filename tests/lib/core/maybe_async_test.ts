import assert from "node:assert/strict";
import { mapMaybeAsync } from "../../../lib/core/maybe_async.ts";

const next = (value: number) => `${value}`;

Deno.test("goingOn - goes on at once with what is there", () => {
  assert.equal(mapMaybeAsync(7, next), "7");
});

Deno.test("goingOn - throws what goes wrong at once", () => {
  const fault = new Error("wrong");
  assert.throws(() =>
    mapMaybeAsync(7, () => {
      throw fault;
    }), fault);
});

Deno.test("goingOn - waits for what is on its way", async () => {
  const late = mapMaybeAsync(Promise.resolve(7), next);
  assert(late instanceof Promise);
  assert.equal(await late, "7");
});

Deno.test("goingOn - rejects with what was awaited, or what goes wrong behind it", async () => {
  const fault = new Error("wrong");
  await assert.rejects(
    async () => await mapMaybeAsync(Promise.reject(fault), next),
    fault,
  );
  await assert.rejects(
    async () =>
      await mapMaybeAsync(Promise.resolve(7), () => {
        throw fault;
      }),
    fault,
  );
});
