/**
 * The results of the egress page, shared by its islands, verdicts and exports.
 */

export type ProbeState =
  /** Not started. */
  | "idle"
  | "running"
  | "found"
  /** There is none, and that was seen. */
  | "none"
  /** A network error, an error of the server, or an error of STUN. */
  | "failed"
  /** No response within the time limit. */
  | "timed_out"
  /** Blocked by the browser, one of its settings or an extension. */
  | "blocked"
  /** The browser lacks what it needs. */
  | "unsupported"
  /** The operator has not configured what it needs. */
  | "not_configured"
  | "stopped";

export interface Probe<Value> {
  state: ProbeState;
  /** Present if `state` is `found`. */
  value?: Value;
  /** Its duration in milliseconds; absent until it has ended. */
  elapsedMs?: number;
}

/** The visitor's address as a server saw it. */
export interface Exit {
  ip: string;
  family: 4 | 6;
}

/** A resolver that queried this service's name server. */
export interface ResolverSeen {
  ip: string;
  family: 4 | 6;
  protocol: "udp" | "tcp";
  /** The EDNS client subnet that it sent, as a CIDR. */
  subnet: string | null;
}

/** The same as the name server tells it: whatever types it queried, and how often. */
export interface ResolverRow extends ResolverSeen {
  /** Whether it reached the IPv6-only name server. */
  via_v6_only: boolean;
}

export interface Candidate {
  type: "host" | "srflx" | "prflx" | "relay";
  protocol: "udp" | "tcp";
  /** An address, or the mDNS name that replaces it. */
  address: string;
  port: number;
  /** Whether the browser hides the address behind an mDNS name. */
  isHidden: boolean;
}

/**
 * How the NAT between a browser and two STUN servers maps one local port: to one
 * public port for both, or to one for each. `none`: no NAT was seen.
 */
export type NatMapping = "independent" | "dependent" | "none";

/** A visit to one of the operator's chosen sites. */
export interface SiteVisit {
  /** The exit that the site reported, if any. */
  exit: Exit | null;
}

interface ExitProbes {
  /** A host with only an IPv4 address. */
  v4: Probe<Exit>;
  /** A host with only an IPv6 address. */
  v6: Probe<Exit>;
  /** A dual-stack host, which shows the browser's choice. */
  dual: Probe<Exit>;
  /** The same host with a response larger than one packet. */
  large: Probe<Exit>;
  /** A URL with an IPv6 address, which needs no DNS. */
  literal: Probe<Exit>;
}

export type ExitProbeName = keyof ExitProbes;

/** What a network is for. */
type NetworkKind =
  | "residential"
  | "commercial"
  | "hosting"
  | "mobile";

/** What hides the user of an address. */
export type TunnelKind = "tor" | "vpn" | "proxy" | "relay";

/** Tunnels that lists tell. A list of relays has all of them. */
export type ListedTunnel = Exclude<TunnelKind, "relay">;

/** What the network of an address says about leaks; null if unknown. */
export interface EgressNetwork {
  kind: NetworkKind | null;
  /** Null if no list and no source says so. */
  tunnel: TunnelKind | null;
  /** The name of the public DNS service whose resolvers it has. */
  publicDns: string | null;
  /** Whether a sentence may rest on its country. */
  isCountrySure: boolean;
  /** Whether the address is only registered to its network: nothing says who announces it. */
  isRegistered: boolean;
  /** What no list or source could say about it. */
  unchecked: readonly ListedTunnel[];
}

/** What is known about an address; null if unknown. */
export interface Place extends EgressNetwork {
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
}

/** One run of the test. */
export interface EgressReport {
  /** Milliseconds since the epoch; null before the first start. */
  startedAtMs: number | null;
  exits: ExitProbes;
  /** Resolvers that queried names in the probe zone. */
  resolvers: Probe<ResolverSeen[]>;
  /** Those that reached an IPv6-only name server. */
  resolversV6: Probe<ResolverSeen[]>;
  sites: { url: string; probe: Probe<SiteVisit> }[];
  candidates: Probe<Candidate[]>;
  /** Needs two STUN servers. */
  natMapping: Probe<NatMapping>;
  /** The address that a NAT64 gives the visitor (RFC 6146). */
  nat64: Probe<Exit>;
  /**
   * Set if no STUN server is configured: the candidates don't show the public
   * address of WebRTC.
   */
  isWithoutStun?: true;
  /** Set if WebRTC's time was up before it had gathered all candidates. */
  isGatheringCut?: true;
  /** Set if a STUN server failed. */
  isStunFailing?: true;
  /** By address. */
  places: Record<string, Place>;
}

/** A server of this test that the operator has configured, and that does not run. */
export interface InactiveServer {
  part: "name_server" | "stun" | "second_stun";
  /** `no_udp`: not on this platform; `not_started`: the log tells why. */
  reason: "no_udp" | "not_started";
}

/** What the operator has configured, as the page passes it to its islands. */
export interface EgressSetup {
  /**
   * Origins of the probe hosts, without a trailing slash; null if not
   * configured.
   */
  v4Origin: string | null;
  v6Origin: string | null;
  /** An origin whose host is an IPv6 address. */
  literalOrigin: string | null;
  /** The zone of the probe name server; null if there is none. */
  probeZone: string | null;
  /** Whether part of the zone has an IPv6-only name server. */
  hasV6NameServer: boolean;
  /** `stun:` URLs. */
  stunUrls: string[];
  /**
   * The `stun:` URL of the service's IPv4 address behind NAT64's well-known
   * prefix; null if the service does not know that address.
   */
  nat64StunUrl: string | null;
  /** Those that the operator names; else the service's own hosts. */
  sites: string[];
  hasOwnSites: boolean;
  /**
   * The hosts of one family that are known to exist. A network error of any other may
   * be the fault of its name.
   */
  provenHosts: readonly ("v4" | "v6" | "literal")[];
}

/** A probe that can start, or lacks configuration. */
function waiting<Value>(needed: unknown): Probe<Value> {
  return { state: needed === null ? "not_configured" : "idle" };
}

/** The report before the first start, with unconfigured probes marked. */
export function emptyReport(setup: EgressSetup): EgressReport {
  return {
    startedAtMs: null,
    exits: {
      v4: waiting(setup.v4Origin),
      v6: waiting(setup.v6Origin),
      // These two use the page's own origin.
      dual: { state: "idle" },
      large: { state: "idle" },
      literal: waiting(setup.literalOrigin),
    },
    resolvers: waiting(setup.probeZone),
    resolversV6: waiting(setup.hasV6NameServer ? setup.probeZone : null),
    sites: setup.sites.map((url) => ({ url, probe: { state: "idle" } })),
    // Without a STUN server, the machine's own candidates remain.
    candidates: { state: "idle" },
    natMapping: waiting(setup.stunUrls.length > 1 ? true : null),
    nat64: waiting(setup.nat64StunUrl),
    ...setup.stunUrls.length === 0 && { isWithoutStun: true },
    places: {},
  };
}
