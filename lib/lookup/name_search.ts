import type { Caller } from "../core/fair_queue.ts";
import { dayText } from "../i18n/language.ts";
import type { QueryOf } from "./dns_query.ts";
import type { IndexRow, SearchKind } from "../dns/index/dns_index.ts";
import type { LookupDeps, ModeResult } from "./lookup_deps.ts";
import { indexError } from "./lookup_errors.ts";
import { isTextWithheld } from "./addresses.ts";
import type { PatternType } from "./view/lookup_view.ts";

const PAGE_SIZE = 100;

/**
 * A page of the index's names that match a keyword.
 *
 * @throws {AppError} 400 for a cursor of another search; 503 if the index is
 * unavailable; the signal's reason
 */
async function search(
  kind: SearchKind,
  { normalized, dnsMatch, cursor }: QueryOf<PatternType>,
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

type SearchDeps = Pick<LookupDeps, "index" | "policy">;

/** Searches host names seen in reverse zones. */
export async function searchHostnames(
  query: QueryOf<"rdns_pattern">,
  deps: SearchDeps,
  caller: Caller,
): Promise<ModeResult<"rdns_pattern">> {
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
}

/** Searches CNAME records by alias or target. */
export async function searchAliases(
  query: QueryOf<"cname_pattern">,
  deps: SearchDeps,
  caller: Caller,
): Promise<ModeResult<"cname_pattern">> {
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
}
