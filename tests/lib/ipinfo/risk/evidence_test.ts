import assert from "node:assert/strict";
import {
  ASN_CLASSES,
  DECAY,
  type Evidence,
  isRelayList,
  LIST_MEANINGS,
  weighEvidence,
} from "../../../../lib/ipinfo/risk/evidence.ts";
import {
  isEvidenceDetail,
  type Trait,
} from "../../../../lib/ipinfo/view/evidence_detail.ts";
import { evidenceText } from "../../../../lib/ipinfo/view/address_texts.ts";
import { stated } from "../../../support/evidence.ts";
import samples from "./evidence.json" with { type: "json" };

const DAY_MS = 86_400_000;
const NOW = 1000 * DAY_MS;

const item = (over: Partial<Evidence> = {}): Evidence => ({
  ...stated("a", "vpn", 80, { code: "vpn-block", params: {} }),
  ...over,
});

/** The weight and freshness of evidence of some age; undefined if it is worth nothing. */
function agedEvidence(kind: Trait, ageDays: number) {
  const observedAt = NOW - ageDays * DAY_MS;
  const [one] = weighEvidence([item({ kind, observedAt })], NOW);
  return one && [one.effectiveWeight, one.freshness];
}

for (const kind of Object.keys(DECAY) as Trait[]) {
  const { fullWeightDays, halfLifeDays, worthlessAfterDays } = DECAY[kind];
  Deno.test(`weighEvidence - ${kind} keeps its weight for ${fullWeightDays} days and half of it ${halfLifeDays} days later; confidence fades from the first day`, () => {
    assert.deepEqual(agedEvidence(kind, 0), [0.8, 1]);
    assert.equal(agedEvidence(kind, fullWeightDays)[0], 0.8);
    if (fullWeightDays + halfLifeDays !== worthlessAfterDays) {
      assert.equal(agedEvidence(kind, fullWeightDays + halfLifeDays)[0], 0.4);
    }
    assert.equal(agedEvidence(kind, halfLifeDays)[1], 0.5);
  });
}

Deno.test("weighEvidence - a Tor exit is worth nothing after two days", () => {
  assert.equal(agedEvidence("tor", 1)[0], 0.8);
  assert(agedEvidence("tor", 1.99)[0] > 0.4);
  assert.equal(agedEvidence("tor", 2), undefined);
});

Deno.test("DECAY - evidence that changes faster keeps its full weight for a shorter time", () => {
  const kinds: Trait[] = ["tor", "proxy", "abuser", "crawler", "vpn"];
  const ages = kinds.map((kind) => DECAY[kind].fullWeightDays);
  assert.deepEqual(ages, [...new Set(ages)].toSorted((a, b) => a - b));
});

Deno.test("weighEvidence - does not fade undated or future evidence", () => {
  for (const one of [item(), item({ observedAt: NOW + DAY_MS })]) {
    assert.deepEqual(weighEvidence([one], NOW), [
      { item: one, effectiveWeight: 0.8, freshness: 1 },
    ]);
  }
});

Deno.test("weighEvidence - keeps the strongest statement of a source for and against each trait", () => {
  const expected = [
    item({ weight: 80 }),
    item({ weight: 70, source: "b" }),
    item({ weight: -40 }),
    item({ weight: 30, kind: "tor" }),
  ];
  const dropped = [item({ weight: 79 }), item({ weight: -39 }), expected[0]];
  const weighed = weighEvidence([...dropped, ...expected.toReversed()], NOW);
  assert.deepEqual(weighed.map(({ item }) => item), expected);
  const weights = weighed.map(({ effectiveWeight }) => effectiveWeight);
  assert.deepEqual(weights, [0.8, 0.7, 0.4, 0.3]);
  assert.equal(weighEvidence([dropped[0], expected[0]], NOW).length, 1);
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
  const items = [2, 10, 1].map((asn) => {
    const params = { asn, networkType: "hosting" } as const;
    return item({
      source: `${asn}`,
      detail: { code: "network-known", params },
    });
  });
  items.push(item({ source: "x" }), item({ source: "w" }));
  const order = (evidence: Evidence[]) =>
    weighEvidence(evidence, NOW).map(({ item: { source } }) => source);
  assert.deepEqual(order(items), ["1", "10", "2", "w", "x"]);
  assert.deepEqual(order(items.toReversed()), ["1", "10", "2", "w", "x"]);
});

