import assert from "node:assert/strict";
import {
  type Evidence,
  HALF_LIFE_DAYS,
  weighEvidence,
} from "../../../../lib/ipinfo/risk/evidence.ts";
import type { Trait } from "../../../../lib/ipinfo/view/evidence_detail.ts";

const DAY_MS = 86_400_000;
const NOW = 1000 * DAY_MS;

function item(over: Partial<Evidence> = {}): Evidence {
  return {
    kind: "vpn",
    source: "a",
    weight: 80,
    detail: { code: "vpn-block", params: {} },
    observedAt: null,
    ...over,
  };
}

for (const [kind, days] of Object.entries(HALF_LIFE_DAYS)) {
  Deno.test(`weighEvidence - ${kind} keeps its weight for 35 days and half of it ${days} days later; confidence fades from the first day`, () => {
    const at = (age: number) => {
      const observedAt = NOW - age * DAY_MS;
      const [one] = weighEvidence(
        [item({ kind: kind as Trait, observedAt })],
        NOW,
      );
      return one;
    };
    assert.deepEqual([at(0).effectiveWeight, at(0).freshness], [0.8, 1]);
    assert.equal(at(35).effectiveWeight, 0.8);
    assert.equal(at(35 + days).effectiveWeight, 0.4);
    assert.equal(at(days).freshness, 0.5);
  });
}

Deno.test("weighEvidence - does not fade undated or future evidence", () => {
  const undated = item();
  const early = item({ observedAt: NOW + DAY_MS });
  assert.deepEqual(weighEvidence([undated], NOW), [
    { item: undated, effectiveWeight: 0.8, freshness: 1 },
  ]);
  assert.deepEqual(weighEvidence([early], NOW), [
    { item: early, effectiveWeight: 0.8, freshness: 1 },
  ]);
});

Deno.test("weighEvidence - keeps the strongest statement of a source for and against each trait", () => {
  const kept = [
    item({ weight: 80 }),
    item({ weight: 70, source: "b" }),
    item({ weight: -40 }),
    item({ weight: 30, kind: "tor" }),
  ];
  const dropped = [item({ weight: 79 }), item({ weight: -39 }), kept[0]];
  const said = weighEvidence([...dropped, ...kept.toReversed()], NOW);
  assert.deepEqual(said.map(({ item }) => item), kept);
  assert.deepEqual(said.map(({ effectiveWeight }) => effectiveWeight), [
    0.8,
    0.7,
    0.4,
    0.3,
  ]);
});

Deno.test("weighEvidence - drops zero weights, and limits large ones", () => {
  const wild = item({ weight: 900 });
  assert.deepEqual(weighEvidence([item({ weight: 0 })], NOW), []);
  assert.deepEqual(weighEvidence([item({ weight: NaN })], NOW), []);
  assert.deepEqual(weighEvidence([wild], NOW), [
    { item: wild, effectiveWeight: 1, freshness: 1 },
  ]);
});

Deno.test("weighEvidence - orders equal weights by detail", () => {
  const items = ([2, 10, 1] as const).map((asn) =>
    item({
      source: `${asn}`,
      detail: {
        code: "network-known",
        params: { asn, networkType: "hosting" },
      },
    })
  );
  items.push(item({ source: "x" }), item({ source: "w" }));
  const order = (evidence: Evidence[]) =>
    weighEvidence(evidence, NOW).map(({ item: { source } }) => source);
  assert.deepEqual(order(items), ["1", "10", "2", "w", "x"]);
  assert.deepEqual(order(items.toReversed()), ["1", "10", "2", "w", "x"]);
});
