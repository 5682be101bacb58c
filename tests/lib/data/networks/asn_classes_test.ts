import assert from "node:assert/strict";
import fc from "fast-check";
import {
  AsnClasses,
  parseAsn,
  parseAsnList,
} from "../../../../lib/data/networks/asn_classes.ts";

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
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 0xffff_ffff }), (asn) => {
      for (const prefix of ["", "AS", "as"]) {
        assert.equal(parseAsn(`${prefix}${asn}`), asn);
      }
    }),
  );
  for (
    const text of ["", "0", "AS0", "AS", "4294967296", "01", "-1", "1.5", " 1"]
  ) assert.equal(parseAsn(text), null, text);
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
