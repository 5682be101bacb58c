import { AppError } from "../core/errors.ts";

const RETRY_SECONDS = 5;

/** 404: nothing is written down of this. */
export function notRegistered(target: string): AppError {
  return new AppError(
    404,
    "NOT_FOUND",
    `There is no registration of ${target}.`,
  );
}

/** 404: no registry gave this out. */
export function notAssigned(target: string): AppError {
  return new AppError(
    404,
    "NOT_FOUND",
    `There is no registration of ${target}: no registry hands it out.`,
  );
}

/** 422: there was no answer to be had. @param reason a clause for people */
export function queryFailed(reason: string, cause?: unknown): AppError {
  return new AppError(
    422,
    "QUERY_FAILED",
    `The registry could not be asked: ${reason}. Please try again in a moment.`,
    { cause },
  );
}

/** 503: too much is under way. */
export function tooManyUnderWay(cause?: unknown): AppError {
  return new AppError(
    503,
    "SERVICE_UNAVAILABLE",
    `Too many registrations are being looked up. Please try again in ${RETRY_SECONDS} seconds.`,
    { cause, headers: { "retry-after": String(RETRY_SECONDS) } },
  );
}

/** 404: the operator has not switched the registries on. */
export function switchedOff(): AppError {
  return new AppError(
    404,
    "NOT_FOUND",
    "Registrations are not looked up here: whoever runs this server has not switched it on.",
  );
}
