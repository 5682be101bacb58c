import { type Cidr, cidrContains, parseCidr } from "./cidr.ts";
import type { IpAddress } from "./ip_address.ts";
import { PrefixSet } from "./prefix_set.ts";

/** A DNS service whose servers are in many places, with the same addresses. */
export interface AnycastDns {
  readonly operator: string;
  /** The operator's, as ISO 3166-1 alpha-2: the servers are in many countries. */
  readonly countryCode: string;
  readonly isRoot: boolean;
}

type Service = readonly [
  operator: string,
  countryCode: string,
  blocks: string,
];

/**
 * The blocks of large public DNS resolvers that the operators document as anycast
 * (2026-11), for those in China at 114dns.com, alidns.com, dnspod.cn, dudns.baidu.com
 * and sdns.cn. Lumen does not document its resolvers, which are widely known.
 * Routers accept nothing narrower than these blocks, so all of a block is anycast.
 *
 * The country is that of the operator. Registrations often name that of a branch or
 * of the holder from whom a block is borrowed.
 */
const RESOLVERS: readonly Service[] = [
  [
    "114DNS",
    "CN",
    "114.114.114.0/24 114.114.115.0/24",
  ],
  ["AdGuard", "CY", "94.140.14.0/24 94.140.15.0/24 2a10:50c0::/48"],
  [
    "AliDNS",
    "CN",
    "223.5.5.0/24 223.6.6.0/24 2400:3200::/48 2400:3200:baba::/48",
  ],
  ["Baidu", "CN", "180.76.76.0/24 2400:da00::/48"],
  [
    "CIRA Canadian Shield",
    "CA",
    "149.112.121.0/24 149.112.122.0/24 2620:10a:80bb::/48 2620:10a:80bc::/48",
  ],
  [
    "CleanBrowsing",
    "US",
    "185.228.168.0/24 185.228.169.0/24 2a0d:2a00:1::/48 2a0d:2a00:2::/48",
  ],
  ["Cloudflare", "US", "1.0.0.0/24 1.1.1.0/24 2606:4700:4700::/48"],
  ["CNNIC", "CN", "1.2.4.0/24 210.2.4.0/24 2001:dc7:1000::/48"],
  [
    "Control D",
    "CA",
    "76.76.2.0/24 76.76.10.0/24 2606:1a40::/48 2606:1a40:1::/48",
  ],
  ["DNS.SB", "DE", "185.222.222.0/24 45.11.45.0/24 2a09::/48 2a11::/48"],
  ["DNS4EU", "CZ", "86.54.11.0/24 2a13:1001::/48"],
  ["DNSPod", "CN", "119.29.29.0/24 2402:4e00::/48 2402:4e00:1::/48"],
  ["Gcore", "LU", "2.56.220.0/24 95.85.95.0/24 2a03:90c0:999d::/48"],
  ["Google Public DNS", "US", "8.8.4.0/24 8.8.8.0/24 2001:4860:4860::/48"],
  ["Hurricane Electric", "US", "74.82.42.0/24 2001:470:20::/48"],
  ["Lumen", "US", "4.2.2.0/24 209.244.0.0/24"],
  ["Mullvad", "SE", "194.242.2.0/24 2a07:e340::/48"],
  [
    "NextDNS",
    "US",
    "45.90.28.0/24 45.90.30.0/24 2a07:a8c0::/48 2a07:a8c1::/48",
  ],
  [
    "OpenDNS",
    "US",
    "146.112.41.0/24 208.67.220.0/24 208.67.222.0/24 2620:119:35::/48 2620:119:53::/48 2620:119:fc::/48",
  ],
  [
    "Quad9",
    "CH",
    "9.9.9.0/24 149.112.112.0/24 149.112.149.0/24 2620:fe::/48",
  ],
  ["Quad101", "TW", "101.101.101.0/24 101.102.103.0/24 2001:de4::/48"],
  ["SafeDNS", "US", "195.46.39.0/24"],
  [
    "UltraDNS Public",
    "US",
    "64.6.64.0/24 64.6.65.0/24 156.154.70.0/24 156.154.71.0/24 2610:a1:1018::/48 2610:a1:1019::/48 2620:74:1b::/48 2620:74:1c::/48",
  ],
  ["UncensoredDNS", "DK", "91.239.100.0/24 2001:67c:28a4::/48"],
  ["Wikimedia DNS", "US", "185.71.138.0/24 2001:67c:930::/48"],
  ["Xcitium", "US", "8.20.247.0/24 8.26.56.0/24"],
  // Its IPv6 resolvers share a /64 with its web servers.
  ["Yandex", "RU", "77.88.8.0/24"],
];

/** The blocks of the addresses at root-servers.org (2026-11), all of which are anycast. */
const ROOT_SERVERS: readonly Service[] = [
  ["Verisign", "US", "198.41.0.0/24 2001:503:ba3e::/48"],
  ["USC-ISI", "US", "170.247.170.0/24 2801:1b8:10::/48"],
  ["Cogent", "US", "192.33.4.0/24 2001:500:2::/48"],
  ["University of Maryland", "US", "199.7.91.0/24 2001:500:2d::/48"],
  ["NASA", "US", "192.203.230.0/24 2001:500:a8::/48"],
  ["Internet Systems Consortium", "US", "192.5.5.0/24 2001:500:2f::/48"],
  ["US Department of Defense", "US", "192.112.36.0/24 2001:500:12::/48"],
  ["US Army", "US", "198.97.190.0/24 2001:500:1::/48"],
  ["Netnod", "SE", "192.36.148.0/24 2001:7fe::/48"],
  ["Verisign", "US", "192.58.128.0/24 2001:503:c27::/48"],
  ["RIPE NCC", "NL", "193.0.14.0/24 2001:7fd::/48"],
  ["ICANN", "US", "199.7.83.0/24 2001:500:9f::/48"],
  ["WIDE Project", "JP", "202.12.27.0/24 2001:dc3::/48"],
];

/** A block of a service. */
export interface AnycastBlock {
  readonly cidr: Cidr;
  readonly service: AnycastDns;
}

interface Compiled {
  readonly blocks: readonly AnycastBlock[];
  readonly addresses: PrefixSet;
}

let compiled: Compiled | undefined;

function compile(): Compiled {
  const blocks = [
    ...blocksOf(RESOLVERS, false),
    ...blocksOf(ROOT_SERVERS, true),
  ];
  return { blocks, addresses: PrefixSet.from(blocks.map(({ cidr }) => cidr)) };
}

function blocksOf(
  services: readonly Service[],
  isRoot: boolean,
): AnycastBlock[] {
  return services.flatMap(([operator, countryCode, blocks]) => {
    const service = { operator, countryCode, isRoot };
    return blocks.split(" ").map((text) => {
      const cidr = parseCidr(text);
      if (!cidr) throw new Error(`${text} is not a CIDR`);
      return { cidr, service };
    });
  });
}

/** All blocks of the services. */
export function anycastBlocks(): readonly AnycastBlock[] {
  return (compiled ??= compile()).blocks;
}

/**
 * The anycast service to which an address belongs; null if there is none. It is in
 * many places at once, so a city in a database is only where its block is registered.
 */
export function anycastDns(ip: IpAddress): AnycastDns | null {
  const { blocks, addresses } = compiled ??= compile();
  if (!addresses.has(ip)) return null;
  return blocks.find(({ cidr }) => cidrContains(cidr, ip))?.service ?? null;
}
