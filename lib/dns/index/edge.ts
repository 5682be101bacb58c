/** The type of record that links two names, or a name and an address: PTR, CNAME, or A and AAAA. */
export type EdgeKind = "ptr" | "cname" | "address";

/** A record that a lookup has seen. */
export interface Edge {
  readonly kind: EdgeKind;
  /** The host name; for a CNAME, the canonical name. */
  readonly name: string;
  /** The address; for a CNAME, the alias. */
  readonly value: string;
}

/**
 * Kind of a stored row. A CNAME is stored twice, so that both of its names can be
 * searched: as `cname` under the canonical name, and as `alias` under the alias,
 * with the canonical name as value.
 */
export type StoredKind = EdgeKind | "alias";

/** A row of the index: the name in lower case, addresses in canonical form. */
export interface IndexRow extends Omit<Edge, "kind"> {
  readonly kind: StoredKind;
  /** Milliseconds since the epoch. */
  readonly firstSeenMs: number;
  /** Milliseconds since the epoch. */
  readonly lastSeenMs: number;
}

/** Kinds that can be searched by name. */
export const SEARCH_KINDS = ["ptr", "cname", "alias"] as const;

export type SearchKind = typeof SEARCH_KINDS[number];

/** Edges that were seen at the same time. */
export interface SeenEdges {
  /** Milliseconds since the epoch. */
  readonly seenMs: number;
  readonly edges: readonly Edge[];
}

/** Codes of the kinds in the file. */
export const KIND_CODES: Readonly<Record<StoredKind, number>> = {
  ptr: 0,
  cname: 1,
  address: 2,
  alias: 3,
};

const KINDS: readonly StoredKind[] = ["ptr", "cname", "address", "alias"];

/** The kind with a code. */
export function kindFromCode(code: number): StoredKind {
  return KINDS[code];
}
