import assert from "node:assert/strict";
import fc from "fast-check";
import { byteText, countText } from "../../../../lib/data/update/byte_text.ts";

Deno.test("byteText - decimal units with one digit", () => {
  const said = [0, 999, 1000, 1_234_567, 63_069_790, 5e9, 2e15].map(byteText);
  assert.deepEqual(said, [
    "0 bytes",
    "999 bytes",
    "1.0 KB",
    "1.2 MB",
    "63.1 MB",
    "5.0 GB",
    "2000.0 TB",
  ]);
});

Deno.test("byteText - never a thousand of a smaller unit", () => {
  fc.assert(fc.property(fc.nat(2 ** 40), (bytes) => {
    assert(parseFloat(byteText(bytes)) < 1000, byteText(bytes));
  }));
  assert.equal(byteText(999_950), "1.0 MB");
});

Deno.test("countText - commas at the thousands", () => {
  assert.deepEqual([0, 999, 1200, 1234567].map(countText), [
    "0",
    "999",
    "1,200",
    "1,234,567",
  ]);
});
