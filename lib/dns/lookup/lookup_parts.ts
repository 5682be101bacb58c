import type { DnsType } from "../../shared/dns_modes.ts";
import type { DnsClient } from "../dns_client.ts";
import type { DnsIndex } from "../index/dns_index.ts";
import type { DataOf } from "./envelope.ts";
import type { LookupPolicy } from "./lookup_policy.ts";

/** What lookups need of the local index. */
export type LookupIndex = Pick<
  DnsIndex,
  "add" | "byAddress" | "flush" | "search" | "size"
>;

export interface LookupParts {
  client: Pick<DnsClient, "ask" | "pointers">;
  index: LookupIndex;
  policy: LookupPolicy;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What a mode has found, before it is put into its envelope. */
export interface Found<Type extends DnsType> {
  title: string;
  total: number | null;
  found: number;
  isTruncated: boolean;
  resolver: string | null;
  nextCursor: string | null;
  data: DataOf<Type>;
}
