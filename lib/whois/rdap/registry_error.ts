import type { RegistryFailure } from "../../core/error_reasons.ts";

/**
 * Why there is no answer from a registry.
 *
 * `code` tells nothing of the inside, or whoever supplies an address could ask
 * what is behind it; `message` is the code, and `cause` is for the log.
 */
export class RegistryError extends Error {
  override name = "RegistryError";
  /** How long a busy server wants to be left alone; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    readonly code: Exclude<RegistryFailure, "timeout">,
    options: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(code, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
