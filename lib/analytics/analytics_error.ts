import { isTimeout } from "../core/deadline.ts";
import { type AnalyticsFailure, analyticsFailureText } from "./view/texts.ts";

/** No figures are available. The message contains no secrets. */
export class AnalyticsError extends Error {
  override name = "AnalyticsError";

  constructor(readonly failure: AnalyticsFailure) {
    super(analyticsFailureText(failure));
  }
}

/** The server failure that an error represents; undefined for other errors. */
export function failureOf(error: unknown): AnalyticsFailure | undefined {
  if (error instanceof AnalyticsError) return error.failure;
  return isTimeout(error) ? { code: "timeout" } : undefined;
}

/** Statuses with which a server denies access. */
const DENIALS = [401, 403, 404];

/** Whether a server denied access. */
export function isAccessDenied(error: unknown): error is AnalyticsError {
  return hasStatus(error, DENIALS);
}

/** Whether a server responded with one of these statuses. */
export function hasStatus(
  error: unknown,
  statuses: readonly number[],
): error is AnalyticsError {
  return error instanceof AnalyticsError && error.failure.code === "refused" &&
    statuses.includes(error.failure.status);
}
