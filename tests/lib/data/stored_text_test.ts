import assert from "node:assert/strict";
import fc from "fast-check";
import {
  formatStoredText,
  parseStoredText,
} from "../../../lib/data/stored_text.ts";

const head = "# prefixes 1 a-b 2 2026-11-20T09:31:19.000Z";

Deno.test("formatStoredText - writes a head and an entry a line", () => {
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
  ["nothing", "", /the file has no head line$/],
  ["a list without a head", "192.0.2.1\n", /the file has no head line$/],
  ["another kind", "# asns 1 a 0 -\n", /the file holds asns$/],
  ["another version", "# prefixes 2 a 0 -\n", /version 2 is not 1$/],
  ["a lost entry", `${head}\nx\n`, /the file is cut short: 1 of 2 entries$/],
  ["half an entry", `${head}\nx\ny`, /the file is cut short: 1 of 2 entries$/],
  ["a lost end", head, /the file is cut short: -1 of 2 entries$/],
  ["a head that is no date", "# prefixes 1 a 0 x\n", /x is no date$/],
];
for (const [why, text, message] of damaged) {
  Deno.test(`parseStoredText - refuses ${why}`, () => {
    assert.throws(() => parseStoredText("prefixes", text), message);
  });
}
