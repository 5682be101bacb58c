import { mapInOrder } from "../core/async.ts";
import { InputError } from "../core/errors.ts";
import type { Caller } from "../core/fair_queue.ts";
import type { DnsResponse } from "../dns/dns_client.ts";
import { recordData } from "../dns/records.ts";
import { reverseName } from "../dns/wire_name.ts";
import { type IpAddress, parseIp } from "../net/ip_address.ts";
import { bogonName } from "../net/special_blocks.ts";
import { isWithheld } from "./addresses.ts";
import type { QueryOf } from "./dns_query.ts";
import type { DataOf } from "./envelope.ts";
import { type LookupDeps, type ModeResult, resolverOf } from "./lookup_deps.ts";
import { isDefinitive, nullIfNoResponse } from "./lookup_errors.ts";
import type { BlocklistFailure } from "./view/lookup_view.ts";

/** A DNS blocklist (RFC 5782). */
export interface Blocklist {
  /** Shown to visitors: a subscriber's zone can contain a secret key. */
  readonly name: string;
  /** In lower-case ASCII, without a trailing dot. */
  readonly zone: string;
}

export interface BlocklistDeps extends LookupDeps {
  /** Empty if the operator has chosen none. */
  blocklists: readonly Blocklist[];
}

type Row = DataOf<"dnsbl">["rows"][number];

/** Lists queried at a time. */
const CONCURRENCY = 8;
/** Time limit for all lists together. */
const TOTAL_TIMEOUT_MS = 8000;
/** Limits for the response of one list, whose length its owner chooses. */
const MAX_CODES = 16;
const MAX_TEXT_LENGTH = 500;

/**
 * Looks up an address in all configured blocklists. Nothing is recorded in the
 * index: the records are verdicts, not addresses.
 *
 * @throws {AppError} 400 if no list is configured; 503 if too many queries are
 * running; the signal's reason
 */
export async function lookUpBlocklists(
  { ip }: QueryOf<"dnsbl">,
  deps: BlocklistDeps,
  caller: Caller,
): Promise<ModeResult<"dnsbl">> {
  const { blocklists, policy } = deps;
  if (blocklists.length === 0) {
    throw new InputError("dns_type", { reason: "blocklists_off" });
  }
  const isReserved = isWithheld(ip, policy);
  const answers = isReserved ? [] : await queryLists(ip, deps, caller);
  const rows = answers.map(({ row }) => row);
  const count = (status: Row["status"]) =>
    rows.filter((row) => row.status === status).length;
  const [listed, unknown] = [count("listed"), count("error")];
  return {
    title: `${ip.text} in DNS blocklists`,
    total: isReserved || unknown > 0 ? null : listed,
    found: listed,
    isTruncated: answers.some(({ isCut }) => isCut),
    resolver: resolverOf(answers),
    data: {
      ip: ip.text,
      rows,
      listed,
      unknown,
      reserved_block: isReserved ? bogonName(ip) : null,
    },
  };
}

interface Answer {
  row: Row;
  /** Whether the list said more than the row has. */
  isCut: boolean;
  /** The name server that responded; null for none. */
  server: string | null;
}

/** Queries all lists. Returns the responses in the order of the lists. */
async function queryLists(
  ip: IpAddress,
  { blocklists, client, now }: BlocklistDeps,
  caller: Caller,
): Promise<Answer[]> {
  const endsAt = now() + TOTAL_TIMEOUT_MS;
  const query = (name: string, type: "A" | "TXT") =>
    client.query(name, type, {
      ...caller,
      timeoutMs: Math.max(1, endsAt - now()),
    }).catch(nullIfNoResponse);
  return await mapInOrder(
    blocklists,
    (list) => askList(ip, list, query),
    { concurrency: CONCURRENCY, signal: caller.signal },
  );
}

async function askList(
  ip: IpAddress,
  { name, zone }: Blocklist,
  query: (name: string, type: "A" | "TXT") => Promise<DnsResponse | null>,
): Promise<Answer> {
  const queried = blocklistName(ip, zone);
  const response = await query(queried, "A");
  const all = response === null ? [] : recordData(response.records, "A");
  const isFound = all.length > 0;
  const failure = failureOf(response, all) ??
    await testFailure(ip, zone, isFound, query);
  const row = {
    list: name,
    // A resolver that invents responses can point to its own network.
    codes: failure === "no_list" ? [] : all.slice(0, MAX_CODES),
    texts: [] as string[],
    error: failure,
  };
  const server = response?.server ?? null;
  const isListed = failure === null && isFound;
  // A list that refuses the query says why in a text, too.
  if (!isListed && failure !== "query_refused") {
    const status = failure === null ? "not_listed" : "error";
    return { row: { ...row, status }, isCut: false, server };
  }
  const texts = recordData((await query(queried, "TXT"))?.records ?? [], "TXT");
  const reasons = texts.map(({ joined }) => joined);
  const isCut = all.length > MAX_CODES || reasons.length > MAX_CODES ||
    reasons.some(({ length }) => length > MAX_TEXT_LENGTH);
  const shown = reasons.slice(0, MAX_CODES)
    .map((text) => text.slice(0, MAX_TEXT_LENGTH).toWellFormed());
  const status = isListed ? "listed" : "error";
  return { row: { ...row, texts: shown, status }, isCut, server };
}

/**
 * The name of an address in a list: its octets, or the nibbles of IPv6, in
 * reverse (RFC 5782 sections 2.1 and 2.4).
 */
export function blocklistName(ip: IpAddress, zone: string): string {
  return reverseName(ip).replace(/(?:in-addr|ip6)\.arpa\.$/, zone);
}

/**
 * Why a zone does not behave like a list; null if it does. Every list has 127.0.0.2 (for
 * IPv6 ::ffff:127.0.0.2), which tells it from a zone that is gone. None has 127.0.0.1,
 * which tells it from a zone with a wildcard (RFC 5782 section 5).
 */
async function testFailure(
  { family }: IpAddress,
  zone: string,
  isFound: boolean,
  query: (name: string, type: "A") => Promise<DnsResponse | null>,
): Promise<BlocklistFailure | null> {
  const prefix = family === 4 ? "" : "::ffff:";
  const entry = parseIp(`${prefix}127.0.0.${isFound ? 1 : 2}`)!;
  const response = await query(blocklistName(entry, zone), "A");
  const codes = response === null ? [] : recordData(response.records, "A");
  return failureOf(response, codes) ??
    (codes.length > 0 === isFound ? "no_list" : null);
}

/**
 * Why a response says nothing about the address; null if it does.
 *
 * @param codes the addresses in the response
 */
function failureOf(
  response: DnsResponse | null,
  codes: readonly string[],
): BlocklistFailure | null {
  if (response === null) return "no_response";
  if (!isDefinitive(response.rcode)) return "server_failed";
  // Lists use 127.0.0.0/8 (RFC 5782 section 2.1). Any other address comes from a
  // resolver that invents responses, or from a domain that is no longer a list.
  if (codes.some((code) => !code.startsWith("127."))) return "no_list";
  return codes.some(isQueryError) ? "query_refused" : null;
}

/**
 * Whether a code is about the query, not the address: 127.255.255.0/24
 * (Spamhaus: an open resolver, too many queries, a misspelt zone), or 127.0.0.1
 * (URIBL).
 */
function isQueryError(code: string): boolean {
  return code.startsWith("127.255.255.") || code === "127.0.0.1";
}
