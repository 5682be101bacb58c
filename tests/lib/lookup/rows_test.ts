import assert from "node:assert/strict";
import {
  MAX_CHARACTERS,
  RowBudget,
  rowsByAddress,
} from "../../../lib/lookup/rows.ts";

const same = (name: string) => name;

Deno.test("RowBudget.take - as many rows as there are in all", () => {
  const budget = new RowBudget(3);
  assert.deepEqual(budget.take(["a", "b"], same), ["a", "b"]);
  assert.deepEqual(budget.take(["c", "d"], same), ["c"]);
  assert.deepEqual(budget.take(["e"], same), []);
});

Deno.test("RowBudget.take - as many characters as there are in all, and nothing behind a row that is left out", () => {
  const budget = new RowBudget(10_000);
  const long = Array.from({ length: 3_000 }, () => "x".repeat(1_000));
  const taken = budget.take(long, same);
  assert.equal(taken.length * 1_000, MAX_CHARACTERS);
  assert.deepEqual(budget.take(["x"], same), []);
});

Deno.test("rowsByAddress - addresses in numeric order, rows of one as they came", () => {
  const row = (ip: string, name: string) => ({ ip, name });
  assert.deepEqual(
    rowsByAddress([
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
  assert.deepEqual(rowsByAddress([]), []);
});
