import type {
  AsnTable,
  AutonomousSystem,
} from "../../data/networks/asn_table.ts";
import type { PlaceTable } from "../../data/places/place_table.ts";
import type { AsnList, ListInfo, PrefixList } from "../../data/stored_lists.ts";
import type { Tables } from "../../data/tables.ts";
import { DirectMappedCache } from "../../core/cache.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import {
  ASN_CLASSES,
  type Evidence,
  LIST_MEANINGS,
  type ListMeaning,
} from "../risk/evidence.ts";
import {
  type Facts,
  type Findings,
  type LocalSource,
  NO_FINDINGS,
} from "../profile.ts";
import { addNetwork } from "../../data/records/fields.ts";
import { networkRow } from "./asn.ts";

/**
 * The autonomous system of each cloud whose address list is a feed, by the name
 * of the feed. For addresses on the list that the ASN table does not have, for
 * example because they were first announced after it was built. A cloud with
 * several systems has the one that announces most of its list.
 */
export const CLOUD_NETWORKS: ReadonlyMap<string, AutonomousSystem> = new Map([
  ["aws", { asn: 16509, org: "Amazon.com, Inc." }],
  ["azure", { asn: 8075, org: "Microsoft Corporation" }],
  ["cloudflare-v4", { asn: 13335, org: "Cloudflare, Inc." }],
  ["cloudflare-v6", { asn: 13335, org: "Cloudflare, Inc." }],
  ["digitalocean", { asn: 14061, org: "DigitalOcean, LLC" }],
  ["google-cloud", { asn: 396982, org: "Google LLC" }],
  ["linode", { asn: 63949, org: "Akamai Technologies, Inc." }],
  ["oracle", { asn: 31898, org: "Oracle Corporation" }],
]);

/** The loaded lists. A list with an unknown name is ignored. */
export interface LoadedLists {
  readonly placeLists?: readonly (ListInfo & {
    readonly places: Pick<PlaceTable, "recordId">;
  })[];
  readonly prefixLists: readonly PrefixList[];
  readonly asnLists: readonly AsnList[];
  readonly classes?: Tables["classes"];
}

/** 32,768 autonomous systems. */
const CACHE_BITS = 15;

interface Listing<L> {
  readonly list: L;
  readonly evidence: Evidence;
  readonly meaning: ListMeaning;
}

/** Evidence from downloaded lists about an address and the network that announces it. */
export class FeedListsSource implements LocalSource {
  readonly name = "feeds";
  readonly kind = "lists";
  readonly #places: readonly Listing<
    NonNullable<LoadedLists["placeLists"]>[number]
  >[];
  readonly #prefixes: readonly Listing<LoadedLists["prefixLists"][number]>[];
  /** The union of all prefixes: most addresses are on no list, so one check is enough. */
  readonly #any: PrefixSet;
  readonly #asns: readonly Listing<LoadedLists["asnLists"][number]>[];
  readonly #classes: LoadedLists["classes"];
  /** By the position of the system in the table. */
  readonly #known = new DirectMappedCache<Findings>(CACHE_BITS);

  constructor(
    private readonly table: AsnTable,
    { placeLists = [], prefixLists, asnLists, classes }: LoadedLists,
  ) {
    this.#places = listingsOf(placeLists);
    this.#prefixes = listingsOf(prefixLists);
    this.#any = PrefixSet.union(
      this.#prefixes.map(({ list }) => list.prefixes),
    );
    this.#asns = listingsOf(asnLists);
    this.#classes = classes;
  }

  lookup(ip: IpAddress): Findings {
    const row = networkRow(this.table, ip);
    const network = row < 0 ? NO_FINDINGS : this.#ofNetwork(row);
    const places = this.#places.length === 0
      ? this.#places
      : this.#places.filter(({ list }) => list.places.recordId(ip) !== 0);
    const isListed = this.#any.has(ip);
    if (!isListed && places.length === 0) return network;
    let { facts } = network;
    const evidence = [...network.evidence ?? []];
    for (const { list, evidence: own } of places) {
      evidence.push(own);
      if (row < 0) facts = withCloud(facts, list.name);
    }
    if (isListed) {
      for (const { list, evidence: own, meaning } of this.#prefixes) {
        if (!list.prefixes.has(ip) || isCopied(meaning, places)) continue;
        evidence.push(own);
        if (row < 0) facts = withCloud(facts, list.name);
      }
    }
    return { facts, evidence };
  }

  /** The findings that all addresses of an autonomous system share. */
  #ofNetwork(row: number): Findings {
    const system = this.table.systemIndex(row);
    let findings = this.#known.get(system);
    if (!findings) {
      findings = this.#judged(this.table.asnAt(row));
      this.#known.set(system, findings);
    }
    return findings;
  }

  #judged(asn: number): Findings {
    const listings = this.#asns.filter(({ list }) => list.asns.has(asn));
    const evidence = listings.map((listing) => listing.evidence);
    const name = this.#classes?.classOf(asn)?.toLowerCase() ?? "";
    const known = ASN_CLASSES.get(name);
    if (known?.means) {
      evidence.push(evidenceOf(known.means, this.#classes!.builtAt));
    }
    // A list is about exactly this type of network; a class covers everything that the network does.
    const types = listings.map(({ meaning }) => meaning.asnType);
    const asnType = types.find(Boolean) ?? known?.asnType;
    if (!asnType && evidence.length === 0) return NO_FINDINGS;
    const facts: Partial<Facts> = asnType ? { asn, asnType } : {};
    return evidence.length ? { facts, evidence } : { facts };
  }
}

function withCloud(
  facts: Readonly<Partial<Facts>>,
  list: string,
): Readonly<Partial<Facts>> {
  const cloud = CLOUD_NETWORKS.get(list);
  if (!cloud) return facts;
  const filled: Partial<Facts> = {};
  addNetwork(filled, { asn: cloud.asn, asnOrg: cloud.org });
  return filled;
}

/** Whether the publisher has copied an entry of one of `others` into its list. */
function isCopied(
  { includes }: ListMeaning,
  others: readonly { readonly list: { readonly name: string } }[],
): boolean {
  return others.some(({ list }) => list.name === includes);
}

function listingsOf<L extends ListInfo>(
  lists: readonly L[],
): Listing<L>[] {
  return lists.flatMap((list) => {
    const meaning = LIST_MEANINGS.get(list.name);
    if (!meaning) return [];
    const evidence = evidenceOf(meaning, list.builtAt);
    return [{ list, evidence, meaning }];
  });
}

function evidenceOf(
  { kind, source, weight, detail }: ListMeaning,
  observedAt: number,
): Evidence {
  return { kind, source, weight, detail, observedAt };
}
