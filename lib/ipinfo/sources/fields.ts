import { isObject } from "../../core/json.ts";
import { cleanText } from "../../core/text.ts";
import { countryFacts } from "../../data/places/countries.ts";
import type { Fact, Facts } from "../../data/facts.ts";
import { timeZoneName } from "../../data/records/fields.ts";
import { cidrContains, formatCidr, parseCidr } from "../../net/cidr.ts";
import { parseDomain, parseHostname } from "../../net/domain.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Trait } from "../view/evidence_detail.ts";
import { WIDEST_ROUTE } from "./asn.ts";

// Each reader returns undefined for an invalid value, so that the rest of a
// response is still used.

/** Half the circumference of the earth. */
const MAX_RADIUS_KM = 20_040;
const MAX_ASN = 0xffffffff;

type Reader<T> = (value: unknown) => T | undefined;

const matching = (pattern: RegExp): Reader<string> => (value) => {
  const text = cleanText(value);
  return text && pattern.test(text) ? text : undefined;
};

const within =
  (min: number, max: number, digits: number): Reader<number> => (value) => {
    if (typeof value !== "number" || !(value >= min && value <= max)) {
      return undefined;
    }
    const scale = 10 ** digits;
    return Math.round(value * scale) / scale + 0;
  };

export const text: Reader<string> = cleanText;

export const flag: Reader<boolean> = (value) =>
  typeof value === "boolean" ? value : undefined;

export const percent = within(0, 100, 0);
export const count = within(0, Number.MAX_SAFE_INTEGER, 0);

/** An ISO 8601 time as milliseconds since the epoch. */
export const time: Reader<number> = (value) =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value)
    ? dateOf(value)?.getTime()
    : undefined;

/** The date in an ISO 8601 date or time. */
const isoDate: Reader<string> = (value) => {
  const date = typeof value === "string"
    ? /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(value)?.[1]
    : undefined;
  // The parser accepts the 31st of every month.
  return date && dateOf(date)?.toISOString().startsWith(date)
    ? date
    : undefined;
};

function dateOf(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const REGISTRIES: Readonly<Record<string, string>> = {
  ARIN: "ARIN",
  RIPE: "RIPE",
  "RIPE NCC": "RIPE",
  RIPENCC: "RIPE",
  APNIC: "APNIC",
  LACNIC: "LACNIC",
  AFRINIC: "AFRINIC",
};

/** How each fact is read that responses contain. */
export const FACT_READERS = {
  /** Validated, because the holder of a reverse zone can write anything there. */
  hostname: (value) =>
    typeof value === "string" ? parseHostname(value) ?? undefined : undefined,
  /** In upper case, of a known country. */
  countryCode: (value) => {
    const code = text(value)?.toUpperCase();
    return code && countryFacts(code) ? code : undefined;
  },
  region: text,
  regionCode: matching(/^[A-Z\d]{1,3}$/),
  city: text,
  district: text,
  zip: text,
  // Four decimal places are eleven meters; more would be noise.
  latitude: within(-90, 90, 4),
  longitude: within(-180, 180, 4),
  accuracyRadiusKm: within(0, MAX_RADIUS_KM, 0),
  timezone: timeZoneName,
  /** A number, or text such as `AS64500`, alone or before a name. */
  asn: (value) => {
    const digits = typeof value === "string"
      ? /^AS(\d{1,10})(?:\s|$)/.exec(value)?.[1]
      : value;
    const number = typeof digits === "string" ? Number(digits) : digits;
    return typeof number === "number" && Number.isInteger(number) &&
        number > 0 && number <= MAX_ASN
      ? number
      : undefined;
  },
  asnOrg: text,
  asnName: text,
  /** In lower-case A-labels. */
  asnDomain: (value) => {
    const name = text(value);
    return name && parseDomain(name)?.ascii;
  },
  asnType: text,
  asnCreated: isoDate,
  asnUpdated: isoDate,
  rir: (value) => {
    const name = text(value)?.toUpperCase() ?? "";
    return Object.hasOwn(REGISTRIES, name) ? REGISTRIES[name] : undefined;
  },
  isp: text,
  org: text,
  assignedOrg: text,
  abuseScore: percent,
  abuseEmail: matching(/^[^\s@<>"]+@[^\s@<>"]+$/),
  abusePhone: text,
} satisfies { readonly [F in Fact]?: Reader<Facts[F]> };

type ReadFact = keyof typeof FACT_READERS;

/** The value at a path such as `location.city`; undefined if there is none. */
export function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const key of path.split(".")) {
    if (!isObject(value)) return undefined;
    value = value[key];
  }
  return value;
}

/**
 * The facts at paths of a response; of several paths, the first with a valid value.
 *
 * Without a country there are no facts about the place either, because they would
 * be combined with the country of another source. One coordinate without the other is
 * dropped.
 */
export function factsAt(
  body: unknown,
  paths: { readonly [F in ReadFact]?: string | readonly string[] },
): Partial<Facts> {
  const facts: Record<string, string | number> = {};
  for (const [fact, path] of Object.entries(paths)) {
    const read: Reader<string | number> = FACT_READERS[fact as ReadFact];
    for (const one of [path].flat()) {
      const value = read(valueAt(body, one));
      if (value !== undefined) facts[fact] ??= value;
    }
  }
  const isLocated = "latitude" in facts && "longitude" in facts;
  if (!("countryCode" in facts)) drop(facts, PLACE);
  if (!isLocated) drop(facts, COORDINATES);
  return facts;
}

const COORDINATES = ["latitude", "longitude", "accuracyRadiusKm"];
const PLACE = [
  ...["region", "regionCode", "city", "district", "zip", "timezone"],
  ...COORDINATES,
];

function drop(facts: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) delete facts[name];
}

/** The flags at paths of a response; those that are neither true nor false are undefined. */
export function flagsAt<T extends Trait>(
  body: unknown,
  paths: Readonly<Record<T, string>>,
): Record<T, boolean | undefined> {
  const entries = Object.entries<string>(paths)
    .map(([trait, path]) => [trait, flag(valueAt(body, path))]);
  return Object.fromEntries(entries);
}

/** The announced block in the text, if it contains the address. */
export function routeOf(
  text: string | undefined,
  ip: IpAddress,
): string | undefined {
  const cidr = text?.includes("/") ? parseCidr(text) : null;
  return cidr && cidrContains(cidr, ip) &&
      cidr.prefixLength >= WIDEST_ROUTE[ip.family]
    ? formatCidr(cidr)
    : undefined;
}
