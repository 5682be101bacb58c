import type {
  Candidate,
  EgressReport,
  Exit,
  Place,
  Probe,
  ProbeState,
} from "../../../../../lib/egress/view/report.ts";
import type {
  PartState,
  WholeState,
} from "../../../../../lib/egress/view/verdict/verdict.ts";
import { candidate, ended, found, reportOf, resolver } from "../reports.ts";
import TABLE from "./scenarios.txt" with { type: "text" };

/** The networks of the scenarios: who runs them, where, and what for. */
export const NETWORKS = {
  home: network(1, 3320, "Deutsche Telekom AG", "DE", "residential"),
  sameIsp: network(2, 3320, "Deutsche Telekom AG", "DE", "residential"),
  otherIsp: network(3, 3215, "Orange", "FR", "residential"),
  abroad: network(4, 5089, "Virgin Media", "GB", "residential"),
  mobile: network(5, 21928, "T-Mobile USA", "US", "mobile"),
  satellite: network(6, 14593, "Starlink", "US", "residential"),
  office: network(7, 1273, "Example Works", "GB", "commercial"),
  university: network(8, 553, "BelWü", "DE", "commercial"),
  vpn: network(9, 9009, "M247", "DE", "hosting", "vpn"),
  vpnSweden: network(10, 39351, "31173 Services", "SE", "hosting", "vpn"),
  vpnUnlisted: network(11, 9009, "M247", "DE", null),
  homeVpn: network(12, 3320, "Deutsche Telekom AG", "DE", "residential", "vpn"),
  vps: network(13, 24940, "Hetzner Online", "DE", "hosting"),
  hosting: network(14, 16276, "OVH", "FR", "hosting"),
  tor: network(15, 60729, "Tor relays", "DE", "hosting", "tor"),
  torAtHome: network(16, 3215, "Orange", "FR", "residential", "tor"),
  relay: network(17, 13335, "Cloudflare", "DE", "hosting", "relay"),
  relayAkamai: network(18, 36183, "Akamai", "DE", "hosting", "relay"),
  proxy: network(19, 22616, "Zscaler", "GB", "hosting", "proxy"),
  officeProxy: network(20, 1273, "Example Works", "GB", "commercial", "proxy"),
  google: network(
    21,
    15169,
    "Google",
    "US",
    "hosting",
    null,
    "Google Public DNS",
  ),
  cloudflare: network(
    22,
    13335,
    "Cloudflare",
    "US",
    "hosting",
    null,
    "Cloudflare",
  ),
  quad9: network(23, 19281, "Quad9", "CH", null, null, "Quad9"),
  transit: network(24, 3356, "Lumen", "US", null),
  nothingKnown: { id: 25, known: null },
} as const;

export type NetworkName = keyof typeof NETWORKS;

function network(
  id: number,
  asn: number,
  organization: string,
  countryCode: string,
  kind: Place["kind"],
  tunnel: Place["tunnel"] = null,
  publicDns: string | null = null,
) {
  return {
    id,
    known: { asn, organization, countryCode, kind, tunnel, publicDns },
  };
}

/** The address of a network: `vpn4`, `home6`. */
export function addressIn(name: string): string {
  const { id } = NETWORKS[name.slice(0, -1) as NetworkName];
  return name.endsWith("4") ? `5.9.${id}.7` : `2a01:${id}::7`;
}

const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });

/** The place of every address; none of those of which nothing is known. */
export const PLACES: readonly Place[] = Object.entries(NETWORKS)
  .flatMap(([name, { known }]) =>
    known
      ? ["4", "6"].map((family) => ({
        ...known,
        ip: addressIn(name + family),
        country: COUNTRIES.of(known.countryCode)!,
        region: null,
        city: null,
        latitude: null,
        longitude: null,
        isCountrySure: true,
        isRegistered: false,
        unchecked: [],
      }))
      : []
  );

type Ended = Exclude<ProbeState, "found" | "idle" | "running">;

