import {
  describeError,
  type Log,
  type LogRateLimiter,
  summarizeError,
} from "../core/log.ts";
import { type createRequestFields, REQUEST_ID_HEADER } from "./access_log.ts";
import type { AppError } from "../core/errors.ts";

/**
 * Tells the log of an error on our side that a request ends with, and gives the
 * error as it is answered: with the id that the log names. An error that is the
 * client's stays as it is, and is logged nowhere.
 */
export type ReportError = (
  error: AppError,
  request: Request,
  info: Deno.ServeHandlerInfo,
) => AppError;

/** What a route knows of the request that failed. */
export interface FailedRequest {
  readonly req: Request;
  readonly info: Deno.ServeHandlerInfo;
  readonly state: {
    readonly services: { readonly reportError: ReportError };
  };
}

export interface ErrorReporterDeps {
  log: Pick<Log, "warn" | "error">;
  /** Strangers can fail as often as they like: of each kind a line a minute. */
  lines: LogRateLimiter;
  fieldsOf: ReturnType<typeof createRequestFields>;
}

/**
 * Makes the one place where requests that fail on our side are logged. What may
 * happen (503: too much is under way, the store or a name server does not
 * answer) is a warning with its reason; only a slip of the program has its stack.
 */
export function createErrorReporter(
  { log, lines, fieldsOf }: ErrorReporterDeps,
): ReportError {
  return (error, request, info) => {
    if (error.status < 500) return error;
    const fields = fieldsOf(request, info);
    logError(error, { log, lines }, fields);
    return error.with({ [REQUEST_ID_HEADER]: fields.id });
  };
}

/** Writes the line of an error of 500 or above, unless one of its kind was just written. */
export function logError(
  error: AppError,
  { log, lines }: Pick<ErrorReporterDeps, "log" | "lines">,
  fields: Readonly<Record<string, string>> = {},
): void {
  const { status, code, params: { reason }, cause } = error;
  const isExpected = status === 503;
  const heldBack = lines.admit(isExpected ? reason : throwSite(cause));
  if (heldBack === null) return;
  const more = heldBack || undefined;
  if (isExpected) {
    log.warn("request not served", {
      ...fields,
      code,
      reason,
      cause: cause === undefined ? undefined : summarizeError(cause),
      more,
    });
  } else {
    log.error("request failed", {
      ...fields,
      error: describeError(cause ?? error),
      more,
    });
  }
}

/** Where in the program something was thrown: its message may hold what a stranger sent, and be another each time. */
function throwSite(thrown: unknown): string {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  return stack?.match(/^ {4}at .*file:.*$/m)?.[0] ?? "";
}
