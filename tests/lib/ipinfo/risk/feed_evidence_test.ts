import assert from "node:assert/strict";
import {
  ASN_CLASSES,
  ASN_LISTS,
  PLACE_LISTS,
  PREFIX_LISTS,
} from "../../../../lib/ipinfo/risk/feed_evidence.ts";
import { evidenceText } from "../../../../lib/ipinfo/view/evidence_texts.ts";

const prefixLists = {
  "tor-exits": "tor 90",
  "tor-exit-addresses": "tor 90",
  "x4bnet-vpn": "vpn 75",
  "x4bnet-vpn-v6": "vpn 75",
  "x4bnet-datacenter": "hosting 70",
  "x4bnet-datacenter-v6": "hosting 70",
  "firehol-level1": "abuser 50",
  "firehol-proxies": "proxy 50",
  "spamhaus-drop-v4": "abuser 80",
  "spamhaus-drop-v6": "abuser 80",
  googlebot: "crawler 90",
  bingbot: "crawler 90",
  gptbot: "crawler 90",
  "oai-searchbot": "crawler 90",
  "chatgpt-user": "crawler 90",
  perplexitybot: "crawler 90",
  "perplexity-user": "crawler 90",
  applebot: "crawler 90",
  duckduckbot: "crawler 90",
  "google-cloud": "hosting 90",
  aws: "hosting 90",
  azure: "hosting 90",
  "cloudflare-v4": "hosting 90",
  "cloudflare-v6": "hosting 90",
};
const placeLists = { "icloud-relay": "relay 95" };
const asnLists = {
  "spamhaus-asndrop": "abuser 75",
  "bgptools-vpn": "vpn 70",
  "bgptools-vpsh": "hosting 75",
  "bgptools-mobile": "mobile 70",
  "bgptools-satnet": "satellite 75",
};
const tables = [
  ["PREFIX_LISTS", PREFIX_LISTS, prefixLists],
  ["PLACE_LISTS", PLACE_LISTS, placeLists],
  ["ASN_LISTS", ASN_LISTS, asnLists],
] as const;
for (const [name, table, expected] of tables) {
  Deno.test(`${name} - have a trait and a weight for each feed`, () => {
    const said = Object.entries(table)
      .map(([feed, { kind, weight }]) => [feed, `${kind} ${weight}`]);
    assert.deepEqual(Object.fromEntries(said), expected);
  });
}

Deno.test("PREFIX_LISTS, PLACE_LISTS and ASN_LISTS - are those of docs/feeds.md", async () => {
  const url = new URL("../../../../docs/feeds.md", import.meta.url);
  const rows = (await Deno.readTextFile(url)).matchAll(
    /^\| (`.+?`) +\| (\w+) +\| (\d+) +\|/gm,
  );
  const documented = [...rows].flatMap(([, feeds, trait, weight]) =>
    [...feeds.matchAll(/`(.+?)`/g)]
      .map(([, feed]) => [feed, `${trait.toLowerCase()} ${weight}`])
  );
  assert.deepEqual(Object.fromEntries(documented), {
    ...prefixLists,
    ...placeLists,
    ...asnLists,
  });
});

Deno.test("PREFIX_LISTS, PLACE_LISTS, ASN_LISTS and ASN_CLASSES - do not name a maker in visible texts", () => {
  const meanings = [
    ...Object.values(PREFIX_LISTS),
    ...Object.values(PLACE_LISTS),
    ...Object.values(ASN_LISTS),
    ...Object.values(ASN_CLASSES).flatMap(({ means }) => means ?? []),
  ];
  for (const { detail } of meanings) {
    const text = evidenceText(detail);
    assert.doesNotMatch(
      text,
      /x4b|firehol|spamhaus|bgp|google|bing|gpt|openai|perplexity|apple|duck|cloudflare|aws|amazon|azure|microsoft|tor-?project/i,
    );
    assert.match(text, /^[A-Za-z][^.]+$/);
  }
});

Deno.test("PREFIX_LISTS - share a source between derived lists", () => {
  assert.equal(
    PREFIX_LISTS["firehol-level1"].source,
    PREFIX_LISTS["spamhaus-drop-v4"].source,
  );
  assert.equal(
    PREFIX_LISTS["tor-exits"].source,
    PREFIX_LISTS["tor-exit-addresses"].source,
  );
  assert.equal(
    PREFIX_LISTS["gptbot"].source,
    PREFIX_LISTS["chatgpt-user"].source,
  );
});