/** What the probes see, in names of {@link addressIn} and states. */
export interface Scenario {
  name: string;
  v4: string;
  v6: string;
  /** A space between resolvers. */
  dns: string;
  /**
   * Candidates: addresses, `mdns`, `relay:` and `tcp:` before an address, `lan`; then
   * `…` if gathering never ends, `!` if a STUN server fails.
   */
  webrtc: string;
  /** The exit that a site sees. */
  site?: string;
  nat64?: string;
  whole: WholeState;
  /** The states of IPv4, IPv6, DNS and WebRTC. */
  parts: readonly PartState[];
  headline?: string;
}

/**
 * The twelve of the agreement first, then others. For a VPN that carries IPv6 alone, the
 * agreement names IPv4; by its rule, the resolver and the candidate in the home's network
 * are outside the tunnel, too. In the columns of `scenarios.txt`: what was seen over IPv4
 * and IPv6, the resolvers, WebRTC (`-` for nothing) with `site:` and `nat64:`, the whole,
 * and the parts. A line after `>` is the headline of the row above.
 */
export const SCENARIOS: readonly Scenario[] = TABLE.trim()
  .split(/\n(?!>)/).map((text) => {
    const [row, headline] = text.split("\n> ");
    const [name, v4, v6, dns, seen, whole, parts] = row.split(" | ");
    const [, webrtc, key, value] = /^(.*?)(?: (site|nat64):(\w+))?$/.exec(
      seen,
    )!;
    return {
      name,
      v4,
      v6,
      dns,
      webrtc: webrtc === "-" ? "" : webrtc,
      ...key && { [key]: value },
      whole: whole as WholeState,
      parts: parts.split(" ") as PartState[],
      headline,
    };
  });

function exitOf(name: string): Probe<Exit> {
  return isAddress(name)
    ? found({ ip: addressIn(name), family: name.endsWith("4") ? 4 : 6 })
    : ended(name as Ended);
}

export function isAddress(name: string): boolean {
  return name.slice(0, -1) in NETWORKS;
}

/** The candidates of a scenario, as the page reads them. */
export function candidatesIn(webrtc: string): Candidate[] {
  return webrtc.split(" ").flatMap((word) => {
    if (word === "mdns") {
      return candidate("4f1c.local", { type: "host", isHidden: true });
    }
    if (word === "lan") return candidate("192.168.1.5", { type: "host" });
    const [, kind, name] = /^(relay:|tcp:|)(\w+)$/.exec(word) ?? [];
    if (!name || !isAddress(name)) return [];
    return candidate(addressIn(name), {
      ...kind === "relay:" && { type: "relay" },
      ...kind === "tcp:" && { type: "host", protocol: "tcp", port: 9 },
    });
  });
}

/** The resolvers of a scenario. */
export function resolversIn(dns: string): string[] {
  return dns.split(" ").filter(isAddress).map(addressIn);
}

/** What the page reports of a scenario. */
export function reportIn(scenario: Scenario): EgressReport {
  const { v4, v6, dns, webrtc, site, nat64 } = scenario;
  const [exit4, exit6] = [exitOf(v4), exitOf(v6)];
  const dual = exit6.value ? exit6 : exit4.value ? exit4 : ended("failed");
  const resolvers = resolversIn(dns);
  const candidates = candidatesIn(webrtc);
  const isCut = webrtc.includes("…");
  const isState = webrtc === "unsupported" || webrtc === "blocked";
  return {
    ...reportOf({
      exits: {
        v4: exit4,
        v6: exit6,
        literal: ended("not_configured"),
        dual,
        large: dual,
      },
      resolvers: resolvers.length > 0
        ? found(resolvers.map((ip) => resolver(ip)))
        : ended(dns as Ended),
      candidates: candidates.length > 0
        ? found(candidates)
        : ended(isState ? webrtc : isCut ? "timed_out" : "none"),
      sites: site
        ? [{
          url: "https://site.test/",
          probe: found({ exit: exitOf(site).value! }),
        }]
        : [],
      ...nat64 && { nat64: exitOf(nat64) },
      ...isCut && { isGatheringCut: true },
      ...webrtc.includes("!") && { isStunFailing: true },
    }),
    places: Object.fromEntries(PLACES.map((place) => [place.ip, place])),
  };
}