Deno.test("DECAY - is the table in docs/feeds.md", async () => {
  const url = new URL("../../../../docs/feeds.md", import.meta.url);
  const days = (cell: string) => cell === "–" ? undefined : parseInt(cell);
  const rows = (await Deno.readTextFile(url)).split("## Age")[1]
    .matchAll(/^\| (.+?) +\| (\d.*?) +\| (.+?) +\| (.+?) +\|$/gm);
  const table = [...rows].flatMap(([, traits, full, half, worthless]) =>
    traits.toLowerCase().split(/, | or /).map((trait) => [trait, {
      fullWeightDays: days(full),
      halfLifeDays: days(half),
      worthlessAfterDays: days(worthless),
    }])
  );
  const declared = Object.entries(DECAY).map(([trait, decay]) => [
    trait,
    { worthlessAfterDays: undefined, ...decay },
  ]);
  assert.deepEqual(Object.fromEntries(table), Object.fromEntries(declared));
});

const lists: Record<string, string> = samples.lists;

Deno.test("LIST_MEANINGS - have a trait and a weight for each feed", () => {
  const meanings = LIST_MEANINGS.entries()
    .map(([feed, { kind, weight }]) => [feed, `${kind} ${weight}`]);
  assert.deepEqual(Object.fromEntries(meanings), lists);
  const relays = Object.keys(lists).filter(isRelayList);
  assert.deepEqual(relays, ["icloud-relay"]);
  assert.equal(LIST_MEANINGS.get("x4bnet-vpn")?.includes, "icloud-relay");
  assert.equal(LIST_MEANINGS.get("bgptools-mobile")?.asnType, "isp");
});

Deno.test("LIST_MEANINGS - are those of docs/feeds.md", async () => {
  const url = new URL("../../../../docs/feeds.md", import.meta.url);
  const rows = (await Deno.readTextFile(url)).matchAll(
    /^\| (`.+?`) +\| (\w+) +\| (\d+) +\|/gm,
  );
  const documented = [...rows].flatMap(([, feeds, trait, weight]) =>
    [...feeds.matchAll(/`(.+?)`/g)]
      .map(([, feed]) => [feed, `${trait.toLowerCase()} ${weight}`])
  );
  assert.deepEqual(Object.fromEntries(documented), lists);
});

Deno.test("LIST_MEANINGS and ASN_CLASSES - are details that do not name a maker in visible texts", () => {
  const meanings = [
    ...LIST_MEANINGS.values(),
    ...ASN_CLASSES.values().flatMap(({ means }) => means ? [means] : []),
  ];
  for (const { detail } of meanings) {
    assert(isEvidenceDetail(detail), JSON.stringify(detail));
    const text = evidenceText(detail);
    assert.doesNotMatch(
      text,
      /x4b|firehol|spamhaus|bgp|google|bing|gpt|openai|perplexity|apple|duck|cloudflare|aws|amazon|azure|microsoft|oracle|digitalocean|linode|akamai|tor-?project/i,
    );
    assert.match(text, /^[A-Za-z][^.]+$/);
  }
});

Deno.test("LIST_MEANINGS - share a source between derived lists", () => {
  const cases = [
    ["firehol-level1", "spamhaus-drop-v4"],
    ["tor-exits", "tor-exit-addresses"],
    ["gptbot", "chatgpt-user"],
  ];
  for (const [list, other] of cases) {
    const source = LIST_MEANINGS.get(list)?.source;
    assert(source, list);
    assert.equal(source, LIST_MEANINGS.get(other)?.source, list);
  }
});
