import assert from "node:assert/strict";
import {
  groupByAddress,
  MAX_CHARACTERS,
  RowBudget,
} from "../../../../lib/lookup/scan/rows.ts";

const same = (name: string) => name;

Deno.test("RowBudget.take - limits rows across calls", () => {
  const budget = new RowBudget(3);
  assert.deepEqual(budget.take(["a", "b"], same), ["a", "b"]);
  assert.deepEqual(budget.take(["c", "d"], same), ["c"]);
  assert.deepEqual(budget.take(["e"], same), []);
});

Deno.test("RowBudget.take - limits characters across calls, and takes nothing after a row that does not fit", () => {
  const budget = new RowBudget(10_000);
  const long = Array.from({ length: 3_000 }, () => "x".repeat(1_000));
  assert.equal(budget.take(long, same).length * 1_000, MAX_CHARACTERS);
  assert.deepEqual(budget.take(["x"], same), []);
});

Deno.test("groupByAddress - sorts addresses numerically, and keeps the order of an address's rows", () => {
  const row = (ip: string, name: string) => ({ ip, name });
  assert.deepEqual(
    groupByAddress([
      row("192.0.2.10", "b"),
      row("2001:db8::1", "six"),
      row("192.0.2.9", "nine"),
      row("192.0.2.10", "a"),
    ]),
    [
      [row("192.0.2.9", "nine")],
      [row("192.0.2.10", "b"), row("192.0.2.10", "a")],
      [row("2001:db8::1", "six")],
    ],
  );
  assert.deepEqual(groupByAddress([]), []);
});
