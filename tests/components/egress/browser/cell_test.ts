import assert from "node:assert/strict";
import { watchedCell } from "../../../../components/egress/browser/cell.ts";

Deno.test("watchedCell - has what was written at once, and tells of it", () => {
  const told: number[] = [];
  const cell = watchedCell(1, () => told.push(cell.value));
  assert.equal(cell.value, 1);
  cell.value = 2;
  assert.equal(cell.value, 2);
  cell.value += 1;
  assert.deepEqual(told, [2, 3]);
});
