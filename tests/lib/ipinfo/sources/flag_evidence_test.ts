import assert from "node:assert/strict";
import {
  DELIBERATE,
  flagEvidence,
  holderEvidence,
} from "../../../../lib/ipinfo/sources/flag_evidence.ts";

Deno.test("flagEvidence - weighs a yes and a no, and a missing flag not at all", () => {
  const flags = { vpn: true, tor: false, proxy: undefined };
  assert.deepEqual(flagEvidence("x", flags, DELIBERATE), [{
    kind: "vpn",
    source: "x",
    weight: 75,
    detail: "a commercial source calls it a VPN",
    observedAt: null,
  }, {
    kind: "tor",
    source: "x",
    weight: -40,
    detail: "a commercial source says it is not a Tor exit",
    observedAt: null,
  }]);
});

Deno.test("flagEvidence - takes a no for nothing where it has no weight", () => {
  const flags = { mobile: true, hosting: false };
  const options = { speaker: "a neighbour", observedAt: 7 };
  assert.deepEqual(flagEvidence("x", flags, { yes: 10 }, options), [{
    kind: "mobile",
    source: "x",
    weight: 10,
    detail: "a neighbour calls it a mobile line",
    observedAt: 7,
  }]);
});

Deno.test("holderEvidence - tells the line by who holds the network", () => {
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
    detail: "a commercial source counts its network as isp",
    observedAt: null,
  }]);
  for (const type of [undefined, "", "inactive", "constructor"]) {
    assert.deepEqual(holderEvidence("x", type), []);
  }
});
