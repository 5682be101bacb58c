import { AppError } from "../http/errors.ts";

/** The answer where the store failed or took too long. */
export function unavailable(cause: unknown): AppError {
  return new AppError(
    503,
    "SERVICE_UNAVAILABLE",
    "This cannot be done just now; please try again in a few seconds.",
    { cause, headers: { "retry-after": "5" } },
  );
}
