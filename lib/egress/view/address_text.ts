import { fill, regionName } from "../../i18n/language.ts";
import type { EgressTexts } from "./texts.ts";
import type { EgressNetwork, EgressReport, Place } from "./report.ts";

/** The texts that name addresses and places. */
export type PlaceTexts = Pick<EgressTexts, "language" | "phrases">;

type Places = Pick<EgressReport, "places">;

/**
 * This host, private, shared, loopback, link-local, multicast and reserved
 * blocks (IANA IPv4 Special-Purpose Address Registry).
 */
const INNER_V4 =
  /^(?:0|10|127|22[4-9]|2[3-5]\d|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\./;
const V4 = /^\d+\.\d+\.\d+\.\d+$/;
/**
 * `2000::/3`, the only block for global unicast (IANA IPv6 Address Space
 * registry).
 */
const GLOBAL_V6 = /^[23][\da-f]{3}:/;

/**
 * Whether an address in canonical form belongs to the public internet. Does not
 * check for documentation blocks and the like. False for other texts.
 */
export function isPublicAddress(ip: string): boolean {
  return V4.test(ip) ? !INNER_V4.test(ip) : GLOBAL_V6.test(ip);
}

/**
 * The country's English name from the source, else its code; null if unknown.
 */
function countryText(
  { country, countryCode }: Place,
  { language }: PlaceTexts,
): string | null {
  const translated = language === "en"
    ? null
    : regionName(countryCode ?? "", language);
  return (translated ?? country) || null;
}

/** A place: `Falkenstein, Germany`; null if not even the country is known. */
export function placeText(place: Place, texts: PlaceTexts): string | null {
  const town = place.city ?? place.region;
  const country = countryText(place, texts);
  if (!town || town === place.country) return country;
  return country === null ? town : fill(texts.phrases.place, { town, country });
}

/** A network: `AS24940 Hetzner Online GmbH`. */
export function networkText(place: Place, texts: PlaceTexts): string | null {
  const { asn, organization } = place;
  const parts = [asn === null ? "" : `AS${asn}`, organization];
  return sureText(parts.filter((part) => part).join(" "), place, texts) || null;
}

/** A network, and whether it is only registered. */
function sureText(
  network: string | null,
  { isRegistered }: Place,
  { phrases: { registered } }: PlaceTexts,
): string | null {
  return network && isRegistered ? fill(registered, { network }) : network;
}

/** The country's code in lower case, which names its flag; else an empty string. */
export function flagOf({ countryCode }: Place): string {
  return /^[A-Z]{2}$/.test(countryCode ?? "") ? countryCode!.toLowerCase() : "";
}

/**
 * The country of an address for use in a sentence: its name, else its code,
 * else an empty string.
 */
export function countryOf(
  { places }: Places,
  ip: string,
  texts: PlaceTexts,
): string {
  const place = places[ip];
  return place ? countryText(place, texts) ?? place.countryCode ?? "" : "";
}

/**
 * An address with its network and country: `192.0.2.1 (AS64500 Example,
 * Germany)`.
 */
export function addressText(
  report: Places,
  ip: string,
  texts: PlaceTexts,
): string {
  const place = report.places[ip];
  const known = place
    ? [networkText(place, texts), countryOf(report, ip, texts)].filter((part) =>
      part
    )
    : [];
  if (known.length === 0) return ip;
  const { address, comma } = texts.phrases;
  return fill(address, { ip, known: known.join(comma) });
}

/**
 * Whose network an address is in, for use in a sentence: `Deutsche Telekom AG,
 * Germany`; the address if nothing is known.
 */
export function ownerText(
  report: Places,
  ip: string,
  texts: PlaceTexts,
): string {
  const place = report.places[ip];
  const owner = place && sureText(place.organization, place, texts);
  return [owner, countryOf(report, ip, texts)]
    .filter((part) => part).join(texts.phrases.comma) || ip;
}

/** Joins words in a sentence: `a, b and c`. */
export function listText(
  words: readonly string[],
  { phrases: { listComma, listEnd } }: PlaceTexts,
): string {
  const before = words.slice(0, -1).join(listComma);
  return [before, words.at(-1)].filter((part) => part).join(listEnd);
}

/** The part of a GeoIP record that the page uses. Unknown texts are empty. */
export interface GeoipRow {
  ip: string;
  geo: {
    country: string;
    country_code: string;
    region_name: string;
    city: string;
    latitude: number | null;
    longitude: number | null;
  };
  network: { org: string; asn: number | null; as_org: string };
}

/** What the service says of an address for this test. */
export interface NetworkRow {
  kind: EgressNetwork["kind"];
  tunnel: EgressNetwork["tunnel"];
  public_dns: string | null;
  is_country_sure: boolean;
  is_registered: boolean;
  unchecked: EgressNetwork["unchecked"];
  /** Both countries, if it is uncertain which one it is; then the row's place is, too. */
  uncertain_country: string | null;
}

/** Converts the rows of an address to the page's format. */
export function placeOf(
  { ip, geo, network }: GeoipRow,
  about: NetworkRow,
): Place {
  const certain = about.uncertain_country ? null : geo;
  return {
    ip,
    country: about.uncertain_country || geo.country || null,
    countryCode: certain?.country_code || null,
    region: certain?.region_name || null,
    city: certain?.city || null,
    latitude: certain?.latitude ?? null,
    longitude: certain?.longitude ?? null,
    asn: network.asn,
    organization: network.as_org || network.org || null,
    kind: about.kind,
    tunnel: about.tunnel,
    publicDns: about.public_dns,
    isCountrySure: about.is_country_sure,
    isRegistered: about.is_registered,
    unchecked: about.unchecked,
  };
}
