import {
  describeError,
  type Log,
  type LogRateLimiter,
  summarizeError,
} from "../core/log.ts";
import { type createRequestFields, REQUEST_ID_HEADER } from "./access_log.ts";
import type { AppError } from "../core/errors.ts";

/**
 * Logs a server error (5xx) and returns it with the request id of the log line
 * as a header. Client errors are returned unchanged and are not logged.
 */
export type ReportError = (
  error: AppError,
  request: Request,
  info: Deno.ServeHandlerInfo,
) => AppError;

/** The part of a request context that error reports need. */
export interface FailedRequest {
  readonly req: Request;
  readonly info: Deno.ServeHandlerInfo;
  readonly state: {
    readonly services: { readonly reportError: ReportError };
  };
}

export interface ErrorReporterDeps {
  log: Pick<Log, "warn" | "error">;
  /** One line a minute for each kind of error, because clients can cause any number. */
  lines: LogRateLimiter;
  fieldsOf: ReturnType<typeof createRequestFields>;
}

/**
 * Creates the reporter of server errors. An expected one (503: overload, or no
 * response from the store or a name server) is logged as a warning with its
 * reason; a bug is logged as an error with its stack.
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

/** Logs an error of 500 or above, unless one of its kind was just logged. */
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

/** The source line that threw, which identifies the kind of error: messages can contain client input and differ each time. */
function throwSite(thrown: unknown): string {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  return stack?.match(/^ {4}at .*file:.*$/m)?.[0] ?? "";
}
