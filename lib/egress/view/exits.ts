import type { EgressReport, Exit, Place } from "./report.ts";

/**
 * A key that addresses of the same connection share, for canonical addresses:
 * the whole IPv4 address, or the first 64 bits of an IPv6 address, because a
 * machine changes the others at will (RFC 8981).
 */
export function connectionKey(ip: string): string {
  if (!ip.includes(":")) return ip;
  const [head, tail] = ip.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const rest = tail === "" ? [] : tail.split(":");
    while (groups.length + rest.length < 8) groups.push("0");
    groups.push(...rest);
  }
  return groups.slice(0, 4).join(":");
}

/** The exits of some probes. */
export interface ExitsFound {
  exits: Partial<EgressReport["exits"]>;
}

/** The exits found, without duplicates. */
export function knownExits({ exits }: ExitsFound): Exit[] {
  const byIp = new Map<string, Exit>();
  for (const probe of Object.values(exits)) {
    if (probe?.value) byIp.set(probe.value.ip, probe.value);
  }
  return [...byIp.values()];
}

/** The first exit of a family. */
export function exitOf(report: ExitsFound, family: 4 | 6): Exit | undefined {
  return knownExits(report).find((exit) => exit.family === family);
}

/** Whether an address belongs to the same connection as one of the exits. */
export function isKnownExit(report: EgressReport, ip: string): boolean {
  const key = connectionKey(ip);
  return knownExits(report).some((exit) => connectionKey(exit.ip) === key);
}

/** How far apart two addresses are; unknown if either place is. */
type Distance = "same" | "network" | "country" | "unknown";

/**
 * How far the network of an address is from the closest exit: in another
 * country, another network of the same country, or the same network.
 */
export function distanceFromExits(report: EgressReport, ip: string): Distance {
  const distances = knownExits(report).map((exit) =>
    distance(report.places[exit.ip], report.places[ip])
  );
  const nearest = (["same", "network", "country"] as const)
    .find((one) => distances.includes(one));
  return nearest ?? "unknown";
}

export function distance(
  one: Place | undefined,
  other: Place | undefined,
): Distance {
  if (!one || !other) return "unknown";
  const [from, to] = [one.countryCode, other.countryCode];
  // The country decides even within one AS, because a global network has exits
  // in many countries.
  const areSure = one.isCountrySure && other.isCountrySure;
  if (from && to && from !== to && areSure) return "country";
  if (one.asn === null || other.asn === null) return "unknown";
  if (one.asn === other.asn) return "same";
  return from && to && !one.isRegistered && !other.isRegistered
    ? "network"
    : "unknown";
}
