/** What ties two names, or a name and an address: a PTR, a CNAME, or an A or AAAA record. */
export type EdgeKind = "ptr" | "cname" | "address";

/** One record that a lookup saw. */
export interface Edge {
  readonly kind: EdgeKind;
  /** The host name; of a CNAME, the canonical name. */
  readonly name: string;
  /** The address; of a CNAME, the alias. */
  readonly value: string;
}

/**
 * How an edge is held. A CNAME is held twice, so that both of its names can be
 * searched by any part: as `cname` by the canonical name, and as `alias` by the
 * alias, whose value is the canonical name.
 */
export type StoredKind = EdgeKind | "alias";

/** An edge as the index holds it: the name in lower case, an address in its usual form. */
export interface IndexRow extends Omit<Edge, "kind"> {
  readonly kind: StoredKind;
  /** Milliseconds since the epoch. */
  readonly firstSeenMs: number;
  /** Milliseconds since the epoch. */
  readonly lastSeenMs: number;
}

/** The kinds whose names can be searched. */
export const SEARCH_KINDS = ["ptr", "cname", "alias"] as const;

export type SearchKind = typeof SEARCH_KINDS[number];

/** Edges that were seen at the same time. */
export interface SeenEdges {
  /** Milliseconds since the epoch. */
  readonly seenMs: number;
  readonly edges: readonly Edge[];
}

/** What stands for a kind in the file. */
export const KIND_CODES: Readonly<Record<StoredKind, number>> = {
  ptr: 0,
  cname: 1,
  address: 2,
  alias: 3,
};

const KINDS: readonly StoredKind[] = ["ptr", "cname", "address", "alias"];

/** The kind a code of the file stands for. */
export function kindFromCode(code: number): StoredKind {
  return KINDS[code];
}
