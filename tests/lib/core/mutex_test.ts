import assert from "node:assert/strict";
import { Mutex } from "../../../lib/core/mutex.ts";

Deno.test("Mutex.run - runs one at a time, in order", async () => {
  const turns = new Mutex();
  const events: string[] = [];
  const work = (name: string, ticks: number) =>
    turns.run(async () => {
      events.push(`${name} begins`);
      for (let i = 0; i < ticks; i++) await Promise.resolve();
      events.push(`${name} ends`);
      return name;
    });
  const results = await Promise.all([work("a", 9), work("b", 0), work("c", 3)]);
  assert.deepEqual(results, ["a", "b", "c"]);
  assert.deepEqual(events, [
    "a begins",
    "a ends",
    "b begins",
    "b ends",
    "c begins",
    "c ends",
  ]);
});

Deno.test("Mutex.run - an error reaches only its own caller", async () => {
  const turns = new Mutex();
  const error = new Error("no disk");
  const failing = turns.run(() => Promise.reject(error));
  const next = turns.run(() => Promise.resolve("next"));
  await assert.rejects(failing, error);
  assert.equal(await next, "next");
});
