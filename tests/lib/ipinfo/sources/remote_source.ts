import assert from "node:assert/strict";
import fc from "fast-check";
import type { IpAddress } from "../../../../lib/net/ip_address.ts";
import { SourceBusyError } from "../../../../lib/ipinfo/remote_sources.ts";
import { ip } from "../../../support/address.ts";
import { cidrContains, parseCidr } from "../../../../lib/net/cidr.ts";
import { isEvidenceDetail } from "../../../../lib/ipinfo/view/evidence_detail.ts";
import { countryFacts } from "../../../../lib/data/places/countries.ts";
import type {
  Facts,
  Findings,
  RemoteSource,
} from "../../../../lib/ipinfo/profile.ts";
import {
  endlessWaits,
  testWithoutLeaks,
  type Upstream,
  upstream,
  useless,
} from "../../../support/upstream.ts";
import { forAllAsync } from "../../../support/for_all.ts";

/** What every source that asks a server over HTTP has to stand. */

export const SECRET = "s3cr3t";

export { ip };

/** A signal that is there for the case that the test hangs. */
export const patience = () => AbortSignal.timeout(20_000);

export type Make = (url: URL, fetch: typeof globalThis.fetch) => RemoteSource;

/** A test with a server, which leaves nothing open. */
export const test = (
  name: string,
  check: (server: Upstream) => Promise<void>,
) =>
  testWithoutLeaks(name, async () => {
    await using server = upstream({});
    await check(server);
  });

/** Lookups by a source that asks the server at a URL. */
export const lookups =
  (make: Make) => ({ url }: { url: URL }, address = "8.8.8.8") =>
    make(url, fetch).lookup(ip(address), patience());

/** What evidence is about, and how much it weighs. */
export const weightsIn = ({ evidence = [] }: Findings) =>
  evidence.map(({ kind, weight }) => [kind, weight]);

/** Asserts that a source rests after a lookup. */
export async function assertRests(lookup: Promise<Findings>, restMs: number) {
  const error = await assertFails(lookup);
  assert(error instanceof SourceBusyError);
  assert.equal(error.retryAfterMs, restMs);
}

/** Asserts that a lookup fails with a plain error that tells no secret. */
export async function assertFails(lookup: Promise<Findings>): Promise<Error> {
  const error = await lookup.then(() => null, (error) => error);
  assert(error instanceof Error, "the lookup did not fail");
  const text = `${Deno.inspect(error)} ${error.stack} ${error.message}`;
  assert(!text.includes(SECRET) && !text.includes(btoa(`42:${SECRET}`)), text);
  assert(!/https?:\/\/127/.test(text), text);
  return error;
}

/** The name and kind of a source, and the default URL of its server. */
interface Identity {
  readonly name: string;
  readonly kind: string;
  readonly url?: readonly [actual: string, expected: string];
}

/** Tests a source's limits, and it against every bad server and with every mutation of a good answer. */
export function testSource(
  name: string,
  make: Make,
  example: unknown,
  { url, ...identity }: Identity,
) {
  Deno.test(`${name} - has a name, a kind and time limits`, () => {
    if (url) assert.equal(url[0], url[1]);
    const source = make(new URL("http://source.test"), fetch);
    const { name, kind, timeoutMs, lifetimeMs, emptyLifetimeMs } = source;
    assert.deepEqual({ name, kind, timeoutMs, lifetimeMs, emptyLifetimeMs }, {
      ...identity,
      timeoutMs: 1500,
      lifetimeMs: 86_400_000,
      emptyLifetimeMs: 300_000,
    });
  });
  for (const [fault, reply] of Object.entries(useless)) {
    testWithoutLeaks(`${name} - fails on ${fault}`, async () => {
      await using server = upstream(reply);
      const source = make(server.url, fetch);
      const error = await assertFails(source.lookup(ip("8.8.8.8"), patience()));
      assert.equal(error.name, "OutboundError");
    });
  }
  for (const [fault, behaviour] of Object.entries(endlessWaits)) {
    testWithoutLeaks(`${name} - ends ${fault} by the signal`, async () => {
      await using server = upstream(behaviour);
      const stop = new AbortController();
      const source = make(server.url, fetch);
      const lookup = source.lookup(ip("8.8.8.8"), stop.signal);
      const reason = new Error("time is up");
      setTimeout(() => stop.abort(reason), 50);
      await assert.rejects(lookup, (error) => error === reason);
    });
  }
  Deno.test(`${name} - makes sound findings of any value or fails`, async () => {
    const bodies = fc.oneof(fc.jsonValue(), mutated(example));
    await forAllAsync([bodies], async (body) => {
      const answer = () => Promise.resolve(Response.json(body));
      const source = make(new URL("http://source.test"), answer);
      const address = ip("8.8.8.8");
      const found = await source.lookup(address, patience()).catch((error) => {
        assert(error instanceof Error);
        assert.equal(error.name, "OutboundError");
      });
      if (found) assertSound(found, address, source.name);
    }, { numRuns: 300 });
  });
}

