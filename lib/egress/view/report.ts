/** What the egress page finds out: shared by its islands, its verdicts and its copies. */

/** Where a probe stands. */
export type ProbeState =
  /** Not started yet. */
  | "idle"
  | "running"
  | "found"
  /** It ran, and there is nothing: no answer over that family, no candidate. */
  | "none"
  /** No answer within the time it had. */
  | "timed_out"
  /** The browser, or a setting or extension of it, does not let it run. */
  | "blocked"
  /** The operator has not set up what it needs. */
  | "not_configured"
  | "stopped";

/** A probe and what it found. */
export interface Probe<Value> {
  state: ProbeState;
  /** Present where `state` is `found`. */
  value?: Value;
  /** How long it took, in milliseconds; absent before its end. */
  elapsedMs?: number;
}

/** An address as a server saw it. */
export interface Exit {
  ip: string;
  family: 4 | 6;
}

/** A resolver that asked this service's name server. */
export interface ResolverSeen {
  ip: string;
  family: 4 | 6;
  protocol: "udp" | "tcp";
  /** The EDNS client subnet it passed on, a CIDR. */
  subnet: string | null;
}

/** One candidate of a WebRTC session. */
export interface Candidate {
  type: "host" | "srflx" | "prflx" | "relay";
  protocol: "udp" | "tcp";
  /** An address, or the mDNS name that hides one. */
  address: string;
  port: number;
  /** The browser hides the address behind an mDNS name. */
  isHidden: boolean;
}

/** How a site of the operator's choice was reached. */
export interface SiteVisit {
  /** The exit it saw, where it says so. */
  exit: Exit | null;
}

/** Each probe of an exit, by what is asked. */
export interface ExitProbes {
  /** A host that has an IPv4 address alone. */
  v4: Probe<Exit>;
  /** A host that has an IPv6 address alone. */
  v6: Probe<Exit>;
  /** A host with both: which one does the browser choose? */
  dual: Probe<Exit>;
  /** The same with an answer of more than one packet. */
  large: Probe<Exit>;
  /** An IPv6 address in the URL: no name is resolved. */
  literal: Probe<Exit>;
}

export type ExitProbeName = keyof ExitProbes;

/** What is known of an address that was found; null for what is not known. */
export interface Place {
  ip: string;
  country: string | null;
  countryCode: string | null;
  region: string | null;
  city: string | null;
  /** Degrees. */
  latitude: number | null;
  longitude: number | null;
  asn: number | null;
  organization: string | null;
  isHosting: boolean | null;
  isProxy: boolean | null;
}

/** One run of the page. */
export interface EgressReport {
  /** Milliseconds since the epoch; null before the first start. */
  startedAtMs: number | null;
  exits: ExitProbes;
  /** Resolvers that were seen asking for names of the probe zone. */
  resolvers: Probe<ResolverSeen[]>;
  /** Those that reached a name server with an IPv6 address alone. */
  resolversV6: Probe<ResolverSeen[]>;
  sites: { url: string; probe: Probe<SiteVisit> }[];
  candidates: Probe<Candidate[]>;
  /** No STUN server is set up: the candidates do not tell which public address WebRTC shows. */
  isWithoutStun?: true;
  /** By address. */
  places: Record<string, Place>;
}

/** What the operator has set up, as the page hands it to its islands. */
export interface EgressSetup {
  /** Origins of the probe hosts, without a slash at the end; null: not configured. */
  v4Origin: string | null;
  v6Origin: string | null;
  /** An origin whose host is an IPv6 address. */
  literalOrigin: string | null;
  /** Zone of the probe name server; null: there is none. */
  probeZone: string | null;
  /** Whether a part of the zone has a name server with an IPv6 address alone. */
  hasV6NameServer: boolean;
  /** `stun:` URLs. */
  stunUrls: string[];
  sites: string[];
}

/** A probe that waits for the start, or cannot run for want of what it needs. */
function waiting<Value>(needed: unknown): Probe<Value> {
  return { state: needed === null ? "not_configured" : "idle" };
}

/** The page before its first start: what the operator has not set up says so. */
export function emptyReport(setup: EgressSetup): EgressReport {
  return {
    startedAtMs: null,
    exits: {
      v4: waiting(setup.v4Origin),
      v6: waiting(setup.v6Origin),
      // The page's own origin answers these two.
      dual: { state: "idle" },
      large: { state: "idle" },
      literal: waiting(setup.literalOrigin),
    },
    resolvers: waiting(setup.probeZone),
    resolversV6: waiting(
      setup.hasV6NameServer ? setup.probeZone : null,
    ),
    sites: setup.sites.map((url) => ({ url, probe: { state: "idle" } })),
    // Without a STUN server there are still the candidates of this machine.
    candidates: { state: "idle" },
    ...setup.stunUrls.length === 0 && { isWithoutStun: true },
    places: {},
  };
}
