import type { ErrorParams } from "../core/error_reasons.ts";
import { AppError, InputError } from "../core/errors.ts";
import {
  IndexUnavailableError,
  InvalidCursorError,
} from "../dns/index/dns_index.ts";
import { DnsError } from "../dns/errors.ts";

const RETRY_SECONDS = 5;

/** What a search of the index fails with, as whoever searches is told; anything else is thrown on. */
export function indexError(error: unknown): AppError {
  if (error instanceof InvalidCursorError) {
    return new InputError(
      "cursor",
      { reason: "cursor_of_another_search" },
    );
  }
  if (error instanceof RangeError) {
    return new InputError("query", { reason: "keyword_impossible" });
  }
  if (error instanceof IndexUnavailableError) {
    return new AppError(
      503,
      "SERVICE_UNAVAILABLE",
      { reason: "index_unavailable" },
      { cause: error, headers: { "retry-after": String(RETRY_SECONDS) } },
    );
  }
  throw error;
}

/** Null for an index that cannot be asked; what is more than a memory goes on without. */
export function unavailable(error: unknown): null {
  if (error instanceof IndexUnavailableError) return null;
  throw error;
}

/** 422 `QUERY_FAILED`: there was no answer to be had. */
export function queryFailed(
  params: ErrorParams = { reason: "name_servers_silent" },
  cause?: unknown,
): AppError {
  return new AppError(422, "QUERY_FAILED", params, { cause });
}

/** What a server answered where it knew nothing to say: it has to be said on. */
export function serversFailed(rcode: string): AppError {
  return queryFailed({ reason: "name_servers_refused", rcode });
}

/** Whether a server knew the answer, be it that there is no such name. */
export function isKnown(rcode: string): boolean {
  return rcode === "NOERROR" || rcode === "NXDOMAIN";
}

/**
 * Null for what a question fails with where no server answered it; anything else is thrown on.
 *
 * @throws {AppError} 503 where the question was never sent, as too many are under way
 */
export function nullIfUnanswered(error: unknown): null {
  if (!(error instanceof DnsError)) throw error;
  if (error.code !== "busy") return null;
  throw new AppError(
    503,
    "SERVICE_UNAVAILABLE",
    { reason: "name_lookups_busy" },
    { cause: error, headers: { "retry-after": "5" } },
  );
}
