import type { Language } from "../i18n/language.ts";
import { familyStripTexts } from "./view/other_family.ts";
import {
  type GeoipRow,
  type NetworkRow,
  placeOf,
} from "./view/address_text.ts";
import { type FamilyStrip, familyStrip } from "./view/verdict/families.ts";
import { guestSummary } from "../ipinfo/home/home.ts";
import { checkedTraits, type Checks } from "../ipinfo/risk/checks.ts";
import type { Profile } from "../ipinfo/profile.ts";
import type { FieldSettings } from "../ipinfo/view/home_fields.ts";
import { addressTexts } from "../ipinfo/view/address_texts.ts";
import type { AddressSummary } from "../ipinfo/view/home_view.ts";
import type { Risk } from "../ipinfo/risk/risk.ts";
import { anycastDns } from "../net/anycast.ts";
import { PUBLIC_DNS_BY_ASN } from "../facts/network_facts.ts";
import type { TunnelKind } from "./view/report.ts";

/** What the network of an address says about leaks; null if unknown. */
export interface NetworkRecord extends NetworkRow {
  ip: string;
}

/** The most specific first. */
const TUNNELS = {
  tor: "isTor",
  relay: "isRelay",
  vpn: "isVpn",
  proxy: "isProxy",
} as const satisfies Record<TunnelKind, keyof Risk>;

const LISTED = ["vpn", "proxy", "tor"] as const satisfies readonly TunnelKind[];

/** Of a country, for a sentence that rests on it. At 52, nearly half are wrong in announced space. */
const SURE_PERCENT = 80;

const resolverNetworks = new Map(PUBLIC_DNS_BY_ASN);

/**
 * The record of the network of an address.
 *
 * @param checks what loaded lists can reveal
 * @param language of countries
 */
export function networkRecord(
  profile: Profile,
  checks: Checks,
  language: Language = "en",
): NetworkRecord {
  const { ip, facts, risk, evidence, confidence } = profile;
  const { country, alternative } = confidence;
  const isChecked = checkedTraits(profile, checks);
  // A source that knows proxies means all that hide a visitor.
  const isAsked = evidence.some(({ kind }) => kind === "proxy");
  const kinds = Object.keys(TUNNELS) as TunnelKind[];
  const anycast = anycastDns(ip);
  const service = anycast?.kind === "resolver"
    ? anycast.operator
    : resolverNetworks.get(facts.asn ?? 0);
  return {
    ip: ip.text,
    kind: risk.isHosting ? "hosting" : risk.lineType,
    tunnel: kinds.find((kind) => risk[TUNNELS[kind]]) ?? null,
    public_dns: service ?? null,
    uncertain_country: alternative && facts.countryCode
      ? addressTexts[language].sure.either(facts.countryCode, alternative)
      : null,
    is_country_sure: (country ?? 0) >= SURE_PERCENT,
    is_registered: facts.asnConfidence !== undefined,
    unchecked: isAsked ? [] : LISTED.filter((trait) => !isChecked(trait)),
  };
}

interface DescribedAddress {
  readonly profile: Profile;
  readonly row: GeoipRow;
  readonly network: NetworkRow;
}

/** What a visitor's addresses say of each other, as `familyStrip`, and of each, as guests see it. */
export function compareFamilies(
  described: readonly DescribedAddress[],
  settings: FieldSettings,
  language: Language,
): { families: FamilyStrip | null; summaries: AddressSummary[] } {
  const places = described.map(({ row, network }) => placeOf(row, network));
  return {
    families: familyStrip(places, familyStripTexts(language)),
    summaries: described.map(({ profile }) =>
      guestSummary(profile, settings, language)
    ),
  };
}
