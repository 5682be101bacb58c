import { NAME_RULES } from "./name_rules.ts";
import type { NetworkClass } from "./network_class.ts";
import { NETWORK_LISTS } from "./networks/listed_networks.ts";

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

const LINE_FEED = 10;
const ZERO = 48;

/** Reads the lists by character code: the first lookup waits for it, and `split` takes several times as long. */
function classesByAsn(): ReadonlyMap<number, NetworkClass> {
  const byAsn = new Map<number, NetworkClass>();
  for (const [networkClass, text] of NETWORK_LISTS) {
    let at = 0;
    while ((at = text.indexOf(": ", at)) >= 0) {
      at += 2;
      let asn = 0;
      for (let code = 0; code !== LINE_FEED;) {
        code = text.charCodeAt(at++);
        if (code >= ZERO) {
          asn = asn * 10 + code - ZERO;
        } else {
          byAsn.set(asn, networkClass);
          asn = 0;
        }
      }
    }
  }
  return byAsn;
}
