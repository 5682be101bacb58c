import type { Sighting } from "./sightings.ts";

/** A resolver, however often and for whatever types it asked. */
export interface ResolverRow {
  ip: string;
  family: 4 | 6;
  protocol: "udp" | "tcp";
  /** EDNS client subnet as a CIDR. */
  subnet: string | null;
  /** It reached the name server that has an IPv6 address alone. */
  via_v6_only: boolean;
}

const MAX_ROWS = 32;

/**
 * One row for each address, protocol and client subnet, in the order they were
 * first seen. Where there are too many, those stay that reached the IPv6-only
 * server: that none did would be a verdict.
 */
export function resolversSeen(sightings: readonly Sighting[]): ResolverRow[] {
  const rows = new Map<string, ResolverRow>();
  for (const { resolver, family, protocol, subnet, isV6Only } of sightings) {
    const key = `${resolver.text} ${protocol} ${subnet}`;
    const known = rows.get(key);
    // By IPv4 it was only sent there.
    const isThere = isV6Only && family === 6;
    if (known) known.via_v6_only ||= isThere;
    else {
      rows.set(key, {
        ip: resolver.text,
        family,
        protocol,
        subnet,
        via_v6_only: isThere,
      });
    }
  }
  const all = [...rows.values()];
  if (all.length <= MAX_ROWS) return all;
  return all.toSorted((a, b) => Number(b.via_v6_only) - Number(a.via_v6_only))
    .slice(0, MAX_ROWS);
}
