import type { NatMapping } from "../view/report.ts";

/** A server-reflexive candidate, as far as it shows how a NAT maps ports. */
export interface MappedCandidate {
  /**
   * The same for candidates of one local address, as far as servers share an
   * address, too (RFC 8445 section 5.1.1.3).
   */
  foundation: string;
}

/**
 * How the NAT maps one local port for two servers (RFC 5780 section 4.3, as far
 * as a browser shows it). Browsers drop a candidate that repeats another, and
 * one that equals the local address. So two candidates of one local address
 * mean two mappings, one means the same mapping for both, and none means that
 * there is no NAT: the last two only if every server has responded.
 *
 * @param haveAllResponded whether gathering ended without a failed server
 * @returns null if that is not known
 */
export function natMappingOf(
  candidates: readonly MappedCandidate[],
  haveAllResponded: boolean,
): NatMapping | null {
  const bases = new Set(candidates.map(({ foundation }) => foundation));
  const isDependent = bases.size < candidates.length;
  if (isDependent) return "dependent";
  if (!haveAllResponded) return null;
  return candidates.length > 0 ? "independent" : "none";
}
