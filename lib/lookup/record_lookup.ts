import type { DnsRecord } from "../dns/records.ts";
import type { DataOf } from "./envelope.ts";
import type { Caller } from "../core/caller.ts";
import type { DnsResponse } from "../dns/dns_client.ts";
import type { NameQuery } from "./dns_query.ts";
import type { LookupDeps, ModeResult } from "./lookup_deps.ts";
import { edgesOf, recordEdges } from "./record_edges.ts";
import {
  isDefinitive,
  nameServerError,
  nullIfNoResponse,
  queryFailed,
} from "./lookup_errors.ts";
import { withoutWithheld } from "./addresses.ts";
import { recordsByType } from "./record_lists.ts";
import { isServiceName } from "./view/lookup_view.ts";

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

const QUERY_TYPES = [
  "A",
  "AAAA",
  "MX",
  "CNAME",
  "NS",
  "TXT",
  "SOA",
  "CAA",
  "HTTPS",
  "DS",
  "DNSKEY",
] as const;
const ADDRESS_TYPES = ["A", "AAAA"] as const;

type QueryType = typeof QUERY_TYPES[number] | "SRV";

function queryTypesFor(name: string): readonly QueryType[] {
  return isServiceName(name) ? [...QUERY_TYPES, "SRV"] : QUERY_TYPES;
}

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
 * Queries all record types of a name at once. If a response ends at an alias,
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

  const responses: Responses = Object.fromEntries(
    await Promise.all(
      queryTypesFor(name).map(async (type) => [type, await query(name, type)]),
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

/** Types that are not queried are missing. */
type Responses = Partial<Record<QueryType, DnsResponse | null>>;

function assertResponse(responses: readonly (DnsResponse | null)[]) {
  const given = responses.filter((response) => response !== null);
  if (given.some(({ rcode }) => isDefinitive(rcode))) return;
  throw given.length > 0 ? nameServerError(given[0].rcode) : queryFailed();
}

function rcodesOf(responses: Responses): DataOf<"dns_lookup">["rcode"] {
  const of = (type: QueryType) => responses[type]?.rcode ?? null;
  return {
    A: of("A"),
    AAAA: of("AAAA"),
    MX: of("MX"),
    CNAME: of("CNAME"),
    NS: of("NS"),
    TXT: of("TXT"),
    SOA: of("SOA"),
    CAA: of("CAA"),
    SRV: of("SRV"),
    HTTPS: of("HTTPS"),
    DS: of("DS"),
    DNSKEY: of("DNSKEY"),
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
