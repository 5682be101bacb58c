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
import {
  candidate,
  ended,
  found,
  placeOf,
  reportOf,
  resolver,
} from "../reports.ts";
import TABLE from "./scenarios.txt" with { type: "text" };

/** The networks of the scenarios: who runs them, where, and what for. */
export const NETWORKS = {
  home: net(1, 3320, "Deutsche Telekom AG", "DE", "residential"),
  sameIsp: net(2, 3320, "Deutsche Telekom AG", "DE", "residential"),
  otherIsp: net(3, 3215, "Orange", "FR", "residential"),
  abroad: net(4, 5089, "Virgin Media", "GB", "residential"),
  mobile: net(5, 21928, "T-Mobile USA", "US", "mobile"),
  satellite: net(6, 14593, "Starlink", "US", "residential"),
  office: net(7, 1273, "Example Works", "GB", "commercial"),
  university: net(8, 553, "BelWü", "DE", "commercial"),
  vpn: net(9, 9009, "M247", "DE", "hosting", "vpn"),
  vpnSweden: net(10, 39351, "31173 Services", "SE", "hosting", "vpn"),
  vpnUnlisted: net(11, 9009, "M247", "DE", null),
  homeVpn: net(12, 3320, "Deutsche Telekom AG", "DE", "residential", "vpn"),
  vps: net(13, 24940, "Hetzner Online", "DE", "hosting"),
  hosting: net(14, 16276, "OVH", "FR", "hosting"),
  tor: net(15, 60729, "Tor relays", "DE", "hosting", "tor"),
  torAtHome: net(16, 3215, "Orange", "FR", "residential", "tor"),
  relay: net(17, 13335, "Cloudflare", "DE", "hosting", "relay"),
  relayAkamai: net(18, 36183, "Akamai", "DE", "hosting", "relay"),
  proxy: net(19, 22616, "Zscaler", "GB", "hosting", "proxy"),
  officeProxy: net(20, 1273, "Example Works", "GB", "commercial", "proxy"),
  google: net(21, 15169, "Google", "US", "hosting", null, "Google Public DNS"),
  cloudflare: net(22, 13335, "Cloudflare", "US", "hosting", null, "Cloudflare"),
  quad9: net(23, 19281, "Quad9", "CH", null, null, "Quad9"),
  transit: net(24, 3356, "Lumen", "US", null),
  nothingKnown: { id: 25, known: null },
} as const;

export type NetworkName = keyof typeof NETWORKS;

function net(
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
  .flatMap(([name, { known }]) => {
    if (!known) return [];
    const country = COUNTRIES.of(known.countryCode)!;
    const nowhere = { region: null, city: null, latitude: null };
    const place = { ...known, country, ...nowhere, longitude: null };
    return ["4", "6"].map((family) => placeOf(addressIn(name + family), place));
  });

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
    const [, webrtc, key, value] = seen
      .match(/^(.*?)(?: (site|nat64):(\w+))?$/)!;
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
  const literal = ended("not_configured");
  const siteExit = site ? exitOf(site).value! : null;
  const resolvers = resolversIn(dns);
  const candidates = candidatesIn(webrtc);
  const isCut = webrtc.includes("…");
  const isState = webrtc === "unsupported" || webrtc === "blocked";
  return {
    ...reportOf({
      exits: { v4: exit4, v6: exit6, literal, dual, large: dual },
      resolvers: resolvers.length > 0
        ? found(resolvers.map((ip) => resolver(ip)))
        : ended(dns as Ended),
      candidates: candidates.length > 0
        ? found(candidates)
        : ended(isState ? webrtc : isCut ? "timed_out" : "none"),
      sites: site
        ? [{ url: "https://site.test/", probe: found({ exit: siteExit }) }]
        : [],
      ...nat64 && { nat64: exitOf(nat64) },
      ...isCut && { isGatheringCut: true },
      ...webrtc.includes("!") && { isStunFailing: true },
    }),
    places: Object.fromEntries(PLACES.map((place) => [place.ip, place])),
  };
}
