/** What can be wrong with a registry's answer, and how people are told. */
const REASONS = {
  no_bootstrap: "the list of registries cannot be had",
  no_server: "no registry answers for this",
  server_not_allowed: "the server has an address that is not allowed",
  redirect_not_allowed:
    "the server redirects to an address that is not allowed",
  insecure: "the server does not offer HTTPS",
  too_many_redirects: "the server redirects too often",
  wrong_type: "the server sends another type than registries do",
  too_large: "the server sends more than registries do",
  unreachable: "the server cannot be reached",
  rejected: "the server rejects the question",
  malformed: "the server's answer cannot be read",
  other_name: "the server answers about another name",
  busy: "the server asks to be left alone for a while",
  resting: "the server is left alone for a while",
} as const;

export type RegistryFailure = keyof typeof REASONS;

/**
 * Why there is no answer from a registry.
 *
 * `message` is a clause for people and tells nothing of the inside, or whoever
 * supplies an address could ask what is behind it; `cause` is for the log.
 */
export class RegistryError extends Error {
  override name = "RegistryError";
  /** How long a busy server wants to be left alone; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    readonly code: RegistryFailure,
    options: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(REASONS[code], { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
