import type { DnsRecord } from "../records.ts";
import type { Edge } from "../index/dns_index.ts";

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
