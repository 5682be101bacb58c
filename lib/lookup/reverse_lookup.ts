import type { Caller } from "../core/fair_queue.ts";
import { bogonName } from "../net/special_blocks.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { DnsResponse } from "../dns/dns_client.ts";
import { reverseName } from "../dns/wire_name.ts";
import type { QueryOf } from "./dns_query.ts";
import type { LookupDeps, ModeResult } from "./lookup_deps.ts";
import { edgesOf, pointerEdges, recordEdges } from "./record_edges.ts";
import {
  isDefinitive,
  nameServerError,
  nullIfNoResponse,
  queryFailed,
} from "./lookup_errors.ts";
import { isWithheld } from "./addresses.ts";

/**
 * The owner of a reverse zone chooses how many names it has, and each name
 * costs a query.
 */
const MAX_NAMES = 16;
const TIMEOUT_MS = 5000;

/**
 * Looks up the names of an address, then the addresses of each name. A name is
 * confirmed if it resolves back to the address: anyone can put any name into
 * their own reverse zone (RFC 1912 section 2.1).
 *
 * @throws {AppError} 422 if no server responded, or all failed; the signal's
 * reason
 */
export async function lookUpNames(
  query: QueryOf<"rdns_lookup">,
  deps: LookupDeps,
  caller: Caller,
): Promise<ModeResult<"rdns_lookup">> {
  const { ip } = query;
  const title = `Names of ${ip.text}`;
  if (isWithheld(ip, deps.policy)) {
    // A name server on an internal network would reveal its hosts.
    return {
      title,
      total: null,
      found: 0,
      isTruncated: false,
      resolver: null,
      data: {
        ip: ip.text,
        ptr: [],
        forward_confirmed: null,
        reserved_block: bogonName(ip),
      },
    };
  }
  const { client } = deps;
  const limits = { ...caller, timeoutMs: TIMEOUT_MS };
  const response = await client.query(reverseName(ip), "PTR", limits)
    .catch(nullIfNoResponse);
  if (response === null) throw queryFailed();
  if (!isDefinitive(response.rcode)) throw nameServerError(response.rcode);
  const pointers = response.records.filter((record) => record.type === "PTR");
  const forward = await Promise.all(
    pointers.slice(0, MAX_NAMES).map(async ({ data, ttl }) => {
      const addresses = await client
        .query(data, ip.family === 4 ? "A" : "AAAA", limits).catch(
          nullIfNoResponse,
        );
      const isTold = addresses !== null && isDefinitive(addresses.rcode);
      return {
        records: addresses?.records ?? [],
        row: {
          value: data,
          ttl,
          forward_confirmed: isTold ? isConfirmed(addresses, ip) : null,
        },
      };
    }),
  );
  const ptr = forward.map(({ row }) => row);
  recordEdges([
    ...pointerEdges(ip, ptr.map(({ value }) => value)),
    ...forward.flatMap(({ records }) => edgesOf(records)),
  ], deps);
  const isTruncated = response.isCut || pointers.length > ptr.length;
  return {
    title,
    total: response.isCut ? null : pointers.length,
    found: ptr.length,
    isTruncated,
    resolver: response.server,
    data: {
      ip: ip.text,
      ptr,
      forward_confirmed: ptr.some((row) => row.forward_confirmed) ||
        (isTruncated || ptr.some((row) => row.forward_confirmed === null)
          ? null
          : false),
      reserved_block: null,
    },
  };
}

/**
 * Null if the address is not among the records, and some records were not read.
 */
function isConfirmed({ records, isCut }: DnsResponse, ip: IpAddress) {
  return records.some(({ type, data }) =>
    (type === "A" || type === "AAAA") && data === ip.text
  ) || (isCut ? null : false);
}
