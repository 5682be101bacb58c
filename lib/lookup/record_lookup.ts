import type { DnsRecord } from "../dns/records.ts";
import type { DataOf } from "./envelope.ts";
import type { Caller } from "../core/caller.ts";
import type { DnsResponse } from "../dns/dns_client.ts";
import type { NameQuery } from "./dns_query.ts";
import { edgesOf, type LookupDeps, type ModeResult } from "./lookup_deps.ts";
import { recordEdges } from "./record_edges.ts";
import {
  isKnown,
  nullIfUnanswered,
  queryFailed,
  serversFailed,
} from "./lookup_errors.ts";
import { withoutWithheld } from "./addresses.ts";

export type Alias = DnsRecord & { type: "CNAME" };

/** Longer chains are cut: resolvers give up on them as well. */
export const MAX_CHAIN_LENGTH = 16;

/** The aliases from `name` on, in their order; each once. */
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

/** Whether an address of a name is among the records. */
export function hasAddress(
  name: string,
  records: readonly DnsRecord[],
): boolean {
  return records.some((record) =>
    record.name === name && (record.type === "A" || record.type === "AAAA")
  );
}

type Lists = DataOf<"dns_lookup">["records"];

/** Records of a lookup of `asked`, each once, by their type; those of MX with the preferred one first. */
export function recordsByType(
  seen: readonly DnsRecord[],
  asked: string,
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
    // Each answer brings the chain of aliases along; what lies behind the name has a list of its own.
    if (type === "CNAME" && name !== asked) continue;
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

const ASKED_TYPES = ["A", "AAAA", "MX", "CNAME", "NS", "TXT"] as const;
const ADDRESS_TYPES = ["A", "AAAA"] as const;

type AskedType = typeof ASKED_TYPES[number];

/** Of all questions together; a chain takes one after another. */
const LIMIT_MS = 8000;
/** A chain is not followed beyond so many records: each answer on the way may bring hundreds. */
const MAX_SEEN = 2048;

/**
 * Asks for six types of a name at once. Where a server ends its answer at an
 * alias, the chain is followed to its addresses.
 *
 * @throws {AppError} 422 where no server answered, or all of them failed; the signal's reason
 */
export async function lookUpRecords(
  { normalized: name }: NameQuery,
  deps: LookupDeps,
  caller: Caller,
): Promise<ModeResult<"dns_lookup">> {
  const { client, now } = deps;
  const endsAt = now() + LIMIT_MS;
  const ask = (asked: string, type: AskedType) =>
    client.query(asked, type, {
      ...caller,
      timeoutMs: Math.max(1, endsAt - now()),
    }).catch(nullIfUnanswered);

  const answers: Record<AskedType, DnsResponse | null> = Object.fromEntries(
    await Promise.all(
      ASKED_TYPES.map(async (type) => [type, await ask(name, type)]),
    ),
  );
  assertAnswered(Object.values(answers));
  const seen = Object.values(answers).flatMap((answer) =>
    answer?.records ?? []
  );
  const asked = new Set([name]);
  let chain = chainFrom(name, seen);
  let isTruncated = Object.values(answers).some((answer) => answer?.isCut);
  for (;;) {
    const end = chain.at(-1)?.data;
    // A chain that bites its own tail ends at a name that was asked for.
    if (end === undefined || asked.has(end) || hasAddress(end, seen)) break;
    if (answers.A?.rcode === "NXDOMAIN") break;
    if (
      chain.length >= MAX_CHAIN_LENGTH || seen.length >= MAX_SEEN ||
      now() >= endsAt
    ) {
      isTruncated = true;
      break;
    }
    asked.add(end);
    const further = await Promise.all(
      ADDRESS_TYPES.map((type) => ask(end, type)),
    );
    for (const [i, type] of ADDRESS_TYPES.entries()) {
      const answer = further[i];
      if (answer) {
        answers[type] = answer;
        seen.push(...answer.records);
        isTruncated ||= answer.isCut;
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
    Object.values(answers).every((answer) => answer && isKnown(answer.rcode));
  return {
    title: `DNS records of ${name}`,
    total: isComplete ? found + withheld.A + withheld.AAAA : null,
    found,
    isTruncated,
    resolver: resolverOf(Object.values(answers)),
    nextCursor: null,
    data: {
      records,
      rcode: rcodesOf(answers),
      cname_chain: chain.map(({ name, data, ttl }) => ({
        name,
        value: data,
        ttl,
      })),
      withheld,
    },
  };
}

function assertAnswered(answers: readonly (DnsResponse | null)[]) {
  const given = answers.filter((answer) => answer !== null);
  if (given.some(({ rcode }) => isKnown(rcode))) return;
  throw given.length > 0 ? serversFailed(given[0].rcode) : queryFailed();
}

function rcodesOf(
  answers: Readonly<Record<AskedType, DnsResponse | null>>,
): DataOf<"dns_lookup">["rcode"] {
  const of = (type: AskedType) => answers[type]?.rcode ?? null;
  return {
    A: of("A"),
    AAAA: of("AAAA"),
    MX: of("MX"),
    CNAME: of("CNAME"),
    NS: of("NS"),
    TXT: of("TXT"),
  };
}

/** The server that answered; null where it was not one alone. */
function resolverOf(answers: readonly (DnsResponse | null)[]): string | null {
  const servers = new Set(
    answers.flatMap((answer) => answer?.server ?? []),
  );
  const [server] = servers;
  return servers.size === 1 ? server : null;
}
