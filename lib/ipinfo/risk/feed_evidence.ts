import { ASN_CLASS_MEANINGS, FEED_MEANINGS } from "../../facts/feed_facts.ts";
import type { EvidenceDetail, Trait } from "../view/evidence_detail.ts";

/** What an entry in a list means for an address or network. */
export interface ListMeaning {
  readonly kind: Trait;
  /**
   * Lists from the same maker, or derived from each other, share a name and
   * count as one source.
   */
  readonly source: string;
  /** -100 to 100, as in `Evidence`. */
  readonly weight: number;
  readonly detail: EvidenceDetail;
  /**
   * The business of the network's holder, if the list describes whole networks.
   */
  readonly asnType?: string;
  /**
   * The list that the publisher has copied into this one: an entry that is also in
   * that one says nothing more.
   */
  readonly includes?: string;
}

/** The meaning of each feed of addresses, places or autonomous systems, by name. */
export const LIST_MEANINGS: ReadonlyMap<string, ListMeaning> = new Map(
  FEED_MEANINGS.map((
    { name, trait, source, weight, statement, asType, includes },
  ) => [name, {
    kind: trait as Trait,
    source,
    weight,
    // A test checks that these are details.
    detail: {
      code: statement,
      params: statement === "network-listed" ? { networkList: trait } : {},
    } as EvidenceDetail,
    ...asType && { asnType: asType },
    ...includes && { includes },
  }]),
);

/**
 * Whether the addresses of a list are those of people behind a relay: their places
 * are where the people are, wherever the servers are.
 */
export function isRelayList(name: string): boolean {
  return LIST_MEANINGS.get(name)?.kind === "relay";
}

/**
 * The meaning of each network class, in lower case. Other classes say nothing
 * about the connection.
 */
export const ASN_CLASSES: ReadonlyMap<
  string,
  { readonly asnType: string; readonly means?: ListMeaning }
> = new Map(
  ASN_CLASS_MEANINGS.map(({ name, asType, trait, weight, networkClass }) => [
    name,
    {
      asnType: asType,
      ...trait && {
        means: {
          kind: trait as Trait,
          source: "bgptools",
          weight,
          detail: {
            code: "network-classified",
            params: { networkClass },
          } as EvidenceDetail,
        },
      },
    },
  ]),
);
