import assert from "node:assert/strict";
import { DnsResponses } from "../../../../lib/egress/probe/dns_responses.ts";
import { Sightings } from "../../../../lib/egress/probe/sightings.ts";
import { bundledData, openBundled } from "../../../support/bundled_data.ts";
import { type Origin, Origins } from "../../../../lib/ipinfo/origins.ts";
import type { IpAddress } from "../../../../lib/net/ip_address.ts";
import { ip as anyIp } from "../../net/arbitraries.ts";
import { decoded, queryOf, recordTexts } from "./dns_messages.ts";
import { ADDRESSES, ip, NOW_MS, ZONE } from "./probe_server.ts";
import { forAll } from "../../../support/for_all.ts";
import samples from "./origin_zone.json" with { type: "json" };

const ORIGIN_ZONE = "as.example.test";
const CLIENT = ip("192.0.2.53");

const known: Record<string, Origin> = samples.origins;

const registered = { countryCode: "US", rir: "ARIN", date: "2000-03-30" };
const systems = [
  { asn: 15169, org: `Google | ${"x".repeat(300)}`, ...registered },
  ...[0xffff_ffff, 0]
    .map((asn) => ({ asn, org: "", countryCode: "", rir: "", date: "" })),
];
const origins: Pick<Origins, "ofAddress" | "system"> = {
  ofAddress: ({ text }) => known[text] ?? null,
  system: (asn) => systems.find((system) => system.asn === asn) ?? null,
};

function responsesOf(
  options: Partial<ConstructorParameters<typeof DnsResponses>[0]> = {},
) {
  const now = () => NOW_MS;
  return new DnsResponses({
    origin: { zone: ORIGIN_ZONE, origins },
    addresses: ADDRESSES,
    sightings: new Sightings({ now }),
    now,
    ...options,
  });
}

const responses = responsesOf();

/** The response code and the records of a name in the zone. */
function ask(name: string, type = "TXT", from = responses): string[] {
  const query = queryOf(name, { type });
  const { rcode, answers } = decoded(from.respond(query, CLIENT, "tcp"));
  return [rcode, ...recordTexts(answers)];
}

/** The labels of an address in reverse order. */
function reversed(ip: IpAddress): string {
  if (ip.family === 4) return ip.text.split(".").reverse().join(".");
  const hex = ip.words.map((word) => word.toString(16).padStart(8, "0"));
  return [...hex.join("")].reverse().join(".");
}

const google6 = reversed(ip("2001:4860:4860::8888"));

const cases = [
  ["8.8.8.8.origin", "15169 | 8.8.8.0/24 | US | arin | 2014-03-14"],
  ["8.8.8.8.OriGin", "15169 | 8.8.8.0/24 | US | arin | 2014-03-14"],
  ["1.0.0.193.origin", "3333 | 193.0.0.0/21 |  | ripencc | "],
  [`${google6}.origin`, "15169 | 2001:4860::/32 | US | arin | 2005-03-14"],
  [`${google6}.origin6`, "15169 | 2001:4860::/32 | US | arin | 2005-03-14"],
  [
    `${reversed(ip("2001:db8:0:1:a000::"))}.origin6`.slice(30),
    "64496 | 2001:db8:0:1::/64 | ZZ | iana | ",
  ],
  ["8.8.8.8.asn", "15169|8.8.8.0/24|US|arin|2014-03-14"],
  ["1.0.0.193.asn", "3333|193.0.0.0/21"],
  [`${google6}.asn6`, "15169|2001:4860::/32|US|arin|2005-03-14"],
  [
    "AS15169.asn",
    `15169 | US | arin | 2000-03-30 | Google   ${"x".repeat(141)}, US`,
  ],
  ["as4294967295", "4294967295 |  |  |  | "],
] as const;
for (const [name, text] of cases) {
  Deno.test(`OriginZone.respond - TXT of ${name}`, () =>
    assert.deepEqual(ask(`${name}.${ORIGIN_ZONE}`), [
      ...["NOERROR", `${name}.${ORIGIN_ZONE} 3600 TXT ${text}`],
    ]));
}

const names = [
  ...["9.9.9.9.origin", "1.0.0.127.asn", `${google6}.asn`, "8.8.8.8.origin6"],
  ...["8.8.8.8.asn6", "8.8.8.256.origin", "8.8.8.08.origin", "as015169.asn"],
  ...["8.8.8.8.8.origin", `0.${google6}.origin6`, "x.origin", "as1", "as0"],
  ...["as4294967296.asn", "as15169.origin", "x.as15169.asn", "peer"],
  "constructor",
];
for (const name of names) {
  Deno.test(`OriginZone.respond - NXDOMAIN for ${name}`, () =>
    assert.deepEqual(ask(`${name}.${ORIGIN_ZONE}`), ["NXDOMAIN"]));
}

const parents = [
  ...["origin", "asn6", "8.origin", "8.8.8.asn"],
  ...[`${google6.slice(-29)}.origin`, `${google6.slice(-31)}.origin6`],
  `${google6.slice(-61)}.origin6`,
];
for (const name of parents) {
  Deno.test(`OriginZone.respond - ${name} exists without records`, () =>
    assert.deepEqual(ask(`${name}.${ORIGIN_ZONE}`), ["NOERROR"]));
}

