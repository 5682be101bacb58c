import {
  type Cidr,
  largestCidrWithin,
  lastAddress,
  parseCidr,
} from "../../net/cidr.ts";
import {
  compareIp,
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
  parseIp,
} from "../../net/ip_address.ts";
import * as z from "zod";
import { rdapDnssec, rdapNameServers } from "./delegation.ts";
import { lenientList, lenientText } from "./lenient.ts";
import { parseEntities } from "./rdap_entity.ts";
import { common, lowerText, parsed, registered } from "./registered.ts";

/**
 * The fewest CIDRs that cover an inclusive range, in order; none if the range
 * is invalid.
 */
export function cidrsOfRange(start: IpAddress, end: IpAddress): Cidr[] {
  const cidrs: Cidr[] = [];
  let next: IpAddress | null = start;
  while (next !== null) {
    const cidr = largestCidrWithin(next, end, next);
    if (cidr === null) break;
    cidrs.push(cidr);
    const last = lastAddress(cidr);
    next = compareIp(last, end) < 0 ? following(last) : null;
  }
  return cidrs;
}

/**
 * The next address. It exists for every address that is not the last of its
 * family.
 */
function following(ip: IpAddress): IpAddress {
  if (ip.family === 4) return ipv4FromValue(ip.value + 1);
  const words: [number, number, number, number] = [...ip.words];
  for (let i = 3; i >= 0; i--) {
    words[i] = (words[i] + 1) >>> 0;
    if (words[i] !== 0) break;
  }
  return ipv6FromWords(words);
}

const country = z.string().regex(/^[a-z]{2}$/i)
  .transform((text) => text.toUpperCase()).nullable().catch(null);
const asn = z.int().min(0).max(0xffffffff).nullable().catch(null);
const address = z.string().transform(parseIp).nullable().catch(null);
const cidr = z.object({
  v4prefix: z.string().optional(),
  v6prefix: z.string().optional(),
  length: z.int(),
}).transform(({ v4prefix, v6prefix, length }) =>
  parseCidr(`${v4prefix ?? v6prefix}/${length}`)
);

const VARIANTS = lenientList(
  z.object({
    variantNames: lenientList(
      z.object({ ldhName: lowerText, unicodeName: lenientText }),
    ),
  }),
);

/** The range of a network, and the CIDRs that make it up. */
const RANGE = z.object({
  startAddress: address,
  endAddress: address,
  cidr0_cidrs: lenientList(cidr),
}).transform(({ startAddress: start, endAddress: end, cidr0_cidrs }) => {
  const given = cidr0_cidrs.filter((cidr) => cidr !== null);
  const isRange = start !== null && end !== null &&
    start.family === end.family && compareIp(start, end) <= 0;
  return {
    startAddress: isRange ? start : null,
    endAddress: isRange ? end : null,
    cidrs: given.length > 0 || !isRange ? given : cidrsOfRange(start, end),
  };
});

const IP_NETWORK = z.object({
  objectClassName: z.literal("ip network"),
  ...registered,
  name: lenientText,
  type: lenientText,
  country,
  parentHandle: lenientText,
  arin_originas0_originautnums: lenientList(z.int().min(0).max(0xffffffff)),
});

const AUTNUM = z.object({
  objectClassName: z.literal("autnum"),
  ...registered,
  name: lenientText,
  type: lenientText,
  country,
  startAutnum: asn,
  endAutnum: asn,
});

const ENTITY = z.object({
  objectClassName: z.literal("entity"),
  ...registered,
  networks: lenientList(RANGE),
  autnums: lenientList(z.object({ startAutnum: asn, endAutnum: asn })),
});

const DOMAIN = z.object({
  objectClassName: z.literal("domain"),
  ...registered,
  ldhName: lowerText,
  unicodeName: lenientText,
  nameservers: rdapNameServers,
  secureDNS: rdapDnssec,
  // AFNIC's spelling.
  secureDns: rdapDnssec,
  network: RANGE.nullable().catch(null),
  variants: VARIANTS,
});

/**
 * Parses a response about an address (RFC 9083 section 5.4). Drops malformed fields.
 *
 * @throws {RegistryError} `malformed` for an object of another class, as the
 * functions below
 */
export function parseIpNetwork(json: unknown) {
  const { name, type, country, parentHandle, ...raw } = parsed(
    IP_NETWORK,
    json,
  );
  return {
    ...common(raw),
    name,
    type,
    country,
    ...RANGE.parse(json),
    parentHandle,
    /** The autonomous systems that announce it, by its holder's word (ARIN). */
    originAsns: raw.arin_originas0_originautnums,
  };
}

/** RFC 9083 section 5.5. */
export function parseAutnum(json: unknown) {
  const { name, type, country, startAutnum, endAutnum, ...raw } = parsed(
    AUTNUM,
    json,
  );
  return { ...common(raw), name, type, country, startAutnum, endAutnum };
}

/** RFC 9083 section 5.3. */
export function parseDomainRecord(json: unknown) {
  const { ldhName, unicodeName, nameservers, variants, network, ...raw } =
    parsed(DOMAIN, json);
  return {
    ...common(raw),
    ldhName,
    unicodeName,
    nameservers,
    dnssec: raw.secureDNS ?? raw.secureDns,
    /** Of a reverse zone, the network. */
    cidrs: network?.cidrs ?? [],
    /** Names that are registered along with this one. */
    variants: variants.flatMap(({ variantNames }) =>
      variantNames.flatMap(({ ldhName, unicodeName }) =>
        unicodeName ?? ldhName ?? []
      )
    ),
  };
}

/** RFC 9083 section 5.1: a person, an organization or a role. */
export function parseEntityRecord(json: unknown) {
  const { networks, autnums, ...raw } = parsed(ENTITY, json);
  const object = common(raw);
  const [entity] = parseEntities([json], object.redactions.properties);
  return {
    ...object,
    /** The entity itself, with those below it. */
    entity,
    cidrs: networks.flatMap(({ cidrs }) => cidrs),
    asns: autnums.flatMap(({ startAutnum: first, endAutnum: last }) =>
      first === null ? [] : { first, last: last ?? first }
    ),
  };
}

export type IpNetwork = Readonly<ReturnType<typeof parseIpNetwork>>;
export type Autnum = Readonly<ReturnType<typeof parseAutnum>>;
export type DomainRecord = Readonly<ReturnType<typeof parseDomainRecord>>;
export type EntityRecord = Readonly<ReturnType<typeof parseEntityRecord>>;
