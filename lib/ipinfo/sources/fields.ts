import { z } from "zod";
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

/** A field that is read where it makes sense, and else is missing. */
function field<T>(read: (value: unknown) => T | undefined) {
  return z.unknown().transform(read).optional();
}

/** An object within the answer, missing where it is no object: the rest of the answer still counts. */
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
/** True, false, or the name of what it is instead of true. */
export const flagOrName = field((value) =>
  typeof value === "boolean" ? value : cleanText(value) ? true : undefined
);
/** ISO 3166-1 alpha-2, upper case, of a country there is. */
export const countryCode = field((value) => {
  const code = cleanText(value)?.toUpperCase();
  return code && countryFacts(code) ? code : undefined;
});
/** Behind the hyphen of ISO 3166-2. */
export const regionCode = matching(/^[A-Z\d]{1,3}$/);
/** Four places are eleven metres: more is noise. */
export const latitude = within(-90, 90, 4);
export const longitude = within(-180, 180, 4);
export const radiusKm = within(0, MAX_RADIUS_KM, 0);
export const percent = within(0, 100, 0);
export const count = within(0, Number.MAX_SAFE_INTEGER, 0);
export const email = matching(/^[^\s@<>"]+@[^\s@<>"]+$/);
export const timezone = field(timeZoneName);
/** Whoever holds a reverse zone writes there what they like. */
export const hostname = field((value) =>
  typeof value === "string" ? parseHostname(value) ?? undefined : undefined
);
/** A domain name in lower-case A-labels. */
export const domain = field((value) => {
  const name = cleanText(value);
  return name && parseDomain(name)?.ascii;
});
/** A number, or text such as `AS64500`, alone or at the head of a name. */
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
/** The date of a date or of a point in time in ISO 8601. */
export const isoDate = field((value) => {
  const date = typeof value === "string"
    ? /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(value)?.[1]
    : undefined;
  // The parser lets the 31st of every month pass.
  return date && dateOf(date)?.toISOString().startsWith(date)
    ? date
    : undefined;
});
/** Milliseconds since the epoch, of a point in time in ISO 8601. */
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
 * What is said of a place, by those facts that the country does not tell by
 * itself. None without a country: it could be anywhere, and would be taken for
 * a place in the country that another source names. One coordinate without the
 * other is no place either.
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

/** The announced block, where the text names one that holds the address. */
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
