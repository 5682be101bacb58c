import * as z from "zod";
import type { Profile } from "../profile.ts";
import { checkedTraits, type Checks } from "../risk/checks.ts";
import { RPKI_STATES, type RpkiState } from "../../data/networks/vrp_table.ts";
import { reasonField, reasonOf, zonedTime } from "../places.ts";
import { LINE_TYPES } from "../risk/risk.ts";
import { specialFields, specialView } from "./v1.ts";

const text = z.string().nullable();
const number = z.number().nullable();

/** The traits that `meta.checked` can name. */
const CHECKED_TRAITS = [
  "hosting",
  "mobile",
  "satellite",
  "vpn",
  "proxy",
  "tor",
  "crawler",
  "abuser",
  "relay",
] as const;

/** The V2 record. Every key is present; null means unknown. */
export const v2Record = z.strictObject({
  ok: z.literal(true),
  ip: z.string(),
  hostname: text,
  ip_type: z.enum(["IPv4", "IPv6"]),
  geo: z.strictObject({
    continent: text,
    continent_code: text,
    country: text,
    country_code: text,
    region: text,
    region_code: text,
    city: text,
    zip: text,
    latitude: number,
    longitude: number,
    timezone: text,
    local_time: text.describe("ISO 8601 with the time zone's offset."),
    accuracy_radius: number.describe(
      "Kilometers; from the source itself, or else how far the sources disagree. null if only one source knows the place.",
    ),
    country_confidence: number.describe(
      "Per cent: how often the country is right if as many independent sources agree on it, and as many contradict.",
    ),
    alternative_country_code: text.describe(
      "Another country that sources name, if `country_confidence` is below 50: either can be right. null otherwise.",
    ),
  }),
  network: z.strictObject({
    asn: number,
    asn_confidence: number.describe(
      "Per cent, if only registrations name the system: how often it is the one that announces the address. null if a routing table names it, or a source that gives no such figure.",
    ),
    asn_organization: text,
    asn_domain: text,
    asn_type: text.describe(
      "isp, hosting, business, education or government; a commercial source may give another word.",
    ),
    asn_created: text.describe("ISO 8601 date."),
    asn_updated: text.describe("ISO 8601 date."),
    route: text.describe(
      "The announced block as CIDR. With the feeds of routes, the longest announced prefix; without them, null if the routing table has several blocks merged into one range, or for an IPv6 address.",
    ),
    rpki: z.enum(RPKI_STATES).nullable().describe(
      "Whether the RPKI authorizes the system to announce this route (RFC 6811): `not-found` if nobody has said who may. null without a route or without the feeds of routes and of the RPKI.",
    ),
    rir: text.describe(
      "ARIN, RIPE, APNIC, LACNIC or AFRINIC. From the registries' own files; without them, null for an IPv4 address whose block and country belong to different registries.",
    ),
    isp: text,
    assigned_org: text,
    line_type: z.enum(LINE_TYPES).nullable().describe(
      "What the address is used for: a home, an organization, servers or mobile phones. A satellite link is residential.",
    ),
    line_type_confidence: number.describe(
      "Per cent: how often the line type is right if it rests on such evidence; at most `asn_confidence` if only the system says so.",
    ),
    ...specialFields,
    label: text.describe(
      "The name that the operator of this server has given the network.",
    ),
    note: text.describe("The operator's note about it."),
  }),
  risk: z.strictObject({
    is_vpn: z.boolean(),
    is_proxy: z.boolean().describe(
      "Whether the address is a proxy. VPNs and Tor exits have their own fields.",
    ),
    is_tor: z.boolean(),
    is_datacenter: z.boolean(),
    is_mobile: z.boolean(),
    is_satellite: z.boolean(),
    is_bogon: z.boolean(),
    is_crawler: z.boolean(),
    is_abuser: z.boolean(),
    abuse_score: number.describe("0 to 100; null if no source was queried."),
  }),
  contacts: z.strictObject({ abuse_email: text, abuse_phone: text }),
  meta: z.strictObject({
    version: z.literal("v2"),
    source: z.literal("porthole"),
    tier: z.literal("vip"),
    is_china_ip: z.boolean(),
    ...reasonField,
    checked: z.array(z.enum(CHECKED_TRAITS)).describe(
      "The verdicts in `risk` that rest on loaded lists or on a source's response. For all others, false means that nothing was checked.",
    ),
  }),
});

export type V2Record = z.infer<typeof v2Record>;

/** The V2 record of a profile. Risks without evidence are false. */
export function v2View(
  profile: Profile,
  now: number,
  checks: Checks = {},
): V2Record {
  const { ip, facts, risk, confidence, isBogon, isChinaIp } = profile;
  return {
    ok: true,
    ip: ip.text,
    hostname: facts.hostname ?? null,
    ip_type: ip.family === 4 ? "IPv4" : "IPv6",
    geo: {
      continent: facts.continent ?? null,
      continent_code: facts.continentCode ?? null,
      country: facts.country ?? null,
      country_code: facts.countryCode ?? null,
      region: facts.region ?? null,
      region_code: facts.regionCode ?? null,
      city: facts.city ?? null,
      zip: facts.zip ?? null,
      latitude: facts.latitude ?? null,
      longitude: facts.longitude ?? null,
      timezone: facts.timezone ?? null,
      local_time: facts.timezone ? localTime(facts.timezone, now) : null,
      accuracy_radius: facts.accuracyRadiusKm ?? null,
      country_confidence: confidence.country,
      alternative_country_code: confidence.alternative ?? null,
    },
    network: {
      asn: facts.asn ?? null,
      asn_confidence: facts.asnConfidence ?? null,
      asn_organization: facts.asnOrg ?? null,
      asn_domain: facts.asnDomain ?? null,
      asn_type: facts.asnType ?? null,
      asn_created: facts.asnCreated ?? null,
      asn_updated: facts.asnUpdated ?? null,
      route: facts.route ?? null,
      rpki: (facts.rpki ?? null) as RpkiState | null,
      rir: facts.rir ?? null,
      isp: facts.isp ?? null,
      assigned_org: facts.assignedOrg ?? null,
      line_type: risk.lineType,
      line_type_confidence: confidence.lineType,
      ...specialView(profile),
      label: facts.label ?? null,
      note: facts.note ?? null,
    },
    risk: {
      is_vpn: risk.isVpn,
      is_proxy: risk.isProxy,
      is_tor: risk.isTor,
      is_datacenter: risk.isHosting,
      is_mobile: risk.isMobile,
      is_satellite: risk.isSatellite,
      is_bogon: isBogon,
      is_crawler: risk.isCrawler,
      is_abuser: risk.isAbuser,
      abuse_score: facts.abuseScore ?? null,
    },
    contacts: {
      abuse_email: facts.abuseEmail ?? null,
      abuse_phone: facts.abusePhone ?? null,
    },
    meta: {
      version: "v2",
      source: "porthole",
      tier: "vip",
      is_china_ip: isChinaIp,
      reason: reasonOf(profile),
      checked: CHECKED_TRAITS.filter(checkedTraits(profile, checks)),
    },
  };
}

/** The wall clock of a time zone in ISO 8601 with its offset; null for an unknown zone. */
function localTime(timezone: string, now: number): string | null {
  return zonedTime(timezone, now)
    ?.toString({ smallestUnit: "second", timeZoneName: "never" }) ?? null;
}
