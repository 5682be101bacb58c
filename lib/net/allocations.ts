import { type Cidr, parseCidr } from "./cidr.ts";
import type { IpAddress } from "./ip_address.ts";
import { PrefixSet } from "./prefix_set.ts";
import { SPECIAL_BLOCKS } from "./special_blocks.ts";

/** A regional internet registry, by its common name. */
export type Rir = "ARIN" | "RIPE" | "APNIC" | "LACNIC" | "AFRINIC";

/**
 * The /8 blocks of the IANA IPv4 Address Space registry of 2021-04, as first
 * octets, by the regional registry that administers them. The last free blocks
 * were allocated in 2011-02.
 *
 * Legacy blocks are listed under the registry that maintains their records,
 * even if they have a single holder. Parts of a block may have been transferred
 * to another region since: use this to choose a registry to query, not on its
 * own to tell who holds an address.
 */
export const IANA_IPV4_BLOCKS:
  readonly (readonly [rir: Rir, blocks: string])[] = [
    [
      "ARIN",
      "3-4 6-9 11-13 15-24 26 28-30 32-35 38 40 44-45 47-48 50 52 54-56 63-76 96-100 104 107-108 128-132 134-140 142-144 146-149 152 155-162 164-170 172-174 184 192 198-199 204-209 214-216",
    ],
    [
      "RIPE",
      "2 5 25 31 37 46 51 53 57 62 77-95 109 141 145 151 176 178 185 188 193-195 212-213 217",
    ],
    [
      "APNIC",
      "1 14 27 36 39 42-43 49 58-61 101 103 106 110-126 133 150 153 163 171 175 180 182-183 202-203 210-211 218-223",
    ],
    ["LACNIC", "177 179 181 186-187 189-191 200-201"],
    ["AFRINIC", "41 102 105 154 196-197"],
  ];

/**
 * The blocks that IANA has allocated to regional registries: "IPv6 Global
 * Unicast Address Assignments" as of its last allocation, 2024-11-01
 * (2410::/12). Blocks that IANA holds itself or reserves (2001::/23, 6to4) are
 * left out.
 */
export const IPV6_ALLOCATION_RIRS:
  readonly (readonly [cidr: string, rir: Rir])[] = [
    ["2001:200::/23", "APNIC"],
    ["2001:400::/23", "ARIN"],
    ["2001:600::/23", "RIPE"],
    ["2001:800::/22", "RIPE"],
    ["2001:c00::/23", "APNIC"],
    ["2001:e00::/23", "APNIC"],
    ["2001:1200::/23", "LACNIC"],
    ["2001:1400::/22", "RIPE"],
    ["2001:1800::/23", "ARIN"],
    ["2001:1a00::/23", "RIPE"],
    ["2001:1c00::/22", "RIPE"],
    ["2001:2000::/19", "RIPE"],
    ["2001:4000::/23", "RIPE"],
    ["2001:4200::/23", "AFRINIC"],
    ["2001:4400::/23", "APNIC"],
    ["2001:4600::/23", "RIPE"],
    ["2001:4800::/23", "ARIN"],
    ["2001:4a00::/23", "RIPE"],
    ["2001:4c00::/23", "RIPE"],
    ["2001:5000::/20", "RIPE"],
    ["2001:8000::/19", "APNIC"],
    ["2001:a000::/20", "APNIC"],
    ["2001:b000::/20", "APNIC"],
    ["2003::/18", "RIPE"],
    ["2400::/12", "APNIC"],
    ["2410::/12", "APNIC"],
    ["2600::/12", "ARIN"],
    ["2610::/23", "ARIN"],
    ["2620::/23", "ARIN"],
    ["2630::/12", "ARIN"],
    ["2800::/12", "LACNIC"],
    ["2a00::/12", "RIPE"],
    ["2a10::/12", "RIPE"],
    ["2c00::/12", "AFRINIC"],
  ];

/** The same blocks without their registries. */
export const IPV6_ALLOCATIONS: readonly string[] = IPV6_ALLOCATION_RIRS.map((
  [cidr],
) => cidr);

/**
 * Whether an address (not a bogon) can have a location.
 *
 * IPv6 that IANA has not allocated to a registry has none, and neither have
 * reachable special-purpose blocks: anycast services are everywhere, and a
 * tunnel address only shows where its relay is registered.
 */
export function isLocatable(ip: IpAddress): boolean {
  const { allocated, special } = compiled ??= compile();
  return (ip.family === 4 || allocated.has(ip)) && !special.has(ip);
}

/**
 * Whether IANA has allocated an address to a registry. All of IPv4 is allocated
 * or in a special-purpose block.
 */
export function isAllocated(ip: IpAddress): boolean {
  return ip.family === 4 || (compiled ??= compile()).allocated.has(ip);
}

interface Compiled {
  readonly allocated: PrefixSet;
  readonly special: PrefixSet;
}

let compiled: Compiled | undefined;

function compile(): Compiled {
  const reachable = SPECIAL_BLOCKS.filter(([, isReachable]) => isReachable);
  return {
    allocated: PrefixSet.from(IPV6_ALLOCATIONS.map(requireCidr)),
    special: PrefixSet.from(reachable.map(([text]) => requireCidr(text))),
  };
}

function requireCidr(text: string): Cidr {
  const cidr = parseCidr(text);
  if (!cidr) throw new Error(`${text} is not a CIDR`);
  return cidr;
}

/**
 * The service regions of the regional internet registries, as ISO 3166-1
 * alpha-2 codes, from the lists that the registries publish (2026-11). Antarctica
 * belongs to ARIN's region.
 */
const REGIONS: Readonly<Record<Rir, string>> = {
  AFRINIC:
    "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW",
  APNIC:
    "AF AS AU BD BN BT CC CK CN CX FJ FM GU HK ID IN IO JP KH KI KP KR LA LK MH MM MN MO MP MV MY NC NF NP NR NU NZ PF PG PH PK PN PW SB SG TF TH TK TL TO TV TW VN VU WF WS",
  ARIN:
    "AG AI AQ BB BL BM BS BV CA DM GD GP HM JM KN KY LC MF MQ MS PM PR SH TC UM US VC VG VI",
  LACNIC:
    "AR AW BO BQ BR BZ CL CO CR CU CW DO EC FK GF GS GT GY HN HT MX NI PA PE PY SR SV SX TT UY VE",
  RIPE:
    "AD AE AL AM AT AX AZ BA BE BG BH BY CH CY CZ DE DK EE ES FI FO FR GB GE GG GI GL GR HR HU IE IL IM IQ IR IS IT JE JO KG KW KZ LB LI LT LU LV MC MD ME MK MT NL NO OM PL PS PT QA RO RS RU SA SE SI SJ SK SM SY TJ TM TR UA UZ VA XK YE",
};

const rirs: ReadonlyMap<string, Rir> = new Map(
  (Object.keys(REGIONS) as Rir[]).flatMap((rir) =>
    REGIONS[rir].split(" ").map((code) => [code, rir] as const)
  ),
);

/**
 * The regional registry whose service region contains a country; undefined for
 * an unknown code.
 *
 * @param countryCode ISO 3166-1 alpha-2, upper case
 */
export function registryOfCountry(countryCode: string): Rir | undefined {
  return rirs.get(countryCode);
}
