import assert from "node:assert/strict";
import fc from "fast-check";
import {
  AsnClasses,
  formatStoredText,
  parseAsn,
  parseAsnList,
  parseStoredText,
} from "../../../lib/data/stored_lists.ts";
import { forAll } from "../../support/for_all.ts";

const head = "# asns 1 a-b 2 2026-11-20T09:31:19.000Z";

Deno.test("formatStoredText - a header, then one entry per line", () => {
  const builtAt = Date.UTC(2026, 10, 20, 9, 31, 19);
  assert.equal(
    formatStoredText("asns", { name: "a-b", builtAt, lines: ["x", "y"] }),
    `${head}\nx\ny\n`,
  );
});

Deno.test("parseStoredText - reads the output of formatStoredText", () => {
  forAll([
    fc.constantFrom("a", "tor-exits"),
    fc.option(fc.integer({ min: 0, max: 4e12 })),
    fc.array(fc.string({ unit: fc.constantFrom(..."09af:./# ") })),
  ], (name, builtAt, lines) => {
    const list = { name, builtAt, lines };
    assert.deepEqual(
      parseStoredText("asns", formatStoredText("asns", list)),
      list,
    );
  });
});

const damaged: [why: string, text: string, message: RegExp][] = [
  ["empty text", "", /the file has no header line$/],
  ["a list without a header", "192.0.2.1\n", /the file has no header line$/],
  ["another kind", "# asn-classes 1 a 0 -\n", /the file contains asn-classes$/],
  ["another version", "# asns 2 a 0 -\n", /version 2 is not 1$/],
  ["a missing entry", `${head}\nx\n`, /the file is truncated: 1 of 2 entries$/],
  ["half an entry", `${head}\nx\ny`, /the file is truncated: 1 of 2 entries$/],
  ["a missing last line", head, /the file is truncated: -1 of 2 entries$/],
  ["a header without a date", "# asns 1 a 0 x\n", /x is not a date$/],
];
for (const [why, text, message] of damaged) {
  Deno.test(`parseStoredText - throws for ${why}`, () => {
    assert.throws(() => parseStoredText("asns", text), message);
  });
}

Deno.test("parseAsnList - reads the name, the date and the numbers", () => {
  assert.deepEqual(
    parseAsnList(
      "# asns 1 bgptools-vpn 2 2026-11-20T00:00:00.000Z\n64500\n4294967295\n",
    ),
    {
      name: "bgptools-vpn",
      builtAt: Date.UTC(2026, 10, 20),
      asns: new Set([64500, 4294967295]),
    },
  );
});

Deno.test("parseAsnList - throws for a damaged entry", () => {
  assert.throws(
    () => parseAsnList("# asns 1 x 1 -\n64500x\n"),
    /^Error: Cannot load the asns: "64500x" is not an AS number$/,
  );
});

Deno.test("parseAsn - reads numbers of 32 bits with or without AS, and nothing else", () => {
  forAll([fc.integer({ min: 1, max: 0xffff_ffff })], (asn) => {
    for (const prefix of ["", "AS", "as"]) {
      assert.equal(parseAsn(`${prefix}${asn}`), asn);
    }
  });
  const texts = ["", "0", "AS0", "AS", "4294967296", "01", "-1", "1.5", " 1"];
  for (const text of texts) assert.equal(parseAsn(text), null, text);
});

const text =
  "# asn-classes 1 bgptools-asns 3 -\n7 Content\n100 Eyeball\n4294967295 Content\n";

Deno.test("AsnClasses.classOf - finds the class of a network", () => {
  const classes = new AsnClasses(text);
  assert.equal(classes.classOf(7), "Content");
  assert.equal(classes.classOf(100), "Eyeball");
  assert.equal(classes.classOf(4294967295), "Content");
  for (const asn of [0, 1, 8, 101, 4294967294]) {
    assert.equal(classes.classOf(asn), undefined);
  }
});

Deno.test("AsnClasses - name, date and size", () => {
  const { name, builtAt, size } = new AsnClasses(text);
  assert.deepEqual({ name, builtAt, size }, {
    name: "bgptools-asns",
    builtAt: null,
    size: 3,
  });
});

Deno.test("AsnClasses.classOf - undefined in an empty list", () => {
  const classes = new AsnClasses("# asn-classes 1 x 0 -\n");
  assert.equal(classes.classOf(1), undefined);
});

Deno.test("AsnClasses - throws for a damaged file", () => {
  const load = (...lines: string[]) => () =>
    new AsnClasses(
      [`# asn-classes 1 x ${lines.length} -`, ...lines, ""].join("\n"),
    );
  assert.throws(load("7"), /"7" is malformed or out of order/);
  assert.throws(load("x Content"), /"x Content" is malformed or out of order/);
  assert.throws(load("7 A", "7 B"), /"7 B" is malformed or out of order/);
  assert.throws(load("7 A", "6 B"), /"6 B" is malformed or out of order/);
  const many = Array.from({ length: 257 }, (_, i) => `${i + 1} c${i}`);
  assert.doesNotThrow(load(...many.slice(0, 256)));
  assert.throws(load(...many), /over 256/);
});
