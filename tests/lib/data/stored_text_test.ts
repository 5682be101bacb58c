import assert from "node:assert/strict";
import fc from "fast-check";
import {
  formatStoredText,
  parseStoredText,
} from "../../../lib/data/stored_text.ts";

const head = "# prefixes 1 a-b 2 2026-11-20T09:31:19.000Z";

Deno.test("formatStoredText - a header, then one entry per line", () => {
  const builtAt = Date.UTC(2026, 10, 20, 9, 31, 19);
  assert.equal(
    formatStoredText("prefixes", { name: "a-b", builtAt, lines: ["x", "y"] }),
    `${head}\nx\ny\n`,
  );
});

Deno.test("parseStoredText - reads the output of formatStoredText", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("a", "tor-exits"),
      fc.option(fc.integer({ min: 0, max: 4e12 })),
      fc.array(fc.string({ unit: fc.constantFrom(..."09af:./# ") })),
      (name, builtAt, lines) => {
        const kept = { name, builtAt, lines };
        assert.deepEqual(
          parseStoredText("asns", formatStoredText("asns", kept)),
          kept,
        );
      },
    ),
  );
});

const damaged: [why: string, text: string, message: RegExp][] = [
  ["empty text", "", /the file has no header line$/],
  ["a list without a header", "192.0.2.1\n", /the file has no header line$/],
  ["another kind", "# asns 1 a 0 -\n", /the file contains asns$/],
  ["another version", "# prefixes 2 a 0 -\n", /version 2 is not 1$/],
  ["a missing entry", `${head}\nx\n`, /the file is truncated: 1 of 2 entries$/],
  ["half an entry", `${head}\nx\ny`, /the file is truncated: 1 of 2 entries$/],
  ["a missing last line", head, /the file is truncated: -1 of 2 entries$/],
  ["a header without a date", "# prefixes 1 a 0 x\n", /x is not a date$/],
];
for (const [why, text, message] of damaged) {
  Deno.test(`parseStoredText - throws for ${why}`, () => {
    assert.throws(() => parseStoredText("prefixes", text), message);
  });
}
