import { AppError, InputError } from "../../http/errors.ts";
import {
  IndexUnavailableError,
  InvalidCursorError,
} from "../index/dns_index.ts";

const RETRY_SECONDS = 5;

/** What a search of the index fails with, as whoever searches is told; anything else is thrown on. */
export function indexFault(error: unknown): AppError {
  if (error instanceof InvalidCursorError) {
    return new InputError(
      "cursor",
      "This cursor is not of this search. Please begin at its first page.",
    );
  }
  if (error instanceof RangeError) {
    return new InputError("query", "No name can hold this keyword.");
  }
  if (error instanceof IndexUnavailableError) {
    return new AppError(
      503,
      "SERVICE_UNAVAILABLE",
      "The local index cannot be searched now. Please try again in a moment.",
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
