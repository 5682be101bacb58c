import type { DnsRecord } from "../dns/records.ts";
import type { DataOf } from "./envelope.ts";
import type { Caller } from "../core/caller.ts";
import type { DnsResponse } from "../dns/dns_client.ts";
import type { NameQuery } from "./dns_query.ts";
import { edgesOf, type LookupDeps, type ModeResult } from "./lookup_deps.ts";
import { recordEdges } from "./record_edges.ts";
import {
  isDefinitive,
  nameServerError,
  nullIfNoResponse,
  queryFailed,
} from "./lookup_errors.ts";
import { withoutWithheld } from "./addresses.ts";

export type Alias = DnsRecord & { type: "CNAME" };

/** Longer chains are truncated; resolvers give up on them, too. */
export const MAX_CHAIN_LENGTH = 16;

/** The chain of aliases that starts at `name`, without cycles. */
export function chainFrom(
  name: string,
  records: readonly DnsRecord[],
): Alias[] {
  const aliases = new Map<string, Alias>();
  for (const record of records) {
    if (record.type === "CNAME" && !aliases.has(record.name)) {
      aliases.set(record.name, record);
    }
  }
  const chain: Alias[] = [];
  let alias = aliases.get(name);
  while (alias && !chain.includes(alias) && chain.length < MAX_CHAIN_LENGTH) {
    chain.push(alias);
    alias = aliases.get(alias.data);
  }
  return chain;
}

/** Whether the records contain an address of `name`. */
export function hasAddress(
  name: string,
  records: readonly DnsRecord[],
): boolean {
  return records.some((record) =>
    record.name === name && (record.type === "A" || record.type === "AAAA")
  );
}

type Lists = DataOf<"dns_lookup">["records"];

/**
 * Groups the records of a lookup of `queried` by type, without duplicates, and
 * with MX records by preference.
 */
export function recordsByType(
  seen: readonly DnsRecord[],
  queried: string,
): Lists {
  const of: Lists = {
    A: [],
    AAAA: [],
    MX: [],
    CNAME: [],
    NS: [],
    TXT: [],
  };
  const known = new Set<string>();
  for (const record of seen) {
    const { name, ttl, type } = record;
    // Every response repeats the chain of aliases. Its later links are listed
    // separately.
    if (type === "CNAME" && name !== queried) continue;
    const key = JSON.stringify([name, type, record.data]);
    if (known.has(key)) continue;
    known.add(key);
    switch (type) {
      case "MX": {
        const { exchange, preference } = record.data;
        of.MX.push({ name, value: exchange, ttl, preference });
        break;
      }
      case "TXT":
        of.TXT.push({ name, value: record.data, ttl });
        break;
      case "A":
      case "AAAA":
      case "CNAME":
      case "NS":
        of[type].push({ name, value: record.data, ttl });
    }
  }
  of.MX.sort((a, b) => a.preference - b.preference);
  return of;
}

const QUERY_TYPES = ["A", "AAAA", "MX", "CNAME", "NS", "TXT"] as const;
const ADDRESS_TYPES = ["A", "AAAA"] as const;

type QueryType = typeof QUERY_TYPES[number];

/**
 * Time limit for all queries together; following a chain takes several in turn.
 */
const TOTAL_TIMEOUT_MS = 8000;
/**
 * Stops following a chain after this many records: each response can bring
 * hundreds.
 */
const MAX_SEEN = 2048;

/**
 * Queries six record types of a name at once. If a response ends at an alias,
 * follows the chain to its addresses.
 *
 * @throws {AppError} 422 if no server responded, or all failed; the signal's
 * reason
 */
export async function lookUpRecords(
  { normalized: name }: NameQuery,
  deps: LookupDeps,
  caller: Caller,
): Promise<ModeResult<"dns_lookup">> {
  const { client, now } = deps;
  const endsAt = now() + TOTAL_TIMEOUT_MS;
  const query = (queried: string, type: QueryType) =>
    client.query(queried, type, {
      ...caller,
      timeoutMs: Math.max(1, endsAt - now()),
    }).catch(nullIfNoResponse);

  const responses: Record<QueryType, DnsResponse | null> = Object.fromEntries(
    await Promise.all(
      QUERY_TYPES.map(async (type) => [type, await query(name, type)]),
    ),
  );
  assertResponse(Object.values(responses));
  const seen = Object.values(responses).flatMap((response) =>
    response?.records ?? []
  );
  const queried = new Set([name]);
  let chain = chainFrom(name, seen);
  let isTruncated = Object.values(responses).some((response) =>
    response?.isCut
  );
  for (;;) {
    const end = chain.at(-1)?.data;
    // A cycle leads back to a queried name.
    if (end === undefined || queried.has(end) || hasAddress(end, seen)) break;
    if (responses.A?.rcode === "NXDOMAIN") break;
    if (
      chain.length >= MAX_CHAIN_LENGTH || seen.length >= MAX_SEEN ||
      now() >= endsAt
    ) {
      isTruncated = true;
      break;
    }
    queried.add(end);
    const further = await Promise.all(
      ADDRESS_TYPES.map((type) => query(end, type)),
    );
    for (const [i, type] of ADDRESS_TYPES.entries()) {
      const response = further[i];
      if (response) {
        responses[type] = response;
        seen.push(...response.records);
        isTruncated ||= response.isCut;
      } else isTruncated = true;
    }
    chain = chainFrom(name, seen);
  }
  recordEdges(edgesOf(seen), deps);
  const { records, withheld } = withoutWithheld(
    recordsByType(seen, name),
    deps.policy,
  );
  const found = Object.values(records)
    .reduce((sum, { length }) => sum + length, 0);
  const isComplete = !isTruncated &&
    Object.values(responses).every((response) =>
      response && isDefinitive(response.rcode)
    );
  return {
    title: `DNS records of ${name}`,
    total: isComplete ? found + withheld.A + withheld.AAAA : null,
    found,
    isTruncated,
    resolver: resolverOf(Object.values(responses)),
    nextCursor: null,
    data: {
      records,
      rcode: rcodesOf(responses),
      cname_chain: chain.map(({ name, data, ttl }) => ({
        name,
        value: data,
        ttl,
      })),
      withheld,
    },
  };
}

function assertResponse(responses: readonly (DnsResponse | null)[]) {
  const given = responses.filter((response) => response !== null);
  if (given.some(({ rcode }) => isDefinitive(rcode))) return;
  throw given.length > 0 ? nameServerError(given[0].rcode) : queryFailed();
}

function rcodesOf(
  responses: Readonly<Record<QueryType, DnsResponse | null>>,
): DataOf<"dns_lookup">["rcode"] {
  const of = (type: QueryType) => responses[type]?.rcode ?? null;
  return {
    A: of("A"),
    AAAA: of("AAAA"),
    MX: of("MX"),
    CNAME: of("CNAME"),
    NS: of("NS"),
    TXT: of("TXT"),
  };
}

/** The server that responded; null if there were several. */
function resolverOf(responses: readonly (DnsResponse | null)[]): string | null {
  const servers = new Set(
    responses.flatMap((response) => response?.server ?? []),
  );
  const [server] = servers;
  return servers.size === 1 ? server : null;
}
