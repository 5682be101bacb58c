import type { Caller } from "../core/fair_queue.ts";
import { dayText } from "../i18n/language.ts";
import type {
  AliasesQuery,
  HostNamesQuery,
  PatternQuery,
} from "./dns_query.ts";
import type { IndexRow, SearchKind } from "../dns/index/dns_index.ts";
import type { LookupDeps, ModeResult } from "./lookup_deps.ts";
import { indexError } from "./lookup_errors.ts";
import { isTextWithheld } from "./addresses.ts";

const PAGE_SIZE = 100;

/**
 * A page of the index's names that match a keyword.
 *
 * @throws {AppError} 400 for a cursor of another search; 503 if the index is
 * unavailable; the signal's reason
 */
async function search(
  kind: SearchKind,
  { normalized, dnsMatch, cursor }: PatternQuery,
  { index }: Pick<LookupDeps, "index">,
  { client, signal }: Caller,
) {
  const { rows, next, total } = await index.search({
    kind,
    keyword: normalized,
    match: dnsMatch,
    after: cursor,
    limit: PAGE_SIZE,
    client,
    signal,
  }).catch((error) => {
    signal.throwIfAborted();
    throw indexError(error);
  });
  return {
    rows,
    page: {
      total,
      found: rows.length,
      isTruncated: next !== null,
      nextCursor: next,
    },
  };
}

function seenTimes({ firstSeenMs, lastSeenMs }: IndexRow) {
  return {
    first_seen_at: dayText(firstSeenMs),
    last_seen_at: dayText(lastSeenMs),
  };
}

type Search<Query extends PatternQuery> = (
  query: Query,
  deps: Pick<LookupDeps, "index" | "policy">,
  caller: Caller,
) => Promise<ModeResult<Query["dnsType"]>>;

/** Searches host names seen in reverse zones. */
export const searchHostnames: Search<HostNamesQuery> = async (
  query,
  deps,
  caller,
) => {
  const { rows, page } = await search("ptr", query, deps, caller);
  // The index can hold reserved addresses from a time when they were shown.
  const visible = rows.filter(({ value }) =>
    !isTextWithheld(value, deps.policy)
  );
  return {
    title: `Host names with “${query.normalized}”`,
    ...page,
    found: visible.length,
    data: {
      rows: visible.map((row) => ({
        hostname: row.name,
        ip: row.value,
        ...seenTimes(row),
      })),
      withheld: rows.length - visible.length,
    },
  };
};

/** Searches CNAME records by alias or target. */
export const searchAliases: Search<AliasesQuery> = async (
  query,
  deps,
  caller,
) => {
  const { side, normalized } = query;
  const isByAlias = side === "alias";
  const kind = isByAlias ? "alias" : "cname";
  const { rows, page } = await search(kind, query, deps, caller);
  return {
    title: isByAlias
      ? `Aliases with “${normalized}”`
      : `Aliases of names with “${normalized}”`,
    ...page,
    data: {
      rows: rows.map((row) => ({
        alias: isByAlias ? row.name : row.value,
        target: isByAlias ? row.value : row.name,
        ...seenTimes(row),
      })),
    },
  };
};
