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

/** An edge as the index holds it: the name in lower case, an address in its usual form. */
export interface IndexRow extends Edge {
  /** Milliseconds since the epoch. */
  readonly firstSeenMs: number;
  /** Milliseconds since the epoch. */
  readonly lastSeenMs: number;
}

/** The kinds whose names can be searched. */
export type SearchKind = "ptr" | "cname";

/** Edges that were seen at the same time. */
export interface SeenEdges {
  /** Milliseconds since the epoch. */
  readonly seenMs: number;
  readonly edges: readonly Edge[];
}

/** What stands for a kind in the file. */
export const KIND_CODES: Readonly<Record<EdgeKind, number>> = {
  ptr: 0,
  cname: 1,
  address: 2,
};

const KINDS: readonly EdgeKind[] = ["ptr", "cname", "address"];

/** The kind a code of the file stands for. */
export function kindOfCode(code: number): EdgeKind {
  return KINDS[code];
}
