import type { ErrorParams } from "../core/error_reasons.ts";
import { AppError, busyError, InputError } from "../core/errors.ts";
import {
  IndexOffError,
  IndexUnavailableError,
  InvalidCursorError,
} from "../dns/index/dns_index.ts";
import { DnsError } from "../dns/errors.ts";
import type { Language } from "../i18n/language.ts";
import { lookupTexts } from "./view/texts.ts";

/** A reason in the words of the page's form, which shows no names of parameters. */
export function inFormWords(
  params: ErrorParams,
  language: Language,
): ErrorParams {
  if (params.reason !== "not_one_of") return params;
  const { form, modes, matches, sides } = lookupTexts[language];
  switch (params.name) {
    case "dns_type":
      return choice(form.modes, Object.values(modes).map(({ label }) => label));
    case "dns_match":
      return choice(form.match, Object.values(matches));
    case "side":
      return choice(form.side, Object.values(sides));
    default:
      return params;
  }
}

function choice(name: string, values: readonly string[]): ErrorParams {
  return { reason: "not_one_of", name: `“${name}”`, values };
}

const RETRY_SECONDS = 5;

/**
 * The public error for a failed search of the index.
 *
 * @throws the error itself if it is of another kind
 */
export function indexError(error: unknown): AppError {
  if (error instanceof InvalidCursorError) {
    return new InputError("cursor", { reason: "cursor_of_another_search" });
  }
  if (error instanceof RangeError) {
    return new InputError("query", { reason: "keyword_impossible" });
  }
  if (error instanceof IndexOffError) {
    return new InputError("dns_type", { reason: "index_off" });
  }
  if (error instanceof IndexUnavailableError) {
    return busyError({ reason: "index_unavailable" }, RETRY_SECONDS, error);
  }
  throw error;
}

/**
 * Null if the index is unavailable, for lookups that work without it.
 *
 * @throws the error itself if it is of another kind
 */
export function nullIfIndexUnavailable(error: unknown): null {
  if (error instanceof IndexUnavailableError) return null;
  throw error;
}

/** 422 `QUERY_FAILED`: no usable response. */
export function queryFailed(
  params: ErrorParams = { reason: "name_servers_silent" },
  cause?: unknown,
): AppError {
  return new AppError(422, "QUERY_FAILED", params, { cause });
}

/** 422 `QUERY_FAILED` with the response code of a failing server. */
export function nameServerError(rcode: string): AppError {
  return queryFailed({ reason: "name_servers_refused", rcode });
}

/** Whether a response code is definitive: the name exists, or it does not. */
export function isDefinitive(rcode: string): boolean {
  return rcode === "NOERROR" || rcode === "NXDOMAIN";
}

/**
 * Null if no server responded.
 *
 * @throws {AppError} 503 if the query was not sent because too many are
 * running; the error itself if it is of another kind
 */
export function nullIfNoResponse(error: unknown): null {
  if (!(error instanceof DnsError)) throw error;
  if (error.code !== "busy") return null;
  throw busyError({ reason: "name_lookups_busy" }, RETRY_SECONDS, error);
}
