import assert from "node:assert/strict";
import {
  AddressRows,
  SmallNumbers,
} from "../../../../lib/data/columns/address_rows.ts";
import { ColumnReader } from "../../../../lib/data/columns/column_file.ts";
import {
  AddressRowsBuilder,
  smallNumberColumns,
} from "../../../../lib/data/columns/range_rows_build.ts";
import { ip } from "../../../support/address.ts";

Deno.test("smallNumberColumns - stores numbers of up to 24 bits, and throws for larger ones", () => {
  const numbers = Uint32Array.of(0, 1, 0xffff, 0x1_0000, 0xff_ffff);
  const columns = new ColumnReader(smallNumberColumns(numbers));
  const packed = new SmallNumbers(columns);
  assert.deepEqual([...numbers].map((_, i) => packed.at(i)), [...numbers]);
  assert.throws(() => smallNumberColumns(Uint32Array.of(0x100_0000)), {
    message: "Cannot store 16777216",
  });
});

Deno.test("AddressRows - finds the rows of both families", () => {
  const builder = new AddressRowsBuilder();
  builder.rows4.add(0x0100_0000, 0x0100_00ff, 7);
  const all = 0xffff_ffff;
  builder.rows6.add([0x2001_0000, 0, 0, 0], [0x2001_0000, 9, all, all], 8);
  // Splits a /64.
  builder.rows6.add([0x2001_0000, 20, 0, 1], [0x2001_0000, 20, 0, 2], 9);
  const rows = AddressRows.read(new ColumnReader(builder.columns()));
  // A gap, the range, a gap; then the same for IPv6, and what splits a /64.
  assert.equal(rows.size, 3 + 3 + 1);
  const cases = [
    ["0.255.255.255", -1, 0],
    ["1.0.0.255", 1, 7],
    ["1.0.1.0", -1, 0],
    ["2000::", -1, 0],
    ["2001:0:0:9:8::", 4, 8],
    ["2001:0:0:a::", -1, 0],
    ["2001:0:0:14::2", 6, 9],
    ["2001:0:0:14::3", -1, 0],
  ] as const;
  for (const [text, row, number] of cases) {
    assert.equal(rows.find(ip(text)), row, text);
    assert.equal(rows.numberAt(row), number, text);
  }
  for (const end of [[0, 0, 0, 2], [0, 9, all, all]] as const) {
    const alone = new AddressRowsBuilder();
    alone.rows6.add([0, 0, 0, 0], end, 5);
    const first = AddressRows.read(new ColumnReader(alone.columns()));
    assert.equal(first.find(ip("::2")), 0);
  }
  const values = Uint16Array.of(0, 0, 0, 0, 0, 0, 0, 3, 4);
  for (const [family, value] of [[4, 3], [6, 4]] as const) {
    const [runs] = rows.runs(family, values);
    const [{ count, values: found }] = runs;
    assert.deepEqual([...found.subarray(0, count)], [0, value, 0], `${family}`);
  }
});
