import { aliasChain } from "../dns/message.ts";
import type { DnsRecord } from "../dns/records.ts";
import type { DataOf } from "./envelope.ts";
import type { Caller } from "../core/fair_queue.ts";
import type { DnsResponse, QueryType } from "../dns/dns_client.ts";
import { isReservedReverseName } from "../dns/wire_name.ts";
import { type AppError, InputError } from "../core/errors.ts";
import { dnssecStatus } from "./dnssec_status.ts";
import type { QueryOf } from "./dns_query.ts";
import { type LookupDeps, type ModeResult, resolverOf } from "./lookup_deps.ts";
import { edgesOf, recordEdges } from "./record_edges.ts";
import {
  isDefinitive,
  nameServerError,
  nullIfNoResponse,
  queryFailed,
} from "./lookup_errors.ts";
import { withoutWithheld } from "./addresses.ts";
import { listOf, recordsByType } from "./record_lists.ts";
import { isServiceName, RECORD_TYPES } from "./view/lookup_view.ts";

/** Longer chains are truncated; resolvers give up on them, too. */
const MAX_CHAIN_LENGTH = 16;

/** Whether the records contain an address of `name`. */
export function hasAddress(
  name: string,
  records: readonly DnsRecord[],
): boolean {
  return records.some((record) =>
    record.name === name && (record.type === "A" || record.type === "AAAA")
  );
}

const USUAL_TYPES = [
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
/** Resolvers fail at a loop, so its aliases are queried one by one. */
const FOLLOWED_TYPES = ["A", "AAAA", "CNAME"] as const;

function queryTypesFor(
  { normalized, recordType }: QueryOf<"dns_lookup">,
): readonly QueryType[] {
  if (recordType !== null) return [recordType];
  return isServiceName(normalized) ? [...USUAL_TYPES, "SRV"] : USUAL_TYPES;
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
 * Queries the usual record types of a name at once, or the one that is asked
 * for. If a response ends at an alias, follows the chain to its addresses.
 *
 * @throws {AppError} 422 if no server responded, or all failed; 400 for the PTR
 * records of a reserved address; the signal's reason
 */
export async function lookUpRecords(
  nameQuery: QueryOf<"dns_lookup">,
  deps: LookupDeps,
  caller: Caller,
): Promise<ModeResult<"dns_lookup">> {
  const { normalized: name, recordType } = nameQuery;
  const { client, now, policy } = deps;
  if (
    recordType === "PTR" && !policy.showsReserved && isReservedReverseName(name)
  ) {
    throw new InputError("query", { reason: "reverse_name_reserved" });
  }
  const endsAt = now() + TOTAL_TIMEOUT_MS;
  const options = () => ({
    ...caller,
    timeoutMs: Math.max(1, endsAt - now()),
  });
  const query = (queried: string, type: QueryType) =>
    client.query(queried, type, options()).catch(nullIfNoResponse);

  const responses: Responses = new Map(
    await Promise.all(
      queryTypesFor(nameQuery).map(async (type) =>
        [type, await query(name, type)] as const
      ),
    ),
  );
  const dnssecOf = () => dnssecStatus(name, responses, deps, options());
  const isUsable = [...responses.values()].some((response) =>
    isDefinitive(response?.rcode ?? "")
  );
  if (!isUsable) throw failureOf([...responses.values()], await dnssecOf());
  const isFollowed = recordType === null || recordType === "A" ||
    recordType === "AAAA";
  const { seen, chain, isTruncated } = await followAliases(
    name,
    responses,
    isFollowed ? query : null,
    () => now() >= endsAt,
  );
  recordEdges(edgesOf(seen), deps);
  const { records, withheld } = withoutWithheld(
    recordsByType(seen, name),
    policy,
  );
  const found = Object.values(records)
    .reduce((sum, { length }) => sum + length, 0);
  const isComplete = !isTruncated &&
    [...responses.values()].every((response) =>
      response && isDefinitive(response.rcode)
    );
  return {
    title: recordType === null
      ? `DNS records of ${name}`
      : `${recordType} records of ${name}`,
    total: isComplete ? found + withheld.A + withheld.AAAA : null,
    found,
    isTruncated,
    resolver: resolverOf([...responses.values()]),
    data: {
      type: recordType,
      records,
      rcode: rcodesOf(responses),
      cname_chain: chain.map(({ name, data, ttl }) => ({
        name,
        value: data,
        ttl,
      })),
      alias_loop: chain.some(({ name }) => name === chain.at(-1)?.data),
      dnssec: await dnssecOf(),
      withheld,
    },
  };
}

/** Types that are not queried are missing. */
type Responses = Map<QueryType, DnsResponse | null>;

/**
 * The records of a name and of the names that its aliases lead to. Adds the responses
 * about those names to `responses`, until there is an address.
 *
 * @param query null to query no further names
 */
async function followAliases(
  name: string,
  responses: Responses,
  query:
    | ((name: string, type: QueryType) => Promise<DnsResponse | null>)
    | null,
  isLate: () => boolean,
) {
  const first = [...responses.values()].filter((each) => each !== null);
  const seen = first.flatMap(({ records }) => records);
  let isTruncated = first.some(({ isCut }) => isCut);
  let chain = aliasChain(name, seen, MAX_CHAIN_LENGTH);
  const queried = new Set([name]);
  while (query) {
    const end = chain.at(-1)?.data;
    // A cycle leads back to a queried name.
    if (end === undefined || queried.has(end) || hasAddress(end, seen)) break;
    if (responses.get("A")?.rcode === "NXDOMAIN") break;
    if (
      chain.length >= MAX_CHAIN_LENGTH || seen.length >= MAX_SEEN || isLate()
    ) {
      isTruncated = true;
      break;
    }
    queried.add(end);
    const further = await Promise.all(
      FOLLOWED_TYPES.map((type) => query(end, type)),
    );
    for (const [i, type] of FOLLOWED_TYPES.entries()) {
      const response = further[i];
      if (response) {
        if (type !== "CNAME") responses.set(type, response);
        seen.push(...response.records);
        isTruncated ||= response.isCut;
      } else isTruncated = true;
    }
    chain = aliasChain(name, seen, MAX_CHAIN_LENGTH);
  }
  return { seen, chain, isTruncated };
}

/** The error for responses of which none is usable. */
function failureOf(
  responses: readonly (DnsResponse | null)[],
  { status, extended_errors }: DataOf<"dns_lookup">["dnssec"],
): AppError {
  if (status === "bogus") {
    return queryFailed({
      reason: "dnssec_validation_failed",
      extendedErrors: extended_errors.map(({ code }) => code),
    });
  }
  const given = responses.find((response) => response !== null);
  return given ? nameServerError(given.rcode) : queryFailed();
}

function rcodesOf(responses: Responses): DataOf<"dns_lookup">["rcode"] {
  const rcodes = RECORD_TYPES.map((type) => [type, null]);
  const given = [...responses].map(([type, response]) => [
    listOf(type),
    response?.rcode ?? null,
  ]);
  return Object.fromEntries([...rcodes, ...given]);
}
