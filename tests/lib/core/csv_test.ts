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
  ["a\nb", "a\\010b"],
  ["\0\t=1", "\\000\\009=1"],
  ["\x1b[2J\x7f", "\\027[2J\\127"],
  ["\x85\r\n=1", "\\194\\133\\013\\010=1"],
  ["\u3000＝1", "'\u3000＝1"],
  ["a\\010b", "a\\010b"],
  ["=1+2", "'=1+2"],
  ["-1", "'-1"],
  [" @a", "' @a"],
];

for (const [value, cell] of cells) {
  Deno.test(`csvCell - ${JSON.stringify(value)} is ${JSON.stringify(cell)}`, () => {
    assert.equal(csvCell(value), cell);
  });
}
