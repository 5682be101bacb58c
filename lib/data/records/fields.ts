import type { Facts } from "../facts.ts";
import { type CityName, splitCity } from "../places/place_facts.ts";

/** The fields of a record, before anybody has looked at them: a file may come from anywhere. */
export type Fields = Readonly<Record<string, unknown>>;

const MAX_ASN = 0xffffffff;
/** Half of the equator: a wider circle says nothing. */
const MAX_RADIUS_KM = 20_037;

const COUNTRY_CODE = /^[A-Z]{2}$/;
const CONTINENT_CODE = /^(?:AF|AN|AS|EU|NA|OC|SA)$/;
/** Behind the hyphen of ISO 3166-2. */
const REGION_CODE = /^[A-Z\d]{1,3}$/;
const DECIMAL = /^-?\d{1,3}(?:\.\d{1,20})?$/;
const ASN = /^AS(\d{1,10})$/;

const NO_FIELDS: Fields = Object.freeze({});

/** The fields of a map, none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isMap(value) ? value : NO_FIELDS;
}

export function isMap(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** ISO 3166-1 alpha-2. */
export function countryCodeOf(value: unknown): string | undefined {
  return matching(value, COUNTRY_CODE);
}

export function continentCodeOf(value: unknown): string | undefined {
  return matching(value, CONTINENT_CODE);
}

export function regionCodeOf(value: unknown): string | undefined {
  return matching(value, REGION_CODE);
}

/**
 * Degrees from a number or decimal text, in four places: what lies behind them
 * is the noise of 32-bit floats.
 */
export function degreesOf(value: unknown, limit: number): number | undefined {
  const degrees = typeof value === "string" && DECIMAL.test(value)
    ? Number(value)
    : value;
  if (typeof degrees !== "number" || !(Math.abs(degrees) <= limit)) {
    return undefined;
  }
  return Math.round(degrees * 1e4) / 1e4 + 0;
}

/** The number of an autonomous system, written as number or as `AS15169`. 0 is reserved (RFC 7607). */
export function asnOf(value: unknown): number | undefined {
  const asn = typeof value === "string"
    ? Number(ASN.exec(value)?.[1] ?? NaN)
    : value;
  return typeof asn === "number" && Number.isInteger(asn) && asn > 0 &&
      asn <= MAX_ASN
    ? asn
    : undefined;
}

export function radiusKmOf(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 && value <= MAX_RADIUS_KM
    ? Math.max(1, Math.round(value))
    : undefined;
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

/** What a record says of the network, in whatever shape it does. */
export interface Network {
  readonly asn?: number;
  /** Who runs the autonomous system. */
  readonly asnOrg?: string;
  readonly isp?: string;
  readonly org?: string;
}

/** Adds the network; whoever announces the block is the best guess at who runs the line and who uses it. */
export function addNetwork(
  facts: Partial<Facts>,
  { asn, asnOrg, isp = asnOrg, org = asnOrg }: Network,
): void {
  if (asn) facts.asn = asn;
  if (asnOrg) facts.asnOrg = asnOrg;
  if (isp) facts.isp = isp;
  if (org) facts.org = org;
}

/** Adds a city by its name, which may hold the district; a district that is said wins. */
export function addCity(
  facts: Partial<Facts>,
  name: string | undefined,
  explicitDistrict?: string,
): void {
  const { city, district }: Partial<CityName> = name ? splitCity(name) : {};
  if (city) facts.city = city;
  const part = explicitDistrict ?? district;
  if (part) facts.district = part;
}

/** Adds coordinates where both are sound. */
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
