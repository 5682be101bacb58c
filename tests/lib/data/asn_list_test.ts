import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAsn, parseAsnList } from "../../../lib/data/asn_list.ts";

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

Deno.test("parseAsnList - refuses a damaged entry", () => {
  assert.throws(
    () => parseAsnList("# asns 1 x 1 -\n64500x\n"),
    /^Error: Cannot load the asns: "64500x" is none$/,
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
