import * as z from "zod";
import { AppError } from "../../core/errors.ts";
import type { Facts } from "../../data/facts.ts";
import { bogonName } from "../../net/special_blocks.ts";
import { withPlacesIn } from "../places.ts";
import type { Profile } from "../profile.ts";
import { isAnyProxy, type LineType, type Risk } from "../risk/risk.ts";
import { isInEuropeanUnion } from "./echoip.ts";

/** MaxMind's web services, each with more than the one before. */
export const GEOIP2_SERVICES = ["country", "city", "insights"] as const;

type Geoip2Service = typeof GEOIP2_SERVICES[number];

const text = z.string().optional();
const number = z.number().optional();
/** Left out unless it is known to be so: that no list has an address proves nothing. */
const flag = z.literal(true).optional();

const names = z.strictObject({
  "en": text,
  "zh-CN": text.describe("Only if it differs from the English name."),
}).optional();

const place = z.strictObject({ names }).optional();

/**
 * The record of the web services. Unknown keys are left out, and so is
 * `geoname_id`, because the tables have no GeoNames ids.
 */
export const geoip2Record = z.strictObject({
  continent: z.strictObject({ code: text, names }).optional(),
  country: z.strictObject({
    iso_code: text,
    names,
    is_in_european_union: flag,
  }).optional(),
  subdivisions: z.array(z.strictObject({ iso_code: text, names })).optional(),
  city: place,
  postal: z.strictObject({ code: text }).optional(),
  location: z.strictObject({
    latitude: number,
    longitude: number,
    accuracy_radius: number.describe("Kilometers."),
    time_zone: text,
  }).optional(),
  traits: z.strictObject({
    ip_address: z.string(),
    network: z.string().describe(
      "The address alone: the facts of its neighbors can differ.",
    ),
    is_anycast: flag,
    autonomous_system_number: number,
    autonomous_system_organization: text,
    isp: text,
    organization: text,
    domain: text,
    connection_type: text,
    user_type: text,
    is_anonymous: flag,
    is_anonymous_vpn: flag,
    is_hosting_provider: flag,
    is_public_proxy: flag,
    is_tor_exit_node: flag,
  }),
  maxmind: z.strictObject({ queries_remaining: z.int() }).optional(),
});

type Geoip2Record = z.infer<typeof geoip2Record>;

/**
 * The record of a profile.
 *
 * @throws {AppError} 400 for a reserved address without a labeled place; 404 if its country and its
 * network are unknown
 */
export function geoip2View(
  { ip, isBogon, facts, risk, anycast }: Profile,
  service: Geoip2Service,
): Geoip2Record {
  if (isBogon && facts.countryCode === undefined) {
    throw new AppError(400, "RESERVED_ADDRESS", {
      reason: "address_reserved",
      block: bogonName(ip),
    });
  }
  if (facts.countryCode === undefined && facts.asn === undefined) {
    throw new AppError(404, "NOT_FOUND", { reason: "fact_not_known" });
  }
  const { continent, country, subdivisions, city } = geoip2Places(facts);
  return {
    continent,
    country,
    ...service !== "country" &&
      { subdivisions, city, ...geoip2Point(facts) },
    traits: {
      ip_address: ip.text,
      network: `${ip.text}/${ip.family === 4 ? 32 : 128}`,
      is_anycast: anycast !== null || undefined,
      ...service !== "country" && {
        autonomous_system_number: facts.asn,
        autonomous_system_organization: facts.asnOrg,
        isp: facts.isp,
        organization: facts.org,
      },
      ...service === "insights" && insightsOf(facts, risk),
    },
  };
}

export function geoip2Places(facts: Readonly<Partial<Facts>>) {
  const named = namesOf(facts);
  const region = part({ iso_code: facts.regionCode, names: named("region") });
  return {
    continent: part({ code: facts.continentCode, names: named("continent") }),
    country: part({
      iso_code: facts.countryCode,
      names: named("country"),
      is_in_european_union: isInEuropeanUnion(facts.countryCode) || undefined,
    }),
    subdivisions: region && [region],
    city: part({ names: named("city") }),
  };
}

/** The rest of what a record says about the place. */
export function geoip2Point(facts: Readonly<Partial<Facts>>) {
  return {
    postal: part({ code: facts.zip }),
    location: part({
      latitude: facts.latitude,
      longitude: facts.longitude,
      accuracy_radius: facts.accuracyRadiusKm,
      time_zone: facts.timezone,
    }),
  };
}

type Named = (fact: "continent" | "country" | "region" | "city") =>
  | { readonly "en": string; readonly "zh-CN": string | undefined }
  | undefined;

function namesOf(facts: Readonly<Partial<Facts>>): Named {
  const chinese = withPlacesIn("zh", facts);
  return (fact) => {
    const [en, zh] = [facts[fact], chinese[fact]];
    if (en === undefined) return undefined;
    return { "en": en, "zh-CN": zh === en ? undefined : zh };
  };
}

/** A part of the record; undefined if all of it is unknown. */
function part<T extends object>(values: T): T | undefined {
  return Object.values(values).some((value) => value !== undefined)
    ? values
    : undefined;
}

const USER_TYPES: Readonly<Partial<Record<LineType, string>>> = {
  residential: "residential",
  commercial: "business",
  hosting: "hosting",
  mobile: "cellular",
};

function insightsOf(facts: Readonly<Partial<Facts>>, risk: Risk) {
  const { lineType, isHosting, isProxy, isTor, isVpn, isRelay } = risk;
  return {
    domain: facts.asnDomain,
    connection_type: lineType === "mobile"
      ? "Cellular"
      : risk.isSatellite
      ? "Satellite"
      : undefined,
    user_type: risk.isCrawler
      ? "search_engine_spider"
      : isRelay
      ? "consumer_privacy_network"
      : lineType
      ? USER_TYPES[lineType]
      : undefined,
    is_anonymous: isAnyProxy(risk) || isRelay || undefined,
    is_anonymous_vpn: isVpn || undefined,
    is_hosting_provider: isHosting || undefined,
    is_public_proxy: isProxy || undefined,
    is_tor_exit_node: isTor || undefined,
  };
}
