import assert from "node:assert/strict";
import { type Cell, csvCell } from "../../../lib/core/csv.ts";

const cells: [value: Cell, cell: string][] = [
  ["London", "London"],
  ["", ""],
  [null, ""],
  [-77.5, "-77.5"],
  [false, "false"],
  ["Acme, Inc.", '"Acme, Inc."'],
  ['a "b"', '"a ""b"""'],
  [" a", '" a"'],
  ["a\nb", '"a\nb"'],
  ["=1+2", "'=1+2"],
  ["-1", "'-1"],
  [" @a", "' @a"],
];

for (const [value, cell] of cells) {
  Deno.test(`csvCell - ${JSON.stringify(value)} is ${JSON.stringify(cell)}`, () => {
    assert.equal(csvCell(value), cell);
  });
}