/** The value with some of its parts replaced by any JSON. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  const oddities = fc.constantFrom<unknown>(
    ...["", " ", "x".repeat(201), "a\u0000", "\ud800", "0.5 (Very High)"],
    ...["AS0", "AS99999999999", "0.0.0.0/0", "8.0.0.0/33", "2026-02-31"],
    ...["Nowhere/Land", "+01:00", "Factory", "europe/berlin", "ZZ", "QQQ"],
    ...["a\u202eb", "<script>", "constructor", -1, 1e308, 0.5],
  );
  const replaced = fc.oneof(oddities, fc.jsonValue({ maxDepth: 1 }));
  const inside = Array.isArray(value)
    ? fc.tuple(...value.map(mutated))
    : typeof value === "object" && value !== null
    ? fc.record(
      Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, mutated(inner)]),
      ),
      { requiredKeys: [] },
    )
    : fc.constant(value);
  return fc.oneof(
    { weight: 4, arbitrary: inside },
    { weight: 1, arbitrary: replaced },
  );
}

const oneOf = (pattern: RegExp) => (value: unknown) =>
  typeof value === "string" && pattern.test(value);
const line = (value: unknown) =>
  typeof value === "string" && value.trim() === value && value !== "" &&
  value.length <= 200 && !/[\p{Cc}\p{Bidi_Control}]/u.test(value) &&
  value.isWellFormed();
const number = (min: number, max: number) => (value: unknown) =>
  typeof value === "number" && value >= min && value <= max;
const wholeNumber = (min: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && number(min, max)(value);
const day = (value: unknown) =>
  oneOf(/^\d{4}-\d\d-\d\d$/)(value) &&
  new Date(String(value)).toISOString().slice(0, 10) === value;

/** What a fact has to be. */
const SOUND: { readonly [K in keyof Facts]: (value: unknown) => boolean } = {
  label: line,
  note: line,
  hostname: oneOf(/^[a-z0-9_][a-z0-9_.-]*$/),
  continent: line,
  continentCode: oneOf(/^(?:AF|AN|AS|EU|NA|OC|SA)$/),
  country: line,
  countryCode: (value) => countryFacts(String(value)) !== undefined,
  region: line,
  regionCode: oneOf(/^[A-Z0-9]{1,3}$/),
  city: line,
  district: line,
  zip: line,
  latitude: number(-90, 90),
  longitude: number(-180, 180),
  accuracyRadiusKm: wholeNumber(0, 20_040),
  timezone: (value) =>
    new Temporal.ZonedDateTime(0n, String(value)).timeZoneId === value,
  asn: wholeNumber(1, 0xffffffff),
  asnConfidence: wholeNumber(0, 100),
  asnOrg: line,
  asnName: line,
  asnDomain: oneOf(/^[a-z0-9_.-]+$/),
  asnType: line,
  asnCreated: day,
  asnUpdated: day,
  route: oneOf(/^[\d.]+\/\d+$/),
  rpki: oneOf(/^(?:valid|invalid|not-found)$/),
  rir: oneOf(/^(?:ARIN|RIPE|APNIC|LACNIC|AFRINIC)$/),
  isp: line,
  org: line,
  assignedOrg: line,
  abuseScore: wholeNumber(0, 100),
  abuseEmail: oneOf(/^[^\s@]+@[^\s@]+$/),
  abusePhone: line,
};

/** What is true in some country, and not to be mixed with another. */
const OF_A_PLACE = [
  ...["country", "continent", "continentCode", "region", "regionCode"] as const,
  ...["city", "district", "zip", "latitude", "timezone"] as const,
];

function assertSound(
  { facts, evidence = [] }: Findings,
  address: IpAddress,
  source: string,
) {
  for (const [fact, value] of Object.entries(facts)) {
    assert(Object.hasOwn(SOUND, fact), fact);
    assert(SOUND[fact as keyof Facts](value), `${fact}: ${value}`);
  }
  if (facts.route) {
    const route = parseCidr(facts.route);
    assert(route && cidrContains(route, address) && route.prefixLength >= 8);
  }
  assert.equal(facts.latitude === undefined, facts.longitude === undefined);
  if (facts.countryCode === undefined) {
    for (const fact of OF_A_PLACE) assert.equal(facts[fact], undefined, fact);
  }
  for (const item of evidence) {
    assert.equal(item.source, source);
    assert(wholeNumber(-100, 100)(item.weight) && item.weight !== 0);
    assert(isEvidenceDetail(item.detail), JSON.stringify(item.detail));
    assert(item.observedAt === null || Number.isInteger(item.observedAt));
  }
}
