import assert from "node:assert/strict";
import { mapInTurns } from "../../../lib/core/turns.ts";
import { turnsDuring } from "../../support/turns.ts";

Deno.test("mapInTurns - maps in order, one item a turn of the event loop", async () => {
  const events: string[] = [];
  const timers: ReturnType<typeof setTimeout>[] = [];
  let results: string[] = [];
  const turns = await turnsDuring(async () => {
    results = await mapInTurns(["a", "b", "c"], (item) => {
      events.push(item);
      timers.push(setTimeout(() => events.push(`after ${item}`), 1));
      return item.toUpperCase();
    });
    await mapInTurns([""], () => {});
  });
  timers.forEach(clearTimeout);
  assert.deepEqual(results, ["A", "B", "C"]);
  assert.deepEqual(events, ["a", "after a", "b", "after b", "c", "after c"]);
  assert(turns >= 4, `${turns} turns`);
});

Deno.test("mapInTurns - waits for each item, and stops at the first that fails", async () => {
  const begun: number[] = [];
  const mapping = mapInTurns([1, 2, 3], (item) => {
    begun.push(item);
    return item < 2 ? Promise.resolve(item) : Promise.reject(new Error("two"));
  });
  await assert.rejects(mapping, /^Error: two$/);
  assert.deepEqual(begun, [1, 2]);
});
