import { isTimeout } from "../../core/deadline.ts";
import type { RegistryFailure } from "../../core/error_reasons.ts";

/** A response as a server sent it. */
interface ServerText {
  readonly source: "rdap" | "whois";
  readonly server: string;
  readonly text: string;
}

/**
 * Why a registry gave no usable response.
 *
 * `code` reveals nothing about internal hosts: otherwise, a stranger who
 * supplies an address could scan them. `message` is the code; `cause` is for
 * the log.
 */
export class RegistryError extends Error {
  override name = "RegistryError";
  /** How long a busy server asks to wait; null if it does not say. */
  readonly retryAfterMs: number | null;
  /** The response, if there is one that says something to a person. */
  readonly response: ServerText | null;

  constructor(
    readonly code: Exclude<RegistryFailure, "timeout"> | "no_server",
    options: {
      cause?: unknown;
      retryAfterMs?: number;
      response?: ServerText;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.response = options.response ?? null;
  }
}

/**
 * Adds a server's response to an error about it, so that a person can read what
 * the program could not.
 */
export function withResponse(error: unknown, response: ServerText): unknown {
  return error instanceof RegistryError && response.text.trim() !== ""
    ? new RegistryError(error.code, {
      cause: error,
      retryAfterMs: error.retryAfterMs ?? undefined,
      response,
    })
    : error;
}

/** Whether there is a response to show. */
export function hasText(
  error: unknown,
): error is RegistryError & { readonly response: ServerText } {
  return error instanceof RegistryError && error.response !== null;
}

/** Null if the error does not come from a registry. */
export function failureOf(
  error: unknown,
): RegistryFailure | "no_server" | null {
  if (error instanceof RegistryError) return error.code;
  return isTimeout(error) ? "timeout" : null;
}

/** Whether no registry is responsible for a number, or no server is known of the registry of a name. */
export function isNoServer(error: unknown): boolean {
  return error instanceof RegistryError && error.code === "no_server";
}
