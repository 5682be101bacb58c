import { ConfigError } from "../config.ts";
import { AppError } from "../http/errors.ts";
import { describeError } from "../log.ts";
import { UsageError } from "./usage.ts";

/** What is said on standard error of a command that ended in `error`, and its exit status. */
export function failureOf(error: unknown): { code: 1 | 2; text: string } {
  if (error instanceof ConfigError) {
    const faults = error.faults.map(({ variable, message }) =>
      `  ${variable}: ${message}\n`
    );
    return {
      code: 2,
      text: `porthole: the configuration has faults\n${faults.join("")}`,
    };
  }
  if (isUsageError(error)) {
    return { code: 2, text: `porthole: ${error.message}\nTry --help.\n` };
  }
  return { code: 1, text: `porthole: ${reasonOf(error)}\n` };
}

function isUsageError(error: unknown): error is Error {
  return error instanceof UsageError ||
    error instanceof TypeError && "code" in error &&
      String(error.code).startsWith("ERR_PARSE_ARGS");
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof Deno.errors.AddrInUse) {
    return "the port is taken. Set PORT to another one.";
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return "this machine does not have the address in HOST.";
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return `the system does not allow it: ${error.message}.`;
  }
  // A plain Error is a sentence for the operator; anything else is a fault of
  // the program, which needs its stack.
  return error instanceof Error && error.constructor === Error
    ? error.message
    : describeError(error);
}
