import * as z from "zod";
import { cleanText } from "../../core/text.ts";
import { countryFacts } from "../../data/places/countries.ts";
import type { Facts } from "../../data/facts.ts";
import { timeZoneName } from "../../data/places/time_zone_name.ts";
import { cidrContains, formatCidr, parseCidr } from "../../net/cidr.ts";
import { parseDomain, parseHostname } from "../../net/domain.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { withoutEmpty } from "../merge.ts";
import { WIDEST_ROUTE } from "./asn.ts";

/** Half the circumference of the earth. */
const MAX_RADIUS_KM = 20_040;
const MAX_ASN = 0xffffffff;

/** A field that is missing if its value is invalid. */
function field<T>(read: (value: unknown) => T | undefined) {
  return z.unknown().transform(read).optional();
}

/** A nested object, missing if the value is not an object: the rest of the response is still used. */
export function part<S extends z.ZodRawShape>(shape: S) {
  return z.object(shape).optional().catch(undefined);
}

const matching = (pattern: RegExp) =>
  field((value) => {
    const text = cleanText(value);
    return text && pattern.test(text) ? text : undefined;
  });

const within = (min: number, max: number, digits: number) =>
  field((value) => {
    if (typeof value !== "number" || !(value >= min && value <= max)) {
      return undefined;
    }
    const scale = 10 ** digits;
    return Math.round(value * scale) / scale + 0;
  });

export const text = field(cleanText);
export const flag = field((value) =>
  typeof value === "boolean" ? value : undefined
);
/** True, false, or a name, which counts as true. */
export const flagOrName = field((value) =>
  typeof value === "boolean" ? value : cleanText(value) ? true : undefined
);
/** ISO 3166-1 alpha-2 in upper case, of a known country. */
export const countryCode = field((value) => {
  const code = cleanText(value)?.toUpperCase();
  return code && countryFacts(code) ? code : undefined;
});
/** The part of an ISO 3166-2 code after the hyphen. */
export const regionCode = matching(/^[A-Z\d]{1,3}$/);
/** Four decimal places are eleven metres; more would be noise. */
export const latitude = within(-90, 90, 4);
export const longitude = within(-180, 180, 4);
export const radiusKm = within(0, MAX_RADIUS_KM, 0);
export const percent = within(0, 100, 0);
export const count = within(0, Number.MAX_SAFE_INTEGER, 0);
export const email = matching(/^[^\s@<>"]+@[^\s@<>"]+$/);
export const timezone = field(timeZoneName);
/** Validated, because the holder of a reverse zone can write anything there. */
export const hostname = field((value) =>
  typeof value === "string" ? parseHostname(value) ?? undefined : undefined
);
/** A domain name in lower-case A-labels. */
export const domain = field((value) => {
  const name = cleanText(value);
  return name && parseDomain(name)?.ascii;
});
/** A number, or text such as `AS64500`, alone or before a name. */
export const asn = field((value) => {
  const digits = typeof value === "string"
    ? /^AS(\d{1,10})(?:\s|$)/.exec(value)?.[1]
    : value;
  const number = typeof digits === "string" ? Number(digits) : digits;
  return typeof number === "number" && Number.isInteger(number) &&
      number > 0 && number <= MAX_ASN
    ? number
    : undefined;
});
/** The date in an ISO 8601 date or time. */
export const isoDate = field((value) => {
  const date = typeof value === "string"
    ? /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(value)?.[1]
    : undefined;
  // The parser accepts the 31st of every month.
  return date && dateOf(date)?.toISOString().startsWith(date)
    ? date
    : undefined;
});
/** An ISO 8601 time as milliseconds since the epoch. */
export const time = field((value) =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value)
    ? dateOf(value)?.getTime()
    : undefined
);

type PlaceFact =
  | "countryCode"
  | "region"
  | "regionCode"
  | "city"
  | "district"
  | "zip"
  | "latitude"
  | "longitude"
  | "accuracyRadiusKm"
  | "timezone";

/**
 * The facts about a place that don't follow from its country. Empty without a
 * country, because the place would be combined with the country of another
 * source. One coordinate without the other is dropped.
 */
export function placeFacts(
  { latitude, longitude, accuracyRadiusKm, ...place }: {
    readonly [K in PlaceFact]?: Facts[K] | undefined;
  },
): Partial<Facts> {
  if (place.countryCode === undefined) return {};
  return withoutEmpty(
    latitude === undefined || longitude === undefined
      ? place
      : { ...place, latitude, longitude, accuracyRadiusKm },
  );
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

function dateOf(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
