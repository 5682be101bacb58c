import { type Domain, parseDomain } from "../net/domain.ts";

/**
 * Whether a response is about another name than the queried one: some servers
 * return the closest name they have. Ignores case, a trailing dot and the
 * script (IDNA). False if `said` is not a domain name.
 */
export function isOtherName(queried: Domain, said: string | null): boolean {
  const name = said === null ? null : parseDomain(said.trim());
  return name !== null && name.ascii !== queried.ascii;
}
