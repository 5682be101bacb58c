import { isPublicAddress } from "../address_text.ts";
import { connectionKey, type ExitsFound, knownExits } from "../exits.ts";
import type { EgressReport, Exit, Place, TunnelKind } from "../report.ts";

/** What carries the visitor's traffic elsewhere before it reaches the internet. */
export interface Tunnel {
  /** `hosting` if only the network suggests it. */
  kind: TunnelKind | "hosting";
  /** Its exits. */
  exits: Exit[];
}

/** The exits of a report, and what is known about them. */
export type KnownExits = ExitsFound & Pick<EgressReport, "places">;

/** Those of which something is known. */
export function knownNetworkExits(report: KnownExits): Exit[] {
  return publicExits(report).filter(({ ip }) => !isUnknown(report.places[ip]));
}

/** The exits of the probes that the internet sees. */
export function publicExits(report: ExitsFound): Exit[] {
  return knownExits(report).filter(({ ip }) => isPublicAddress(ip));
}

function tunnelKind(place: Place | undefined): Tunnel["kind"] | null {
  return place?.tunnel ?? (place?.kind === "hosting" ? "hosting" : null);
}

/** The tunnel that the exits show; null if none looks like one. */
export function tunnelOf(report: KnownExits): Tunnel | null {
  const { places } = report;
  const exits = publicExits(report).filter(({ ip }) => tunnelKind(places[ip]));
  const kinds = exits.map(({ ip }) => tunnelKind(places[ip])!);
  if (exits.length === 0) return null;
  // What a list says is worth more than the kind of a network.
  const kind = kinds.find((kind) => kind !== "hosting") ?? "hosting";
  return { kind, exits };
}

/** Whether nothing is known about the network of an address. */
export function isUnknown(place: Place | undefined): boolean {
  return !place || place.asn === null && place.kind === null &&
      place.tunnel === null;
}

/** Whether people and companies connect to the internet through a network. */
export function isAccess({ kind }: Place): boolean {
  return kind !== null && kind !== "hosting";
}

/** `same_network`: in an access network that has an exit of the tunnel, too. */
type Standing = keyof typeof STATES;

/** Where an exit or a candidate is, seen from a tunnel. */
function standing(
  { places }: Pick<EgressReport, "places">,
  { kind, exits }: Tunnel,
  ip: string,
): Standing {
  const key = connectionKey(ip);
  const exit = exits.find((exit) => connectionKey(exit.ip) === key);
  const place = places[exit?.ip ?? ip];
  if (isUnknown(place)) return "unknown";
  // Of another hosting network, no list says whether it is the tunnel's.
  const found = tunnelKind(place);
  if (found) return found === "hosting" && kind !== found ? found : "inside";
  if (isAccess(place)) {
    return sharesNetwork(places, exits, place) ? "same_network" : "outside";
  }
  // The tunnel may use a network of unknown kind that no list names.
  return isInside(places, exits, place) ? "inside" : "unknown";
}

/** Whether a place is in the network of one of the exits. */
export function sharesNetwork(
  places: EgressReport["places"],
  exits: readonly Exit[],
  { asn }: Place,
): boolean {
  return asn !== null && exits.some(({ ip }) => places[ip]?.asn === asn);
}

/** Whether it is, and both are known to announce their addresses. */
export function isInside(
  places: EgressReport["places"],
  exits: readonly Exit[],
  place: Place,
): boolean {
  const certain = exits.filter(({ ip }) => !places[ip]?.isRegistered);
  return !place.isRegistered && sharesNetwork(places, certain, place);
}

const STATES = {
  inside: ["ok", "through_tunnel"],
  hosting: ["ok", "through_tunnel_hosting"],
  outside: ["leak", "outside_tunnel"],
  same_network: ["unsure", "same_network"],
  unknown: ["unsure", "unknown_network"],
} as const;

/** What a public exit or candidate shows. */
export function findingOf(
  report: Pick<EgressReport, "places">,
  tunnel: Tunnel | null,
  ip: string,
) {
  const [state, code] = tunnel
    ? STATES[standing(report, tunnel, ip)]
    : isUnknown(report.places[ip])
    ? STATES.unknown
    : ["ok", "own_connection"] as const;
  return { state, code, ip };
}
