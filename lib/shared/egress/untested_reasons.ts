/** Why a probe could not run, by the state it ended in. */
export const UNTESTED_REASONS = {
  blocked: "the browser, or an extension of it, blocks the request",
  not_configured: "the operator of this service has not set it up",
  stopped: "you stopped it",
} as const;
