/** What a page puts before the probe zone, new for each run, so that no resolver has the answer yet. */
const NONCE = /^[a-z0-9-]{16,40}$/i;

/** A nonce in lower case, as resolvers may mix the case of names; null where the text is none. */
export function parseNonce(text: string): string | null {
  return NONCE.test(text) ? text.toLowerCase() : null;
}
