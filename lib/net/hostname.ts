import { MAX_DOMAIN_LENGTH } from "./domain.ts";

const HOSTNAME = /^[a-z\d_][a-z\d_-]{0,62}(?:\.[a-z\d_-]{1,63})*$/i;

/**
 * A host name in lower case without a trailing dot; null for what can be none.
 *
 * For names that strangers write: whoever holds a reverse zone puts there what
 * they like. One label is enough, and underscores, which such names do have,
 * are let pass.
 */
export function parseHostname(text: string): string | null {
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  return name.length <= MAX_DOMAIN_LENGTH && HOSTNAME.test(name)
    ? name.toLowerCase()
    : null;
}
