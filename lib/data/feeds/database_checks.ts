import { type IpAddress, parseIp } from "../../net/ip_address.ts";
import { MmdbFile } from "../mmdb_file.ts";
import { asnOf, fieldsOf } from "../records/fields.ts";
import { factsOfRecord } from "../records/geo_record.ts";
import { writeColumnFile } from "../columns/column_file.ts";
import { placeTableParts, STORED_FACTS } from "../places/place_table_build.ts";
import type { Facts } from "../facts.ts";
import type { Compiled, FeedDeps } from "./feed.ts";

/**
 * Countries of addresses that have not moved for years, one per registry: four
 * name servers and websites, and an operator. From DB-IP City Lite, 2026-06-05.
 */
const COUNTRIES: [address: string, country: string][] = [
  ["8.8.8.8", "US"],
  ["202.12.29.142", "AU"],
  ["41.0.0.1", "ZA"],
  ["200.160.2.3", "BR"],
  ["2001:67c:2e8:22::c100:68b", "NL"],
];

/** Further ones of IPv6, for files without IPv4: research networks. From IPFire's database, 2026-06-25. */
const COUNTRIES6: typeof COUNTRIES = [
  ["2001:200::1", "JP"],
  ["2001:638::1", "DE"],
  ["2001:660::1", "FR"],
  ["2001:da8::1", "CN"],
];

/** AS numbers of well-known addresses. From RouteViews, 2026-06-17. */
const ASNS: [address: string, asn: number][] = [
  ["8.8.8.8", 15169],
  ["1.1.1.1", 13335],
  ["193.0.6.139", 3333],
  ["9.9.9.9", 19281],
  ["2001:4860:4860::8888", 15169],
];

/** Further ones of IPv6, for files without IPv4. From RIPE RIS, 2026-11. */
const ASNS6: typeof ASNS = [
  ["2606:4700:4700::1111", 13335],
  ["2001:67c:2e8:22::c100:68b", 3333],
  ["2620:fe::fe", 19281],
];

/**
 * Checks a database against known addresses.
 *
 * @param family the only one to check
 * @throws {Error} if more than one is not in its country
 */
export function checkCountries(
  countryOf: (ip: IpAddress) => string | undefined,
  family?: 4 | 6,
): void {
  check(knownOf(family, COUNTRIES, COUNTRIES6), countryOf);
}

/**
 * Checks a database against known addresses.
 *
 * @param family the only one in the database
 * @throws {Error} if more than one does not have its AS number
 */
export function checkAsns(
  asnOf: (ip: IpAddress) => number | undefined,
  family?: 4 | 6,
): void {
  check(knownOf(family, ASNS, ASNS6), asnOf);
}

function knownOf<Value>(
  family: 4 | 6 | undefined,
  ...[known, known6]: readonly (readonly [string, Value])[][]
): readonly (readonly [string, Value])[] {
  return family === undefined ? known : [...known, ...known6]
    .filter(([address]) => address.includes(":") === (family === 6));
}

/** In private space, which is nobody's. */
const PRIVATE = ["10.0.0.1", "172.16.0.1", "192.168.0.1", "fd00::1"];

/** Tolerates one mismatch, because an address may have moved, and no private address. */
function check<Value>(
  known: readonly (readonly [address: string, value: Value])[],
  valueOf: (ip: IpAddress) => Value | undefined,
): void {
  const wrong = known.flatMap(([text, expected]) => {
    const ip = parseIp(text);
    const value = ip ? valueOf(ip) : undefined;
    return value === expected
      ? []
      : [`${text} is ${value ?? "unknown"} instead of ${expected}`];
  });
  if (wrong.length > 1) {
    throw new Error(`known addresses are wrong: ${wrong.join(", ")}`);
  }
  for (const text of PRIVATE) {
    const value = valueOf(parseIp(text)!);
    if (value) throw new Error(`it says that the private ${text} is ${value}`);
  }
}

/** Tolerance for clocks that differ. */
const DAY_MS = 86_400_000;

export interface MmdbOptions extends Pick<FeedDeps, "now"> {
  readonly content: "places" | "asns";
}

/**
 * Checks a MaxMind DB file and renames it to `target`, unchanged.
 *
 * @throws {Error} if it cannot be opened, lacks IPv6, was built in the future, or is wrong about known addresses
 */
export async function compileMmdb(
  { content, now }: MmdbOptions,
  source: string,
  target: string,
): Promise<Compiled> {
  const outcome = MmdbFile.read(source, (file) => {
    checkMmdb({ content, now }, file);
    return { entries: file.nodeCount, builtAt: file.builtAt };
  });
  await Deno.rename(source, target);
  return outcome;
}

/**
 * Checks a MaxMind DB file of places, and writes them to `target` as the table
 * that `PlaceTable` reads, which takes half the memory. It has no postal
 * codes, time zones and accuracies.
 *
 * @throws {Error} as {@link compileMmdb}
 */
export async function compilePlaces(
  { now }: Pick<FeedDeps, "now">,
  source: string,
  target: string,
): Promise<Compiled> {
  const { parts, entries } = MmdbFile.read(source, (file) => {
    checkMmdb({ content: "places", now }, file);
    const parts = placeTableParts(
      file,
      (id) => storedFacts(file.factsOf(id)),
    );
    return { parts, entries: file.nodeCount };
  });
  await writeColumnFile(target, parts);
  return { entries, builtAt: parts.builtAt };
}

function storedFacts(facts: Partial<Facts>): Partial<Facts> {
  return Object.fromEntries(
    STORED_FACTS.map((fact) => [fact, facts[fact]])
      .filter(([, value]) => value !== undefined),
  );
}

function checkMmdb(
  { content, now }: MmdbOptions,
  file: MmdbFile,
): void {
  if (!file.supports(6)) throw new Error("it contains no IPv6");
  if (file.builtAt > now() + DAY_MS) {
    const builtAt = new Date(file.builtAt).toISOString();
    throw new Error(`its build time, ${builtAt}, is in the future`);
  }
  const factsOf = (ip: IpAddress) => factsOfRecord(file.record(ip));
  if (content === "places") {
    checkCountries((ip) => {
      const { countryCode, country } = factsOf(ip);
      return countryCode ?? country;
    });
  } else {
    // IPinfo has the number in a field of its own.
    checkAsns((ip) => factsOf(ip).asn ?? asnOf(fieldsOf(file.record(ip)).asn));
  }
}
