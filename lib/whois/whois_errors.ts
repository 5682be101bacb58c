import { AppError } from "../core/errors.ts";
import type { RegistryFailure } from "../core/error_reasons.ts";

const RETRY_SECONDS = 5;

/** 404: the target is not registered. */
export function notRegistered(target: string): AppError {
  return new AppError(
    404,
    "NOT_FOUND",
    { reason: "not_registered", target },
  );
}

/** 404: no registry is responsible for the target. */
export function notAssigned(target: string): AppError {
  return new AppError(
    404,
    "NOT_FOUND",
    { reason: "not_assigned", target },
  );
}

/** 422: no registry gave a usable response. */
export function queryFailed(
  failure: RegistryFailure,
  cause?: unknown,
): AppError {
  return new AppError(
    422,
    "QUERY_FAILED",
    { reason: "registry_failed", failure },
    { cause },
  );
}

/** 503: too many registrations are being looked up. */
export function tooManyLookups(cause?: unknown): AppError {
  return new AppError(
    503,
    "SERVICE_UNAVAILABLE",
    { reason: "registrations_busy", retrySeconds: RETRY_SECONDS },
    { cause, headers: { "retry-after": String(RETRY_SECONDS) } },
  );
}

/** 404: the operator has not enabled whois lookups. */
export function whoisDisabled(): AppError {
  return new AppError(
    404,
    "NOT_FOUND",
    { reason: "whois_switched_off" },
  );
}
