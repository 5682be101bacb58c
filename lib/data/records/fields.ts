import type { Facts } from "../facts.ts";
import { type CityName, splitCity } from "../places/place_names.ts";
import { BoundedMap } from "../../core/cache.ts";
import { cleanText } from "../../core/text.ts";

/** The unvalidated fields of a record: its file can come from any source. */
export type Fields = Readonly<Record<string, unknown>>;

const MAX_ASN = 0xffffffff;
/** Half the circumference of the Earth: a larger radius covers all of it. */
const MAX_RADIUS_KM = 20_037;

const COUNTRY_CODE = /^[A-Z]{2}$/;
const CONTINENT_CODE = /^(?:AF|AN|AS|EU|NA|OC|SA)$/;
/** The part of an ISO 3166-2 code after the hyphen. */
const REGION_CODE = /^[A-Z\d]{1,3}$/;
const DECIMAL = /^-?\d{1,3}(?:\.\d{1,20})?$/;
const ASN = /^AS(\d{1,10})$/;

const NO_FIELDS: Fields = Object.freeze({});

/** The value itself if it is a map; otherwise an empty map. */
export function fieldsOf(value: unknown): Fields {
  return isMap(value) ? value : NO_FIELDS;
}

export function isMap(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An ISO 3166-1 alpha-2 code in upper case; undefined for anything else. */
export function countryCodeOf(value: unknown): string | undefined {
  return matching(value, COUNTRY_CODE);
}

/** A two-letter continent code in upper case; undefined for anything else. */
export function continentCodeOf(value: unknown): string | undefined {
  return matching(value, CONTINENT_CODE);
}

/** The part of an ISO 3166-2 code after the hyphen; undefined for anything else. */
export function regionCodeOf(value: unknown): string | undefined {
  return matching(value, REGION_CODE);
}

/**
 * Degrees from a number or decimal text, rounded to four decimal places: further
 * digits are noise of 32-bit floats. Undefined for anything else, and beyond
 * ±`limit`.
 */
function degreesOf(value: unknown, limit: number): number | undefined {
  const degrees = typeof value === "string" && DECIMAL.test(value)
    ? Number(value)
    : value;
  if (typeof degrees !== "number" || !(Math.abs(degrees) <= limit)) {
    return undefined;
  }
  return Math.round(degrees * 1e4) / 1e4 + 0;
}

/** An AS number from a number or text such as `AS15169`; undefined for anything else, and for 0, which is reserved (RFC 7607). */
export function asnOf(value: unknown): number | undefined {
  const asn = typeof value === "string"
    ? Number(ASN.exec(value)?.[1] ?? NaN)
    : value;
  return typeof asn === "number" && Number.isInteger(asn) && asn > 0 &&
      asn <= MAX_ASN
    ? asn
    : undefined;
}

/** A radius in whole kilometers, at least 1; undefined for anything else. */
export function radiusKmOf(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 && value <= MAX_RADIUS_KM
    ? Math.max(1, Math.round(value))
    : undefined;
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

/** Adds the facts that are known: neither undefined nor empty. */
export function addKnown(
  facts: Partial<Facts>,
  known: { readonly [F in keyof Facts]?: Facts[F] | undefined },
): void {
  const added: Record<string, unknown> = facts;
  for (const name in known) {
    const value = known[name as keyof Facts];
    if (value) added[name] = value;
  }
}

interface Network {
  readonly asn?: number;
  /** The operator of the autonomous system. */
  readonly asnOrg?: string;
  readonly isp?: string;
  readonly org?: string;
}

/** Adds the network. `isp` and `org` default to `asnOrg`, the best guess. */
export function addNetwork(
  facts: Partial<Facts>,
  { asn, asnOrg, isp = asnOrg, org = asnOrg }: Network,
): void {
  addKnown(facts, { asn, asnOrg, isp, org });
}

/** Adds city and district. `explicitDistrict` takes precedence over a district in the name. */
export function addCity(
  facts: Partial<Facts>,
  name: string | undefined,
  explicitDistrict?: string,
): void {
  const { city, district }: Partial<CityName> = name ? splitCity(name) : {};
  addKnown(facts, { city, district: explicitDistrict ?? district });
}

export function addCoordinates(
  facts: Partial<Facts>,
  latitude: unknown,
  longitude: unknown,
): void {
  const north = degreesOf(latitude, 90);
  const east = degreesOf(longitude, 180);
  if (north === undefined || east === undefined) return;
  facts.latitude = north;
  facts.longitude = east;
}

/** Entries per cache generation; there are about 600 zones. Bounded because remote sources choose the texts. */
const MAX_CACHED = 1_024;

/** Zone lookups are slow. Null for text that is not a zone. */
const zoneNameCache = new BoundedMap<string, string | null>(MAX_CACHED);

/**
 * A time zone name in IANA's spelling, from text in any case; undefined for
 * anything else, including UTC offsets. Former names are not replaced by current
 * ones.
 */
export function timeZoneName(value: unknown): string | undefined {
  const text = cleanText(value);
  if (!text) return undefined;
  return zoneNameCache.getOrInsertComputed(text, nameOf) ?? undefined;
}

function nameOf(text: string): string | null {
  if (!/^[a-z]/i.test(text)) return null;
  try {
    // Intl would return the oldest name of a zone: Asia/Calcutta.
    return new Temporal.ZonedDateTime(0n, text).timeZoneId;
  } catch {
    return null;
  }
}
