import { parseIp, unmapIpv4 } from "../net/ip_address.ts";
import type { Edge } from "../dns/index/dns_index.ts";
import type { DnsRecord } from "../dns/records.ts";
import type { LookupDeps } from "./lookup_deps.ts";

/**
 * Limit for one lookup: the owner of a zone chooses how many records it has.
 */
export const MAX_EDGES = 64;

/**
 * Adds edges to the index if lookups are recorded. Skips reserved addresses,
 * because they belong to the operator's own network.
 *
 * @returns how many edges were added
 */
export function recordEdges(
  edges: Iterable<Edge>,
  { index, policy }: Pick<LookupDeps, "index" | "policy">,
  maxEdges = MAX_EDGES,
): number {
  if (!policy.feedsIndex) return 0;
  const recorded: Edge[] = [];
  for (const edge of edges) {
    if (recorded.length >= maxEdges) break;
    if (edge.kind === "cname" || isPublic(edge.value, policy)) {
      recorded.push(edge);
    }
  }
  if (recorded.length > 0) index.add(recorded);
  return recorded.length;
}

function isPublic(text: string, policy: LookupDeps["policy"]): boolean {
  const ip = parseIp(text);
  return ip !== null && !policy.isReserved(unmapIpv4(ip));
}

/** The aliases and addresses in the records of a forward lookup. */
export function edgesOf(records: readonly DnsRecord[]): Edge[] {
  return records.flatMap((record): Edge[] => {
    switch (record.type) {
      case "A":
      case "AAAA":
        return [{ kind: "address", name: record.name, value: record.data }];
      case "CNAME":
        // Indexed by the canonical name, to find all names that point to a CDN.
        return [{ kind: "cname", name: record.data, value: record.name }];
      default:
        return [];
    }
  });
}
