import type { RegistryFailure } from "../../core/error_reasons.ts";

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

  constructor(
    readonly code: Exclude<RegistryFailure, "timeout">,
    options: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(code, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
