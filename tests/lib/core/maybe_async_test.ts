import assert from "node:assert/strict";
import { mapMaybeAsync } from "../../../lib/core/maybe_async.ts";

const next = (value: number) => `${value}`;

Deno.test("mapMaybeAsync - maps a plain value synchronously", () => {
  assert.equal(mapMaybeAsync(7, next), "7");
});

Deno.test("mapMaybeAsync - throws synchronously for a plain value", () => {
  const error = new Error("wrong");
  assert.throws(() =>
    mapMaybeAsync(7, () => {
      throw error;
    }), error);
});

Deno.test("mapMaybeAsync - maps the value of a promise", async () => {
  const late = mapMaybeAsync(Promise.resolve(7), next);
  assert(late instanceof Promise);
  assert.equal(await late, "7");
});

Deno.test("mapMaybeAsync - rejects with the error of the promise or of the callback", async () => {
  const error = new Error("wrong");
  await assert.rejects(
    async () => await mapMaybeAsync(Promise.reject(error), next),
    error,
  );
  await assert.rejects(
    async () =>
      await mapMaybeAsync(Promise.resolve(7), () => {
        throw error;
      }),
    error,
  );
});
