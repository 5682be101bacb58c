import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { parsePrefixLength } from "../../../lib/net/prefix_text.ts";

Deno.test("parsePrefixLength - every length of the family", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), (length) => {
      equal(
        parsePrefixLength(`/${length}`, 1, 32),
        length <= 32 ? length : -1,
      );
      equal(
        parsePrefixLength(`/${length}`, 1, 128),
        length <= 128 ? length : -1,
      );
    }),
  );
});

Deno.test("parsePrefixLength - plain digits only", () => {
  const texts = [
    "",
    "00",
    "08",
    "+8",
    "-1",
    " 8",
    "8 ",
    "8.0",
    "1e1",
    "٨",
    "0032",
  ];
  deepEqual(
    texts.filter((text) => parsePrefixLength(text, 0, 128) !== -1),
    [],
  );
});
