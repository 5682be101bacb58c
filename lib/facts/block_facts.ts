import allocations from "../../facts/ipv6_allocations.csv" with {
  type: "text",
};
import anycast from "../../facts/anycast_networks.csv" with { type: "text" };
import rirs from "../../facts/rirs.csv" with { type: "text" };
import special from "../../facts/special_blocks.csv" with { type: "text" };
import { readFacts } from "./read_facts.ts";

const BLOCK = /^[0-9a-f.:]+\/\d{1,3}$/;
const OPTIONAL_BLOCKS = /^(?:[0-9a-f.:]+\/\d{1,3}(?: [0-9a-f.:]+\/\d{1,3})*)?$/;
const NAME = /^[!-~]+(?: [!-~]+)*$/;
const COUNTRY = /^[A-Z]{2}$/;

/** What the addresses of an anycast service are for. */
export type AnycastKind = "network" | "resolver" | "root";

/** The networks whose addresses are in many places at once, of each kind and operator. */
export const ANYCAST_NETWORKS = readFacts("anycast_networks.csv", anycast, {
  kind: /^(?:network|resolver|root)$/,
  operator: NAME,
  country: COUNTRY,
  asns: /^(?:[1-9]\d*(?: [1-9]\d*)*)?$/,
  blocks: OPTIONAL_BLOCKS,
  unicast: OPTIONAL_BLOCKS,
}, ["kind", "operator"]).map(({ cells }) => ({
  kind: cells.kind as AnycastKind,
  operator: cells.operator,
  countryCode: cells.country,
  asns: cells.asns.split(" ").filter(Boolean).map(Number),
  blocks: cells.blocks.split(" ").filter(Boolean),
  unicast: cells.unicast.split(" ").filter(Boolean),
}));

/** A special-purpose block: CIDR, whether it is globally reachable, name, RFC. */
type SpecialBlock = readonly [
  cidr: string,
  reachable: boolean,
  name: string,
  rfc: string,
];

export const SPECIAL_BLOCKS: readonly SpecialBlock[] = readFacts(
  "special_blocks.csv",
  special,
  {
    block: BLOCK,
    reachable: /^(?:yes|no)$/,
    name: NAME,
    rfc: /^RFC \d{3,4}$/,
  },
).map(({ cells: { block, reachable, name, rfc } }) => [
  block,
  reachable === "yes",
  name,
  rfc,
]);

/** The regional internet registries. Packed facts contain an index into this list. */
export const RIRS = ["ARIN", "RIPE", "APNIC", "LACNIC", "AFRINIC"] as const;

export type Rir = typeof RIRS[number];

const RIR = new RegExp(`^(?:${RIRS.join("|")})$`);

const RIR_ROWS = readFacts("rirs.csv", rirs, {
  rir: RIR,
  ipv4_blocks: /^\d+(?:-\d+)?(?: \d+(?:-\d+)?)*$/,
  countries: /^[A-Z]{2}(?: [A-Z]{2})*$/,
}, ["rir"]);

/** The first octets of the /8 blocks of each registry. */
export const IANA_IPV4_BLOCKS:
  readonly (readonly [rir: Rir, blocks: string])[] = RIR_ROWS.map((
    { cells },
  ) => [cells.rir as Rir, cells.ipv4_blocks]);

export const RIR_COUNTRIES: readonly (readonly [rir: Rir, codes: string])[] =
  RIR_ROWS.map(({ cells }) => [cells.rir as Rir, cells.countries]);

export const IPV6_ALLOCATION_RIRS: readonly (readonly [
  cidr: string,
  rir: Rir,
])[] = readFacts("ipv6_allocations.csv", allocations, {
  block: BLOCK,
  rir: RIR,
})
  .map(({ cells }) => [cells.block, cells.rir as Rir]);
