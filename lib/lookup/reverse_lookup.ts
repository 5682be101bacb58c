import type { Caller } from "../core/caller.ts";
import { bogonName } from "../net/special_blocks.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { DnsResponse } from "../dns/dns_client.ts";
import type { DnsRecord } from "../dns/records.ts";
import { reverseName } from "../dns/wire_name.ts";
import type { AddressQuery } from "./dns_query.ts";
import { edgesOf, type LookupDeps, type ModeResult } from "./lookup_deps.ts";
import { recordEdges } from "./record_edges.ts";
import {
  isKnown,
  nullIfUnanswered,
  queryFailed,
  serversFailed,
} from "./lookup_errors.ts";
import { isWithheld } from "./addresses.ts";

/** Whoever holds a reverse zone decides on the number of names; each costs a question. */
const MAX_NAMES = 16;
const TIMEOUT_MS = 5000;

/**
 * Asks for the names of an address, and asks each name for its addresses: a
 * name is confirmed where they hold the one asked for, as anybody can write any
 * name into a reverse zone of theirs (RFC 1912 section 2.1).
 *
 * @throws {AppError} 422 where no server answered, or all of them failed; the signal's reason
 */
export async function lookUpNames(
  query: AddressQuery,
  deps: LookupDeps,
  caller: Caller,
): Promise<ModeResult<"rdns_lookup">> {
  const { ip } = query;
  if (isWithheld(ip, deps.policy)) return reservedAnswer(ip);
  const { client } = deps;
  const limits = { ...caller, timeoutMs: TIMEOUT_MS };
  const answer = await client.query(reverseName(ip), "PTR", limits)
    .catch(nullIfUnanswered);
  if (answer === null) throw queryFailed();
  if (!isKnown(answer.rcode)) throw serversFailed(answer.rcode);
  const pointers = answer.records.filter((record) => record.type === "PTR");
  const forward = await Promise.all(
    pointers.slice(0, MAX_NAMES).map(async ({ data, ttl }) => {
      const addresses = await client
        .query(data, ip.family === 4 ? "A" : "AAAA", limits).catch(
          nullIfUnanswered,
        );
      const isTold = addresses !== null && isKnown(addresses.rcode);
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
  recordEdges([
    ...pointers.slice(0, MAX_NAMES).map(({ data }) => ({
      kind: "ptr" as const,
      name: data,
      value: ip.text,
    })),
    ...forward.flatMap(({ records }) => edgesOf(records)),
  ], deps);
  const ptr = forward.map(({ row }) => row);
  return {
    title: `Names of ${ip.text}`,
    total: answer.isCut ? null : pointers.length,
    found: ptr.length,
    isTruncated: answer.isCut || pointers.length > ptr.length,
    resolver: answer.server,
    nextCursor: null,
    data: {
      ip: ip.text,
      ptr,
      forward_confirmed: ptr.some((row) => row.forward_confirmed === true),
      reserved_block: null,
    },
  };
}

/** No name server is asked: one inside a network would tell of its hosts. */
function reservedAnswer(ip: IpAddress): ModeResult<"rdns_lookup"> {
  return {
    title: `Names of ${ip.text}`,
    total: null,
    found: 0,
    isTruncated: false,
    resolver: null,
    nextCursor: null,
    data: {
      ip: ip.text,
      ptr: [],
      forward_confirmed: false,
      reserved_block: bogonName(ip),
    },
  };
}

/** Null where it is not among the addresses, and not all of them were read. */
function isConfirmed({ records, isCut }: DnsResponse, ip: IpAddress) {
  return records.some((record) => isAddress(record, ip)) ||
    (isCut ? null : false);
}

function isAddress({ type, data }: DnsRecord, ip: IpAddress): boolean {
  return (type === "A" || type === "AAAA") && data === ip.text;
}
