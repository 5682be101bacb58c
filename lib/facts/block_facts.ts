import allocations from "../../facts/ipv6_allocations.csv" with {
  type: "text",
};
import resolvers from "../../facts/anycast_resolvers.csv" with { type: "text" };
import rirs from "../../facts/rirs.csv" with { type: "text" };
import rootServers from "../../facts/root_servers.csv" with { type: "text" };
import special from "../../facts/special_blocks.csv" with { type: "text" };
import { readFacts } from "./read_facts.ts";

const BLOCK = /^[0-9a-f.:]+\/\d{1,3}$/;
const BLOCKS = /^[0-9a-f.:]+\/\d{1,3}(?: [0-9a-f.:]+\/\d{1,3})*$/;
const NAME = /^[!-~]+(?: [!-~]+)*$/;
const COUNTRY = /^[A-Z]{2}$/;

/** A DNS service: its operator, the operator's country, its blocks separated by spaces. */
export type AnycastService = readonly [
  operator: string,
  countryCode: string,
  blocks: string,
];

export const ANYCAST_RESOLVERS: readonly AnycastService[] = readFacts(
  "anycast_resolvers.csv",
  resolvers,
  { operator: NAME, country: COUNTRY, blocks: BLOCKS },
  ["operator"],
).map(({ cells }) => [cells.operator, cells.country, cells.blocks]);

export const ROOT_SERVERS: readonly AnycastService[] = readFacts(
  "root_servers.csv",
  rootServers,
  { letter: /^[a-m]$/, operator: NAME, country: COUNTRY, blocks: BLOCKS },
  ["letter"],
).map(({ cells }) => [cells.operator, cells.country, cells.blocks]);

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

/** A regional internet registry, by its common name. */
export type Rir = "ARIN" | "RIPE" | "APNIC" | "LACNIC" | "AFRINIC";

const RIR = /^(?:ARIN|RIPE|APNIC|LACNIC|AFRINIC)$/;

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

/** The countries of each registry's region. */
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
