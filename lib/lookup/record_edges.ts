import { type IpAddress, parseIp, unmapIpv4 } from "../net/ip_address.ts";
import type { Edge } from "../dns/index/dns_index.ts";
import type { DnsRecord } from "../dns/records.ts";
import type { LookupDeps } from "./lookup_deps.ts";
import type { Caller } from "../core/fair_queue.ts";
import { isDefinitive, nullIfNoResponse } from "./lookup_errors.ts";
import { withoutWithheld } from "./addresses.ts";
import { recordsByType } from "./record_lists.ts";

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

/** The names of an address. */
export function pointerEdges(ip: IpAddress, names: readonly string[]): Edge[] {
  return names.map((name) => ({ kind: "ptr", name, value: ip.text }));
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

/** What a page about a name shows of its records. */
export interface NameSummary {
  /** Of both families, IPv4 first. */
  readonly addresses: readonly string[];
  /** The best one first. */
  readonly mailServers: readonly string[];
  readonly nameServers: readonly string[];
  /** How many more there are of each. */
  readonly more: Readonly<
    Record<"addresses" | "mailServers" | "nameServers", number>
  >;
  /** How many reserved addresses are hidden. */
  readonly withheld: number;
  /** The types about which no server said whether there are records. */
  readonly unanswered: readonly typeof TYPES[number][];
}

const TYPES = ["A", "AAAA", "MX", "NS"] as const;
/** For all queries together: the page waits for them. */
const TIMEOUT_MS = 2_000;
/** Of each list: pages show no more. */
const MAX_SHOWN = 8;

/**
 * Queries the addresses, the mail servers and the name servers of a name at once.
 *
 * @param name in its normalized form
 * @throws the signal's reason
 */
export async function summarizeName(
  name: string,
  deps: LookupDeps,
  caller: Caller,
): Promise<NameSummary> {
  const options = { ...caller, timeoutMs: TIMEOUT_MS };
  const responses = await Promise.all(
    TYPES.map((type) =>
      deps.client.query(name, type, options).catch(nullIfNoResponse)
    ),
  );
  const seen = responses.flatMap((response) => response?.records ?? []);
  recordEdges(edgesOf(seen), deps);
  const { records: { A, AAAA, MX, NS }, withheld } = withoutWithheld(
    recordsByType(seen, name),
    deps.policy,
  );
  const addresses = [...A, ...AAAA];
  const shown = (records: readonly { value: string }[]) =>
    records.map(({ value }) => value).slice(0, MAX_SHOWN);
  const hidden = ({ length }: readonly unknown[]) =>
    Math.max(0, length - MAX_SHOWN);
  return {
    addresses: shown(addresses),
    mailServers: shown(MX),
    nameServers: shown(NS),
    more: {
      addresses: hidden(addresses),
      mailServers: hidden(MX),
      nameServers: hidden(NS),
    },
    withheld: withheld.A + withheld.AAAA,
    unanswered: TYPES.filter((_, i) =>
      !isDefinitive(responses[i]?.rcode ?? "SERVFAIL")
    ),
  };
}
