import { parseIp } from "../../lib/net/ip_address.ts";
import type { Evidence } from "../../lib/ipinfo/risk/evidence.ts";
import type { Trait } from "../../lib/ipinfo/view/evidence_detail.ts";
import type { Facts, Profile } from "../../lib/ipinfo/profile.ts";
import { riskOf } from "../../lib/ipinfo/risk/risk.ts";
import { claimed, stated } from "./evidence.ts";

/** Profiles for tests. */

/** Strong evidence of a trait. */
export function evidenceOf(kind: Trait): Evidence {
  return stated("a list", kind, 80, claimed("database", kind));
}

/** A profile of the facts, with strong evidence of each trait or what is given. */
export function profileOf(
  ip: string,
  facts: Partial<Facts> = {},
  { traits = [], evidence = traits.map(evidenceOf), ...more }:
    & Partial<Profile>
    & { traits?: Trait[] } = {},
): Profile {
  return {
    ip: parseIp(ip)!,
    isBogon: false,
    isChinaIp: false,
    anycast: null,
    facts,
    sources: {},
    evidence,
    risk: riskOf(evidence, 0),
    confidence: { country: null, lineType: null },
    ...more,
  };
}
