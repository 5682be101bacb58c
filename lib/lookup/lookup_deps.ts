import type { DnsType } from "./view/lookup_view.ts";
import type { DnsClient } from "../dns/dns_client.ts";
import type { DnsIndex, Edge } from "../dns/index/dns_index.ts";
import type { DataOf } from "./envelope.ts";
import type { LookupPolicy } from "./lookup_policy.ts";
import type { DnsRecord } from "../dns/records.ts";

/** What lookups need of the local index. */
export type LookupIndex = Pick<
  DnsIndex,
  "add" | "byAddress" | "flush" | "search" | "size"
>;

export interface LookupDeps {
  client: Pick<DnsClient, "query" | "queryPtr">;
  index: LookupIndex;
  policy: LookupPolicy;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What a mode has found, before it is put into its envelope. */
export interface ModeResult<Type extends DnsType> {
  title: string;
  total: number | null;
  found: number;
  isTruncated: boolean;
  resolver: string | null;
  nextCursor: string | null;
  data: DataOf<Type>;
}

/** What the records of a forward lookup say of aliases and addresses. */
export function edgesOf(records: readonly DnsRecord[]): Edge[] {
  return records.flatMap((record): Edge[] => {
    switch (record.type) {
      case "A":
      case "AAAA":
        return [{ kind: "address", name: record.name, value: record.data }];
      case "CNAME":
        // Searched by its canonical name: what all points to a CDN is the question.
        return [{ kind: "cname", name: record.data, value: record.name }];
      default:
        return [];
    }
  });
}
