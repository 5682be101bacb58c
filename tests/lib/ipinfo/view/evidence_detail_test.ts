import assert from "node:assert/strict";
import {
  compareDetails,
  type EvidenceDetail,
  isEvidenceDetail,
} from "../../../../lib/ipinfo/view/evidence_detail.ts";
import { everyDetail } from "../../../support/evidence.ts";

Deno.test("isEvidenceDetail - accepts every detail of this version", () => {
  const details = everyDetail();
  assert(details.length > 60, `${details.length}`);
  assert(details.every(isEvidenceDetail));
});

const cases = [
  ["the sentence of an earlier version", "on a list of Tor exits"],
  ["nothing", undefined],
  ["null", null],
  ["a code of a later version", { code: "toaster-listed", params: {} }],
  ["an inherited name", { code: "constructor", params: {} }],
  ["no code", { params: {} }],
  ["no parameters", { code: "tor-exit-listed" }],
  ["parameters that are null", { code: "tor-exit-listed", params: null }],
  ["a parameter too many", { code: "tor-exit-listed", params: { asn: 7 } }],
  ["a parameter too few", { code: "network-holder", params: {} }],
  ["another parameter", { code: "network-holder", params: { asn: 7 } }],
  ["an unknown word", { code: "network-holder", params: { holder: "x" } }],
  ["a word for a number", { code: "abuse-score", params: { score: "63" } }],
  ["a number below 0", { code: "abuse-score", params: { score: -1 } }],
  ["a fraction", { code: "abuse-score", params: { score: 0.5 } }],
  ["something more", { code: "tor-exit-listed", params: {}, text: "x" }],
] as const;
for (const [what, value] of cases) {
  Deno.test(`isEvidenceDetail - refuses ${what}`, () => {
    assert.equal(isEvidenceDetail(value), false);
  });
}

Deno.test("compareDetails - returns 0 for equal details only", () => {
  const details = everyDetail();
  for (const [i, a] of details.entries()) {
    for (const [j, b] of everyDetail().entries()) {
      const order = compareDetails(a, b);
      assert.equal(order === 0, i === j, JSON.stringify([a, b]));
      assert.equal(order, 0 - compareDetails(b, a));
    }
  }
});

Deno.test("compareDetails - orders by code, then by parameters", () => {
  const known = (asn: number): EvidenceDetail => ({
    code: "network-known",
    params: { asn, networkType: "hosting" },
  });
  const score: EvidenceDetail = { code: "abuse-score", params: { score: 99 } };
  const sorted = [known(20), score, known(10)].sort(compareDetails);
  assert.deepEqual(sorted, [score, known(10), known(20)]);
});
