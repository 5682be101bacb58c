import { failureText } from "./data/update/failure_text.ts";
import { describeError } from "./log.ts";

/** A plain error is a sentence for the operator; a fault of the program needs its stack. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && error.constructor === Error
    ? failureText(error)
    : describeError(error);
}
