import type { Language } from "../i18n/language.ts";
import { familyStripTexts } from "./view/other_family.ts";
import { type GeoipRow, type NetworkRow, placeOf } from "./view/place.ts";
import { type FamilyStrip, familyStrip } from "./view/verdict/families.ts";
import type { Profile } from "../ipinfo/profile.ts";
import type { Risk } from "../ipinfo/risk/risk.ts";
import { anycastDns } from "../net/anycast.ts";
import { PUBLIC_DNS_BY_ASN } from "../facts/public_dns_facts.ts";
import type { NetworkKind, TunnelKind } from "./view/report.ts";

/** What the network of an address says about leaks; null if unknown. */
export interface NetworkRecord {
  ip: string;
  kind: NetworkKind | null;
  /** What hides the user of the address. */
  tunnel: TunnelKind | null;
  /** The public DNS service to which it belongs. */
  public_dns: string | null;
}

/** The most specific first. */
const TUNNELS = {
  tor: "isTor",
  relay: "isRelay",
  vpn: "isVpn",
  proxy: "isProxy",
} as const satisfies Record<TunnelKind, keyof Risk>;

const resolverNetworks = new Map(PUBLIC_DNS_BY_ASN);

/** The record of the network of an address. */
export function networkRecord({ ip, facts, risk }: Profile): NetworkRecord {
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
  };
}

/** What the records of a visitor's two addresses say of each other, as `familyStrip`. */
export function compareFamilies(
  rows: readonly GeoipRow[],
  networks: readonly NetworkRow[],
  language: Language,
): FamilyStrip | null {
  const places = rows.map((row, i) => placeOf(row, networks[i]));
  return familyStrip(places, familyStripTexts[language]);
}
