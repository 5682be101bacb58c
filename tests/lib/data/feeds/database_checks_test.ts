import assert from "node:assert/strict";
import { withoutEmpty } from "../../../../lib/ipinfo/merge.ts";
import {
  checkAsns,
  checkCountries,
  compileMmdb,
  compilePlaces,
  type MmdbOptions,
} from "../../../../lib/data/feeds/database_checks.ts";
import type { IpAddress } from "../../../../lib/net/ip_address.ts";
import {
  bundledData,
  openBundled,
  packagedDatabases,
} from "../../../support/bundled_data.ts";
import { PlaceTable } from "../../../../lib/data/places/place_table.ts";
import { type MmdbValue, writeMmdb } from "../../../support/mmdb.ts";
import { ip } from "../../../support/address.ts";
import { bitsOf } from "../bits.ts";
import { compiled, withDownload } from "./downloads.ts";

Deno.test("checkCountries, checkAsns - accept the bundled databases", async () => {
  const { geo, asn } = await openBundled(bundledData, "country");
  await geo.loaded(6);
  const looked: string[] = [];
  checkCountries((ip) => {
    looked.push(ip.text);
    return geo.lookup(ip).countryCode;
  });
  checkAsns((ip) => {
    looked.push(ip.text);
    return asn.lookup(ip)?.asn;
  });
  // Five each, and four private ones.
  assert.equal(looked.length, 18);
});

const countries: Record<string, string> = {
  "8.8.8.8": "US",
  "202.12.29.142": "AU",
  "41.0.0.1": "ZA",
  "200.160.2.3": "BR",
  "2001:67c:2e8:22::c100:68b": "NL",
};

Deno.test("checkCountries - tolerates one mismatch", () => {
  const moved = (...texts: string[]) => (ip: IpAddress) =>
    texts.includes(ip.text) ? "CN" : countries[ip.text];
  assert.doesNotThrow(() => checkCountries(moved("8.8.8.8")));
  assert.throws(
    () => checkCountries(moved("8.8.8.8", "41.0.0.1")),
    /^Error: known addresses are wrong: 8\.8\.8\.8 is CN instead of US, 41\.0\.0\.1 is CN instead of ZA$/,
  );
});

Deno.test("checkAsns - throws for an empty table", () =>
  assert.throws(
    () => checkAsns(() => undefined),
    /8\.8\.8\.8 is unknown instead of 15169, 1\.1\.1\.1 is unknown instead of 13335/,
  ));

const now = () => Date.UTC(2026, 10, 21);
const compile =
  (content: MmdbOptions["content"]) => (from: string, to: string) =>
    compileMmdb({ content, now }, from, to);
const pack = (from: string, to: string) => compilePlaces({ now }, from, to);

const networks = {
  "8.8.8.8": 15169,
  "1.1.1.1": 13335,
  "193.0.6.139": 3333,
  "9.9.9.9": 19281,
  "2001:4860:4860::8888": 15169,
};

function file<Known>(
  known: Record<string, Known>,
  recordOf: (known: Known) => MmdbValue,
  options: Parameters<typeof writeMmdb>[1] = {},
) {
  const entries = Object.entries(known)
    .map(([text, value]) => [bitsOf(text), recordOf(value)] as const);
  return writeMmdb(entries, { ipVersion: 6, type: "test", ...options });
}

const nested = (code: string) => ({ country: { iso_code: code } });

Deno.test("compileMmdb - stores a database unchanged", async () => {
  const bytes = file(countries, nested);
  const { entries, builtAt, stored } = await compiled(compile("places"), bytes);
  assert.deepEqual(stored, bytes);
  assert.equal(builtAt, 1_780_000_000_000);
  // The addresses share prefixes.
  assert(entries > 128 && entries < 5 * 128, String(entries));
});

