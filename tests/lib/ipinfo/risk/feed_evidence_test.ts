import assert from "node:assert/strict";
import {
  ASN_CLASSES,
  LIST_MEANINGS,
} from "../../../../lib/ipinfo/risk/feed_evidence.ts";
import { isEvidenceDetail } from "../../../../lib/ipinfo/view/evidence_detail.ts";
import { evidenceText } from "../../../../lib/ipinfo/view/evidence_texts.ts";

const lists: Record<string, string> = {
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
  "icloud-relay": "relay 95",
  "spamhaus-asndrop": "abuser 75",
  "bgptools-vpn": "vpn 70",
  "bgptools-vpsh": "hosting 75",
  "bgptools-mobile": "mobile 70",
  "bgptools-satnet": "satellite 75",
};

Deno.test("LIST_MEANINGS - have a trait and a weight for each feed", () => {
  const meanings = LIST_MEANINGS.entries()
    .map(([feed, { kind, weight }]) => [feed, `${kind} ${weight}`]);
  assert.deepEqual(Object.fromEntries(meanings), lists);
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
      /x4b|firehol|spamhaus|bgp|google|bing|gpt|openai|perplexity|apple|duck|cloudflare|aws|amazon|azure|microsoft|tor-?project/i,
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
