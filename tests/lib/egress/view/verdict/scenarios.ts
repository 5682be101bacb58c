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
 * are outside the tunnel, too. In the columns: what was seen over IPv4
 * and IPv6, the resolvers, WebRTC (`-` for nothing) with `site:` and `nat64:`, the whole,
 * and the parts. A line after `>` is the headline of the row above.
 */
const TABLE = `
IPv6, DNS and WebRTC bypass a VPN, in one country | vpn4 | home6 | home4 | mdns vpn4 home6 | leak | ok leak leak leak
> Your IPv6, DNS and WebRTC bypass your VPN: sites see Deutsche Telekom AG, Germany.
DNS bypasses a VPN | vpn4 | none | home4 | mdns vpn4 | leak | ok none leak ok
> Your DNS queries bypass your VPN: they come from Deutsche Telekom AG, Germany.
WebRTC bypasses a VPN | vpn4 | none | vpn4 | mdns home4 | leak | ok none ok leak
> WebRTC bypasses your VPN: sites can see Deutsche Telekom AG, Germany.
a VPN that carries all | vpn4 | none | vpn4 | mdns vpn4 | protected | ok none ok ok
> No leak found: sites see your VPN (M247, Germany).
Google resolves beside a VPN | vpnSweden4 | vpnSweden6 | google4 | mdns vpnSweden4 | partial | ok ok unsure ok
> No leak found, but DNS may bypass your VPN.
two tests are missing | vpn4 | none | not_configured | mdns | partial | ok none untested untested
> No leak found. Not tested: DNS and WebRTC.
at home | home4 | home6 | home4 | mdns home4 | no-tunnel | ok ok ok ok
> Sites see your own connection: Deutsche Telekom AG, Germany.
at home with a resolver abroad | home4 | home6 | abroad4 | mdns home4 | no-tunnel | ok ok ok ok
a VPN for IPv6 alone | home4 | vpn6 | home4 | mdns home4 | leak | leak ok leak leak
Tor with a resolver elsewhere | tor4 | none | hosting4 | - | partial | ok none unsure none
> No leak found, but DNS may bypass Tor.
WebRTC bypasses a relay | relay4 | relay6 | cloudflare4 | mdns home4 | leak | ok ok ok leak
nothing answers | timed_out | timed_out | timed_out | mdns | untested | untested untested untested untested
> Nothing was tested: no public address of yours was found.
two VPNs | vpn4 | vpnSweden6 | vpnSweden4 | vpn4 vpnSweden6 | protected | ok ok ok ok
> No leak found: sites see your VPN (M247, Germany and 31173 Services, Sweden).
IPv6 in the network of the VPN, on no list | vpn4 | vpnUnlisted6 | vpn4 | vpn4 | protected | ok ok ok ok
a VPN on one's own server | vps4 | vps6 | vps4 | vps4 | protected | ok ok ok ok
> No leak found: sites see a hosting network, probably a VPN or proxy (Hetzner Online, Germany).
a VPN on one's own server, with Google's resolvers | vps4 | none | google4 | vps4 | partial | ok none unsure ok
a VPN on one's own server that forgot IPv6 | vps4 | home6 | vps4 | vps4 | leak | ok leak ok ok
> Your IPv6 bypasses your probable VPN or proxy: sites see Deutsche Telekom AG, Germany.
a VPN at home, seen from elsewhere | homeVpn4 | mobile6 | homeVpn4 | homeVpn4 | leak | ok leak ok ok
an exit at home of a listed VPN, and a neighbor's address | homeVpn4 | sameIsp6 | sameIsp4 | homeVpn4 | partial | ok unsure ok ok
a leak to a mobile network | vpn4 | mobile6 | vpn4 | vpn4 | leak | ok leak ok ok
a leak to a satellite | vpn4 | none | satellite4 | vpn4 | leak | ok none leak ok
IPv6 in a network of unknown kind | vpn4 | transit6 | vpn4 | vpn4 | partial | ok unsure ok ok
> No leak found, but IPv6 may bypass your VPN.
an exit and a resolver in a network of unknown kind | vpn4 | transit6 | transit6 | vpn4 | partial | ok unsure unsure ok
a candidate in a network of unknown kind | vpn4 | none | vpn4 | transit4 | partial | ok none ok unsure
IPv6 of which nothing is known | vpn4 | nothingKnown6 | vpn4 | vpn4 | partial | ok unsure ok ok
nothing is known of any exit | nothingKnown4 | nothingKnown6 | home4 | nothingKnown4 | untested | unsure unsure unsure unsure
> It is not known whose networks your addresses are in.
a site that bypasses the VPN | vpn4 | none | vpn4 | vpn4 site:home4 | leak | leak none ok ok
a site that only the VPN reaches | home4 | none | home4 | home4 site:vpn4 | no-tunnel | ok none ok ok
a site through another exit of the VPN | vpn4 | none | vpn4 | vpn4 site:vpnSweden4 | protected | ok none ok ok
an exit of two ISPs | home4 | otherIsp6 | home4 | home4 | no-tunnel | ok ok ok ok
> Sites see your own connection: Deutsche Telekom AG, Germany and Orange, France.
IPv6 whose host may not exist | vpn4 | failed | vpn4 | vpn4 | partial | ok untested ok ok
> No leak found. Not tested: IPv6.
IPv6 that times out | vpn4 | timed_out | vpn4 | vpn4 | partial | ok untested ok ok
IPv6 that the browser blocks | vpn4 | blocked | vpn4 | vpn4 | partial | ok untested ok ok
no host for IPv6 | vpn4 | not_configured | vpn4 | vpn4 | partial | ok untested ok ok
stopped | vpn4 | stopped | stopped | vpn4 | partial | ok untested untested ok
IPv6 alone through a VPN | none | vpn6 | vpn6 | vpn6 | protected | none ok ok ok
mobile with CLAT | mobile4 | mobile6 | mobile6 | mdns mobile4 mobile6 | no-tunnel | ok ok ok ok
NAT64 at home | none | home6 | home6 | home6 nat64:home4 | no-tunnel | none ok ok ok
NAT64 beside a VPN for IPv6 | none | vpn6 | vpn6 | vpn6 nat64:home4 | leak | none ok ok leak
double NAT | home4 | none | home4 | mdns lan home4 | no-tunnel | ok none ok ok
double NAT with a VPN | vpn4 | none | vpn4 | lan vpn4 | protected | ok none ok ok
by satellite | satellite4 | none | satellite4 | satellite4 | no-tunnel | ok none ok ok
at a university | university4 | university6 | university4 | university4 | no-tunnel | ok ok ok ok
a university's resolver beside a VPN | vpn4 | none | university4 | vpn4 | leak | ok none leak ok
an employer's resolver beside a VPN | vpn4 | none | office4 | vpn4 | leak | ok none leak ok
one of three resolvers leaks | vpn4 | none | vpn4 google4 home4 | vpn4 | leak | ok none leak ok
one of two resolvers is Google's | vpn4 | none | vpn4 google6 | vpn4 | partial | ok none unsure ok
Quad9, in no known kind of network | vpn4 | none | quad94 | vpn4 | partial | ok none unsure ok
IPv4 alone is tested, beside Google's resolvers | vps4 | timed_out | google4 | mdns | partial | ok untested unsure untested
> No leak found, but DNS may bypass your probable VPN or proxy. Not tested: IPv6 and WebRTC.
a resolver in a transit network | vpn4 | none | transit4 | vpn4 | partial | ok none unsure ok
a resolver of which nothing is known | vpn4 | none | nothingKnown4 | vpn4 | partial | ok none unsure ok
another exit of a VPN resolves | vpn4 | none | vpnSweden4 | vpn4 | protected | ok none ok ok
no query arrives | vpn4 | none | timed_out | vpn4 | partial | ok none untested ok
the server fails to tell resolvers | vpn4 | none | failed | vpn4 | partial | ok none untested ok
a relay with its own resolver | relay4 | relay6 | cloudflare6 | - | protected | ok ok ok none
a relay at Akamai with Cloudflare's resolver | relayAkamai4 | none | cloudflare4 | - | partial | ok none unsure none
Tor, whose exit resolves | torAtHome4 | none | otherIsp4 | unsupported | protected | ok none ok none
Tor in a browser that is not Tor's | tor4 | home6 | tor4 | tor4 home6 | leak | ok leak ok leak
> Your IPv6 and WebRTC bypass Tor: sites see Deutsche Telekom AG, Germany.
a corporate proxy in a cloud | proxy4 | none | office4 | proxy4 | leak | ok none leak ok
a corporate proxy in the company's network | officeProxy4 | office6 | office4 | officeProxy4 | partial | ok unsure ok ok
only names that hide addresses | vpn4 | none | vpn4 | mdns | partial | ok none ok untested
only a TURN server's address | vpn4 | none | vpn4 | relay:hosting4 | partial | ok none ok untested
a TURN server's address beside the VPN's | vpn4 | none | vpn4 | vpn4 relay:otherIsp4 | protected | ok none ok ok
a candidate for TCP | vpn4 | none | vpn4 | vpn4 tcp:home6 | leak | ok none ok leak
gathering that never ends | vpn4 | none | vpn4 | mdns vpn4 … | partial | ok none ok untested
a leak before gathering is cut | vpn4 | none | vpn4 | vpn4 home6 … | leak | ok none ok leak
no candidate in time | vpn4 | none | vpn4 | … | partial | ok none ok untested
no candidate and a STUN server that fails | vpn4 | none | vpn4 | ! | partial | ok none ok untested
one of two STUN servers fails | vpn4 | none | vpn4 | mdns vpn4 ! | protected | ok none ok ok
no WebRTC | vpn4 | none | vpn4 | unsupported | protected | ok none ok none
WebRTC that an extension blocks | vpn4 | none | vpn4 | blocked | partial | ok none ok untested
a candidate in another hosting network | vpn4 | none | vpn4 | hosting4 | protected | ok none ok ok
a candidate of which nothing is known | vpn4 | none | vpn4 | nothingKnown4 | partial | ok none ok unsure
resolvers and candidates without an exit | failed | failed | home4 | home4 | untested | untested untested unsure unsure
`;

/** The rows of the table. */
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