const shapes: ((code: string) => MmdbValue)[] = [
  nested,
  (code) => ({ registered_country: { iso_code: code } }),
  (code) => ({ country_code: code, city: "x" }),
  (code) => ({ country: code }),
  (code) => ({ country: "A name", country_code: code }),
];
const asnShapes: ((asn: number) => MmdbValue)[] = [
  (asn) => ({ autonomous_system_number: { uint: asn } }),
  (asn) => ({ asn: `AS${asn}` }),
  (asn) => ({ asn }),
];
const inShapes = [
  ...shapes.map((of) => ["places", of, file(countries, of)] as const),
  ...asnShapes.map((of) => ["asns", of, file(networks, of)] as const),
];
for (const [content, shape, bytes] of inShapes) {
  Deno.test(`compileMmdb - finds the ${content} of ${shape}`, async () => {
    const { builtAt } = await compiled(compile(content), bytes);
    assert.equal(builtAt, 1_780_000_000_000);
  });
}

Deno.test("compileMmdb - keeps the bundled country database", async () => {
  const bytes = await Deno.readFile(packagedDatabases.country);
  const { entries } = await compiled(compile("places"), bytes);
  assert(entries > 500_000, String(entries));
});

Deno.test("compilePlaces - packs the places that DB-IP's records name", async () => {
  const record = (code: string): MmdbValue => ({
    city: { names: { en: `${code} City (Center)` } },
    continent: { code: "EU" },
    country: { iso_code: code, names: { en: "A name" } },
    location: { latitude: 12.34567, longitude: -1.5, time_zone: "Etc/UTC" },
    postal: { code: "123" },
    subdivisions: [{ names: { en: "North" } }],
  });
  const bytes = file(countries, record);
  const { entries, builtAt, stored } = await compiled(pack, bytes);
  assert.equal(builtAt, 1_780_000_000_000);
  assert(entries > 128 && entries < 5 * 128, String(entries));
  const table = new PlaceTable(stored, (facts) => facts);
  assert.equal(table.builtAt, builtAt);
  for (const [text, countryCode] of Object.entries(countries)) {
    const address = ip(text);
    assert(table.supports(address.family));
    assert.deepEqual(withoutEmpty(table.factsOf(table.recordId(address))), {
      countryCode,
      region: "North",
      city: `${countryCode} City`,
      district: "Center",
      latitude: 12.3457,
      longitude: -1.5,
    });
  }
  assert.equal(table.recordId(ip("9.9.9.9")), 0);
  assert.equal(table.recordId(ip("2001:4860::1")), 0);
});

/** The library's own, if it is not a database at all. */
const anyError = /^Error: /;
const failures: [
  why: string,
  content: MmdbOptions["content"],
  bytes: Uint8Array,
  message: RegExp,
][] = [
  [
    "known addresses in the wrong country",
    "places",
    file(countries, () => nested("CN")),
    /known addresses are wrong: 8\.8\.8\.8 is CN instead of US/,
  ],
  [
    "a geolocation database instead of an ASN database",
    "asns",
    file(countries, nested),
    /known addresses are wrong: 8\.8\.8\.8 is unknown instead of 15169/,
  ],
  [
    "an IPv4 database",
    "places",
    writeMmdb([["1", nested("US")]]),
    /it contains no IPv6/,
  ],
  [
    "a database built in the future",
    "places",
    file(countries, nested, { buildEpoch: 1_800_000_000 }),
    /its build time, 2027-01-15T08:00:00\.000Z, is in the future/,
  ],
  ["half a file", "places", file(countries, nested).slice(0, 900), anyError],
  ["a web page", "places", new TextEncoder().encode("<html></html>"), anyError],
  ["nothing", "places", new Uint8Array(), anyError],
];
for (const [why, content, bytes, message] of failures) {
  Deno.test(`compileMmdb - rejects ${why} and leaves the download in place`, async () => {
    await withDownload(bytes, async (source, target) => {
      const failure = await compile(content)(source, target).catch(String);
      assert.match(`${failure}`, message);
      if (content === "places") {
        const noDatabase = "Error: it is not a MaxMind DB file";
        assert.equal(
          await pack(source, target).catch(String),
          message === anyError ? noDatabase : failure,
        );
      }
      assert.deepEqual(await Deno.readFile(source), bytes);
      await assert.rejects(Deno.stat(target), Deno.errors.NotFound);
    });
  });
}
