import { NAME_RULES } from "./name_rules.ts";
import type { NetworkClass } from "./network_class.ts";
import { listedNetworks } from "./networks/listed_networks.ts";

/** What a network is for, and whether a list or only its holder's name says so. */
export interface NetworkType {
  readonly networkClass: NetworkClass;
  /** A name is weaker evidence than a list. */
  readonly basis: "list" | "name";
}

/** Classifies an autonomous system by the curated lists, or else by its holder's name; null if neither says anything. */
export function networkTypeOf(asn: number, org: string): NetworkType | null {
  const listed = (classes ??= classesByAsn()).get(asn);
  if (listed) return { networkClass: listed, basis: "list" };
  for (const { networkClass, words, but } of NAME_RULES) {
    if (words.test(org) && !but?.test(org)) {
      return { networkClass, basis: "name" };
    }
  }
  return null;
}

let classes: ReadonlyMap<number, NetworkClass> | undefined;

function classesByAsn(): ReadonlyMap<number, NetworkClass> {
  const byAsn = new Map<number, NetworkClass>();
  for (const { networkClass, asns } of listedNetworks()) {
    for (const asn of asns) byAsn.set(asn, networkClass);
  }
  return byAsn;
}
