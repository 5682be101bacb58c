import { type Domain, parseDomain } from "../net/domain.ts";

/**
 * Whether a registry's answer is about another name than the one asked for:
 * some servers answer with the nearest name they have. Case, a trailing dot and
 * the script (IDNA) make no difference; a text that is no domain name says
 * nothing.
 */
export function isOtherName(asked: Domain, said: string | null): boolean {
  const name = said === null ? null : parseDomain(said.trim());
  return name !== null && name.ascii !== asked.ascii;
}
