import {
  type AnalyticsFailure,
  analyticsFailureText,
} from "./view/analytics_errors.ts";

/** That there are no figures. The message holds nothing secret. */
export class AnalyticsError extends Error {
  override name = "AnalyticsError";

  constructor(readonly failure: AnalyticsFailure) {
    super(analyticsFailureText(failure));
  }
}

/** What a failure says of the server; undefined for what is no failure of it. */
export function failureOf(error: unknown): AnalyticsFailure | undefined {
  if (error instanceof AnalyticsError) return error.failure;
  return error instanceof DOMException && error.name === "TimeoutError"
    ? { code: "timeout" }
    : undefined;
}

/** How a server says that this one may not have that. */
const DENIALS = [401, 403, 404];

/** Whether a server answered that this one may not have that. */
export function isDenial(error: unknown): error is AnalyticsError {
  return isRefusal(error, DENIALS);
}

/** Whether a server answered with one of these statuses. */
export function isRefusal(
  error: unknown,
  statuses: readonly number[],
): error is AnalyticsError {
  return error instanceof AnalyticsError && error.failure.code === "refused" &&
    statuses.includes(error.failure.status);
}
