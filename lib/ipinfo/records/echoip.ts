import * as z from "zod";
import type { Language } from "../../i18n/language.ts";
import { type IpAddress, numberOfIp } from "../../net/ip_address.ts";
import { withCenter, withPlacesIn } from "../places.ts";
import type { Profile } from "../profile.ts";

const text = z.string().optional();
const number = z.number().optional();

/** The flat record of echoip's `/json`. Unknown keys are left out. */
export const echoipRecord = z.strictObject({
  ip: z.string(),
  ip_decimal: z.number().describe(
    "The address as an integer. That of an IPv6 address is too long for a 64-bit number.",
  ),
  country: text,
  country_iso: text,
  country_eu: z.boolean().optional().describe(
    "Whether the country belongs to the European Union.",
  ),
  region_name: text,
  region_code: text,
  zip_code: text,
  city: text,
  latitude: number,
  longitude: number,
  time_zone: text,
  asn: text,
  asn_org: text,
  hostname: text,
  user_agent: z.strictObject({
    product: text,
    version: text,
    comment: text,
    raw_value: z.string(),
  }).optional().describe("The User-Agent header of the request."),
});

type EchoipRecord = z.infer<typeof echoipRecord>;

/**
 * The 27 members of the European Union, and the territories with their own ISO
 * 3166-1 codes that belong to it: Åland and the outermost regions (TFEU, articles
 * 349 and 355).
 */
const EUROPEAN_UNION: ReadonlySet<string> = new Set(
  ("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE " +
    "SI SK AX GF GP MF MQ RE YT").split(" "),
);

/** @param code ISO 3166-1 alpha-2; the result is undefined if it is unknown */
export function isInEuropeanUnion(
  code: string | undefined,
): boolean | undefined {
  return code === undefined ? undefined : EUROPEAN_UNION.has(code);
}

/** Keeps all digits of a number. TypeScript does not declare it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(digits: string): number };

export function echoipView(
  { ip, facts: known }: Profile,
  userAgent: string | null,
  language: Language = "en",
): EchoipRecord {
  const facts = withPlacesIn(language, withCenter(known));
  return {
    ip: ip.text,
    ip_decimal: decimalOf(ip),
    country: facts.country,
    country_iso: facts.countryCode,
    country_eu: isInEuropeanUnion(facts.countryCode),
    region_name: facts.region,
    region_code: facts.regionCode,
    zip_code: facts.zip,
    city: facts.city,
    latitude: facts.latitude,
    longitude: facts.longitude,
    time_zone: facts.timezone,
    asn: facts.asn === undefined ? undefined : `AS${facts.asn}`,
    asn_org: facts.asnOrg,
    hostname: facts.hostname,
    user_agent: userAgent ? userAgentParts(userAgent) : undefined,
  };
}

function decimalOf(ip: IpAddress): number {
  if (ip.family === 4) return ip.value;
  return rawJSON(String(numberOfIp(ip)));
}

/**
 * Splits a User-Agent as echoip does: the product ends at the first slash, or
 * without one at the first blank. What follows the slash is the version if it
 * begins with a digit. The rest is the comment.
 */
export function userAgentParts(
  text: string,
): NonNullable<EchoipRecord["user_agent"]> {
  const slash = text.indexOf("/");
  const rest = text.slice(slash + 1);
  const [first, others] = cutAtBlank(rest);
  const isVersion = /^\d/.test(rest);
  const [product, version, comment] = slash === -1
    ? [first, "", others]
    : [text.slice(0, slash), ...(isVersion ? [first, others] : ["", rest])];
  return {
    product: product || undefined,
    version: version || undefined,
    comment: comment || undefined,
    raw_value: text,
  };
}

function cutAtBlank(text: string): [before: string, after: string] {
  const at = text.indexOf(" ");
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
