import assert from "node:assert/strict";
import {
  DELIBERATE,
  flagEvidence,
  holderEvidence,
} from "../../../../lib/ipinfo/sources/flag_evidence.ts";

Deno.test("flagEvidence - weighs true and false flags, and ignores missing ones", () => {
  const flags = { vpn: true, tor: false, proxy: undefined };
  assert.deepEqual(flagEvidence("x", flags, DELIBERATE), [{
    kind: "vpn",
    source: "x",
    weight: 75,
    detail: {
      code: "trait-claimed",
      params: { speaker: "commercial", trait: "vpn" },
    },
    observedAt: null,
  }, {
    kind: "tor",
    source: "x",
    weight: -40,
    detail: {
      code: "trait-denied",
      params: { speaker: "commercial", trait: "tor" },
    },
    observedAt: null,
  }]);
});

Deno.test("flagEvidence - ignores false flags without a weight", () => {
  const flags = { mobile: true, hosting: false };
  const options = { speaker: "database", observedAt: 7 } as const;
  assert.deepEqual(flagEvidence("x", flags, { yes: 10 }, options), [{
    kind: "mobile",
    source: "x",
    weight: 10,
    detail: {
      code: "trait-claimed",
      params: { speaker: "database", trait: "mobile" },
    },
    observedAt: 7,
  }]);
});

Deno.test("holderEvidence - returns the trait of the type of holder", () => {
  const kinds = ["isp", "Business", "banking", "government", "hosting"]
    .map((type) => holderEvidence("x", type)[0].kind);
  assert.deepEqual(kinds, [
    "residential",
    "commercial",
    "commercial",
    "commercial",
    "hosting",
  ]);
  assert.deepEqual(holderEvidence("x", "ISP"), [{
    kind: "residential",
    source: "x",
    weight: 40,
    detail: { code: "network-holder", params: { holder: "isp" } },
    observedAt: null,
  }]);
  for (const type of [undefined, "", "inactive", "constructor"]) {
    assert.deepEqual(holderEvidence("x", type), []);
  }
});