Deno.test("OriginZone.respond - has a name server if its addresses are known", () => {
  const server = `ns.${ORIGIN_ZONE}`;
  const ns = `${ORIGIN_ZONE} 0 NS ${server}`;
  assert.deepEqual(ask(ORIGIN_ZONE, "NS"), ["NOERROR", ns]);
  const address = `${server} 0 A 192.0.2.1`;
  assert.deepEqual(ask(server, "A"), ["NOERROR", address]);
  const alone = responsesOf({ addresses: [] });
  assert.deepEqual(ask(ORIGIN_ZONE, "NS", alone), ["NOERROR"]);
  assert.deepEqual(ask(server, "A", alone), ["NXDOMAIN"]);
  const soa = `${ORIGIN_ZONE} 300 SOA ${server} hostmaster.${ORIGIN_ZONE} 300`;
  assert.deepEqual(ask(ORIGIN_ZONE, "SOA", alone), ["NOERROR", soa]);
  const query = queryOf(`9.9.9.9.origin.${ORIGIN_ZONE}`, { type: "TXT" });
  const { authorities } = decoded(responses.respond(query, CLIENT, "udp"));
  assert.deepEqual(recordTexts(authorities), [soa]);
});

Deno.test("OriginZone.respond - answers beside and below the leak test's zone, and nothing else", () => {
  const origin = { zone: `as.${ZONE}`, origins };
  const both = responsesOf({ zone: ZONE, origin });
  const name = `8.8.8.8.asn.as.${ZONE}`;
  const text = `${name} 3600 TXT 15169|8.8.8.0/24|US|arin|2014-03-14`;
  assert.deepEqual(ask(name, "TXT", both), ["NOERROR", text]);
  assert.deepEqual(ask(ZONE, "A", both), ["NOERROR", `${ZONE} 0 A 192.0.2.1`]);
  const elsewhere = ask("8.8.8.8.origin.asn.cymru.com", "TXT", both);
  assert.deepEqual(elsewhere, ["REFUSED"]);
  assert.deepEqual(ask(ZONE, "A", responsesOf()), ["REFUSED"]);
  assert.deepEqual(ask(`8.8.8.8.origin.${ORIGIN_ZONE}`, "AXFR"), ["REFUSED"]);
});

Deno.test("OriginZone.respond - keeps the bounds on size and rate in a flood", () => {
  const flooded = responsesOf({ responsesPerSecond: 100 });
  let [sent, received, answers] = [0, 0, 0];
  for (let i = 0; i < 20_000; i++) {
    const name = i % 2 === 0
      ? `8.8.8.8.origin.${ORIGIN_ZONE}`
      : `${i & 255}.${i >> 8}.0.9.asn.${ORIGIN_ZONE}`;
    const query = queryOf(name, { type: "TXT", edns: null });
    const response = flooded.respond(query, ip(`198.51.100.${i & 255}`), "udp");
    sent += query.length;
    received += response?.length ?? 0;
    if (!response) continue;
    assert(response.length <= 3 * query.length);
    const isTruncated = (response[2] & 2) !== 0;
    if (!isTruncated) answers++;
  }
  assert.equal(answers, 100);
  assert(received < sent);
});

const tables = await openBundled(bundledData, "country");
const bundled = new Origins(() => tables);

Deno.test("Origins - agrees with the table of systems, and covers the address", () =>
  forAll([anyIp], (address) => {
    const origin = bundled.ofAddress(address);
    const asn = tables.asn.lookup(address)?.asn;
    if (!origin) return;
    assert.equal(origin.asn, asn);
    assert.match(origin.rir, /^(?:ARIN|RIPE|APNIC|LACNIC|AFRINIC)?$/);
    assert.match(origin.countryCode, /^(?:[A-Z]{2})?$/);
    assert(bundled.system(origin.asn));
    const text = `${reversed(address)}.origin.${ORIGIN_ZONE}`;
    const zone = { zone: ORIGIN_ZONE, origins: bundled };
    const from = responsesOf({ origin: zone });
    assert.equal(ask(text, "TXT", from)[1].split(" ")[3], String(asn));
  }, { numRuns: 2_000 }));

Deno.test("Origins - knows addresses and systems, and nothing of reserved ones", () => {
  const { prefix, ...google } = bundled.ofAddress(ip("8.8.8.8"))!;
  const expected = { asn: 15169, countryCode: "US", rir: "ARIN", date: "" };
  assert.deepEqual(google, expected);
  assert.match(prefix, /^8\.8\.8\.0\/2\d$/);
  assert.equal(bundled.ofAddress(ip("2001:4860:4860::8888"))?.asn, 15169);
  assert.match(bundled.system(3333)?.org ?? "", /RIPE|Reseaux/i);
  assert.equal(bundled.system(3333)?.rir, "RIPE");
  for (const none of ["10.0.0.1", "::1", "240.0.0.1", "2001:db8::1"]) {
    assert.equal(bundled.ofAddress(ip(none)), null, none);
  }
  assert.equal(bundled.system(64_512), null);
});
