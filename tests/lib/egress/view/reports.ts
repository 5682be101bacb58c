import {
  type Candidate,
  type EgressReport,
  type EgressSetup,
  emptyReport,
  type Exit,
  type ExitProbeName,
  type Place,
  type Probe,
  type ProbeState,
  type ResolverSeen,
} from "../../../../lib/egress/view/report.ts";

/** A setup with everything configured. */
export const wholeSetup: EgressSetup = {
  v4Origin: "https://v4.porthole.test",
  v6Origin: "https://v6.porthole.test",
  literalOrigin: "https://[2a01:4f8::1]",
  probeZone: "probe.porthole.test",
  hasV6NameServer: true,
  stunUrls: ["stun:porthole.test:3478", "stun:porthole.test:3479"],
  nat64StunUrl: "stun:[64:ff9b::501:901]:3478",
  sites: ["https://site.test"],
  hasOwnSites: false,
  provenHosts: ["v4", "v6", "literal"],
};

/** A setup with nothing configured. */
export const bareSetup: EgressSetup = {
  v4Origin: null,
  v6Origin: null,
  literalOrigin: null,
  probeZone: null,
  hasV6NameServer: false,
  stunUrls: [],
  nat64StunUrl: null,
  sites: [],
  hasOwnSites: false,
  provenHosts: [],
};

export const V4 = "5.9.1.2";
export const V6 = "2a01:4f8:1:2::3";

const places: Place[] = [placeOf(V4, {}), placeOf(V6, {})];

/** A place in Falkenstein, with some values replaced. */
export function placeOf(ip: string, known: Partial<Place>): Place {
  return {
    ip,
    country: "Germany",
    countryCode: "DE",
    region: "Saxony",
    city: "Falkenstein",
    latitude: 50.48,
    longitude: 12.37,
    asn: 24940,
    organization: "Hetzner Online GmbH",
    kind: "hosting",
    tunnel: null,
    publicDns: null,
    isCountrySure: true,
    isRegistered: false,
    unchecked: [],
    ...known,
  };
}

/** Places, named by how they relate to the exits. */
export const inParis: Partial<Place> = {
  country: "France",
  countryCode: "FR",
  region: "Paris",
  city: "Paris",
  latitude: 48.86,
  longitude: 2.35,
  asn: 3215,
  organization: "Orange",
  kind: "residential",
};
export const inBerlin: Partial<Place> = {
  region: "Berlin",
  city: "Berlin",
  latitude: 52.52,
  longitude: 13.41,
  asn: 3320,
  organization: "Deutsche Telekom AG",
  kind: "residential",
};

export function exit(
  family: 4 | 6,
  elapsedMs: number,
  ip = family === 4 ? V4 : V6,
): Probe<Exit> {
  return { state: "found", value: { ip, family }, elapsedMs };
}

export const ended = (
  state: ProbeState,
  elapsedMs?: number,
): Probe<never> => ({ state, ...elapsedMs !== undefined && { elapsedMs } });

export function resolver(
  ip: string,
  more: Partial<ResolverSeen> = {},
): ResolverSeen {
  const family = ip.includes(":") ? 6 : 4;
  return { ip, family, protocol: "udp", subnet: null, ...more };
}

export function candidate(
  address: string,
  more: Partial<Candidate> = {},
): Candidate {
  return {
    type: "srflx",
    protocol: "udp",
    address,
    port: 50000,
    isHidden: false,
    ...more,
  };
}

export const found = <Value>(
  value: Value,
  elapsedMs = 100,
): Probe<Value> => ({ state: "found", value, elapsedMs });

interface Changes extends Partial<Omit<EgressReport, "exits" | "places">> {
  exits?: Partial<Record<ExitProbeName, Probe<Exit>>>;
  places?: Place[];
}

/** A perfect run in one place, with some values replaced. */
export function reportOf(changes: Changes = {}): EgressReport {
  const known = [...places, ...changes.places ?? []];
  return {
    ...emptyReport(wholeSetup),
    startedAtMs: Date.UTC(2026, 10, 21, 12),
    resolvers: found([resolver(V4)]),
    resolversV6: found([resolver(V6)]),
    sites: [{ url: "https://site.test", probe: found({ exit: null }) }],
    candidates: found([
      candidate("4f1c.local", { type: "host", isHidden: true }),
      candidate(V4),
    ]),
    ...changes,
    exits: {
      v4: exit(4, 30),
      v6: exit(6, 32),
      dual: exit(6, 35),
      large: exit(6, 40),
      literal: exit(6, 31),
      ...changes.exits,
    },
    places: Object.fromEntries(known.map((place) => [place.ip, place])),
  };
}
