import * as z from "zod";
import type { Language } from "../../i18n/language.ts";
import { reasonField, reasonOf, withPlacesIn } from "../places.ts";
import type { Profile } from "../profile.ts";
import { isAnyProxy, type LineType } from "../risk/risk.ts";
import { specialAddress } from "../../net/special_blocks.ts";

/** Fields of V1 and V2 that say what is special about an address. */
export const specialFields = {
  special: z.string().nullable().describe(
    "6to4, Teredo or NAT64; Anycast, Anycast DNS resolver or Anycast DNS root server (have the country of their operator, but no city), Unallocated (by IANA), or the name of the block in IANA's special-purpose registries; null for an ordinary address.",
  ),
  embedded_ipv4: z.string().nullable().describe(
    "The IPv4 address inside a 6to4, Teredo or NAT64 address.",
  ),
};

export function specialView({ ip, anycast }: Profile) {
  const special = specialAddress(ip, anycast);
  return {
    special: special && special.name,
    embedded_ipv4: special?.embedded?.text ?? null,
  };
}

const text = z.string().nullable();
const number = z.number().nullable();

/** The V1 record. Every key is present; null means unknown. */
export const v1Record = z.strictObject({
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
    district: text,
    zip: text,
    latitude: number,
    longitude: number,
    timezone: text,
  }),
  network: z.strictObject({
    asn: number,
    asn_org: text,
    isp: text,
    line_type: z.enum(["home", "idc"]).nullable().describe(
      "home for lines to people (residential, mobile, satellite), idc for servers; null for organizations and if unknown.",
    ),
    ...specialFields,
  }),
  risk: z.strictObject({
    is_mobile: z.boolean(),
    is_proxy: z.boolean().describe(
      "Whether the address is a proxy, a VPN or a Tor exit.",
    ),
    is_datacenter: z.boolean(),
  }),
  meta: z.strictObject({
    version: z.literal("v1"),
    source: z.literal("porthole"),
    is_china_ip: z.boolean(),
    ...reasonField,
  }),
});

export type V1Record = z.infer<typeof v1Record>;

/** V1 distinguishes homes from data centers; a company connection is neither. */
const LINES: Readonly<Record<LineType, "home" | "idc" | null>> = {
  residential: "home",
  mobile: "home",
  hosting: "idc",
  commercial: null,
};

/** The V1 record of a profile, with places named in a language. Risks without evidence are false. */
export function v1View(profile: Profile, language: Language = "en"): V1Record {
  const { ip, facts: known, risk, isChinaIp } = profile;
  const facts = withPlacesIn(language, known);
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
      district: facts.district ?? null,
      zip: facts.zip ?? null,
      latitude: facts.latitude ?? null,
      longitude: facts.longitude ?? null,
      timezone: facts.timezone ?? null,
    },
    network: {
      asn: facts.asn ?? null,
      asn_org: facts.asnOrg ?? null,
      isp: facts.isp ?? null,
      line_type: risk.lineType && LINES[risk.lineType],
      ...specialView(profile),
    },
    risk: {
      is_mobile: risk.isMobile,
      is_proxy: isAnyProxy(risk),
      is_datacenter: risk.isHosting,
    },
    meta: {
      version: "v1",
      source: "porthole",
      is_china_ip: isChinaIp,
      reason: reasonOf(profile),
    },
  };
}
