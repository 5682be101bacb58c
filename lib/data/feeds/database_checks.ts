import { type IpAddress, parseIp } from "../../net/ip_address.ts";
import { MmdbFile } from "../mmdb_file.ts";
import type { Compiled } from "./feed.ts";

/**
 * Where addresses are that have not moved for years, one of each registry: four
 * name servers and websites, and an operator. As DB-IP City Lite had them on
 * 2026-06-05.
 */
const COUNTRIES: readonly [address: string, country: string][] = [
  ["8.8.8.8", "US"],
  ["202.12.29.142", "AU"],
  ["41.0.0.1", "ZA"],
  ["200.160.2.3", "BR"],
  ["2001:67c:2e8:22::c100:68b", "NL"],
];

/** Who announces addresses that are known for it. As RouteViews saw them on 2026-06-17. */
const ASNS: readonly [address: string, asn: number][] = [
  ["8.8.8.8", 15169],
  ["1.1.1.1", 13335],
  ["193.0.6.139", 3333],
  ["9.9.9.9", 19281],
  ["2001:4860:4860::8888", 15169],
];

/** @throws {Error} where under four of the five known addresses are in their countries */
export function checkCountries(
  countryOf: (ip: IpAddress) => string | undefined,
): void {
  check(COUNTRIES, countryOf);
}

/** @throws {Error} where under four of the five known addresses are in their networks */
export function checkAsns(
  asnOf: (ip: IpAddress) => number | undefined,
): void {
  check(ASNS, asnOf);
}

/** One may have moved. */
function check<Answer>(
  known: readonly [address: string, answer: Answer][],
  answerOf: (ip: IpAddress) => Answer | undefined,
): void {
  const wrong = known.flatMap(([text, expected]) => {
    const ip = parseIp(text);
    const answer = ip ? answerOf(ip) : undefined;
    return answer === expected
      ? []
      : [`${text} is ${answer ?? "unknown"} instead of ${expected}`];
  });
  if (wrong.length > 1) {
    throw new Error(`known addresses are misplaced: ${wrong.join(", ")}`);
  }
}

/** A clock may be a little off. */
const DAY_MS = 86_400_000;

export interface MmdbOptions {
  readonly holds: "places" | "asns";
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Checks a MaxMind DB file and keeps it as it is.
 *
 * @throws {Error} where it does not open, lacks IPv6, is of the future, or has known addresses in the wrong place
 */
export async function compileMmdb(
  { holds, now }: MmdbOptions,
  source: string,
  target: string,
): Promise<Compiled> {
  const bytes = await Deno.readFile(source);
  const file = MmdbFile.open(bytes);
  if (!file.serves(6)) throw new Error("it holds no IPv6");
  if (file.builtAt > now() + DAY_MS) {
    throw new Error(`it says it is of ${new Date(file.builtAt).toISOString()}`);
  }
  if (holds === "places") checkCountries((ip) => countryOf(file.record(ip)));
  else checkAsns((ip) => asnOf(file.record(ip)));
  await Deno.rename(source, target);
  return { entries: file.nodeCount, builtAt: file.builtAt };
}

/** The country of a record: nested as of DB-IP and MaxMind, or flat as of ip-location-db and IPinfo. */
function countryOf(record: unknown): string | undefined {
  const { country, registered_country, country_code } = fieldsOf(record);
  const code = fieldsOf(country).iso_code ??
    fieldsOf(registered_country).iso_code ?? country_code ?? country;
  return typeof code === "string" ? code : undefined;
}

/** The AS number of a record: a number as of MaxMind, or text as of IPinfo ("AS15169"). */
function asnOf(record: unknown): number | undefined {
  const { autonomous_system_number, asn } = fieldsOf(record);
  const number = Number(
    String(autonomous_system_number ?? asn).replace(/^AS/, ""),
  );
  return Number.isInteger(number) ? number : undefined;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
