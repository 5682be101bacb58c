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
import {
  lenientList,
  lenientText,
  lenientTexts,
  parseEvents,
  parseRedactions,
  webUrl,
} from "./lenient.ts";
import { type Entity, parseEntities } from "./rdap_entity.ts";
import { RegistryError } from "./registry_error.ts";

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

/**
 * Members common to all registered objects (RFC 9083 section 4); null if the
 * registry does not give a value.
 */
export interface Registered {
  readonly handle: string | null;
  readonly status: readonly string[];
  readonly events: RegistrationEvents;
  readonly entities: readonly Entity[];
  /** Host name of the whois server. */
  readonly port43: string | null;
  readonly links: readonly RegistryLink[];
}

/** ISO 8601 times in UTC. */
export interface RegistrationEvents {
  readonly registration: string | null;
  readonly lastChanged: string | null;
  readonly expiration: string | null;
}

export interface RegistryLink {
  readonly rel: string | null;
  /** HTTP or HTTPS. The registry chooses it, so don't trust where it leads. */
  readonly href: string;
  readonly type: string | null;
}

/** RFC 9083 section 5.4. */
export interface IpNetwork extends Registered {
  readonly name: string | null;
  readonly type: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
  readonly startAddress: IpAddress | null;
  readonly endAddress: IpAddress | null;
  /** The CIDRs that make up the network. */
  readonly cidrs: readonly Cidr[];
  readonly parentHandle: string | null;
}

/** RFC 9083 section 5.5. */
export interface Autnum extends Registered {
  readonly name: string | null;
  readonly type: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
  readonly startAutnum: number | null;
  readonly endAutnum: number | null;
}

/** RFC 9083 section 5.3. */
export interface DomainRecord extends Registered {
  /** A-labels in lower case. */
  readonly ldhName: string | null;
  readonly unicodeName: string | null;
  /** A-labels in lower case. */
  readonly nameservers: readonly string[];
}

const link = z.object({
  rel: lenientText,
  href: webUrl,
  type: lenientText,
});
const lowerText = lenientText.transform((text) => text?.toLowerCase() ?? null);
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

const registered = {
  handle: lenientText,
  status: lenientTexts,
  events: z.unknown().optional(),
  entities: z.unknown().optional(),
  redacted: z.unknown().optional(),
  port43: lowerText,
  links: lenientList(link),
};

const IP_NETWORK = z.object({
  objectClassName: z.literal("ip network"),
  ...registered,
  name: lenientText,
  type: lenientText,
  country,
  startAddress: address,
  endAddress: address,
  cidr0_cidrs: lenientList(cidr),
  parentHandle: lenientText,
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

const DOMAIN = z.object({
  objectClassName: z.literal("domain"),
  ...registered,
  ldhName: lowerText,
  unicodeName: lenientText,
  nameservers: lenientList(z.object({ ldhName: lowerText })),
});

/**
 * Parses a response about an address. Drops malformed fields.
 *
 * @throws {RegistryError} `malformed` for an object of another class, as the
 * functions below
 */
export function parseIpNetwork(json: unknown): IpNetwork {
  const { name, type, country, startAddress, endAddress, ...raw } = parsed(
    IP_NETWORK,
    json,
  );
  const cidrs = raw.cidr0_cidrs.filter((cidr) => cidr !== null);
  const isRange = startAddress !== null && endAddress !== null &&
    startAddress.family === endAddress.family &&
    compareIp(startAddress, endAddress) <= 0;
  return {
    ...common(raw),
    name,
    type,
    country,
    startAddress: isRange ? startAddress : null,
    endAddress: isRange ? endAddress : null,
    cidrs: cidrs.length > 0 || !isRange
      ? cidrs
      : cidrsOfRange(startAddress, endAddress),
    parentHandle: raw.parentHandle,
  };
}

export function parseAutnum(json: unknown): Autnum {
  const { name, type, country, startAutnum, endAutnum, ...raw } = parsed(
    AUTNUM,
    json,
  );
  return { ...common(raw), name, type, country, startAutnum, endAutnum };
}

export function parseDomainRecord(json: unknown): DomainRecord {
  const { ldhName, unicodeName, nameservers, ...raw } = parsed(DOMAIN, json);
  return {
    ...common(raw),
    ldhName,
    unicodeName,
    nameservers: nameservers.flatMap(({ ldhName }) => ldhName ?? []),
  };
}

function parsed<T>(schema: z.ZodType<T>, json: unknown): T {
  const { success, data, error } = schema.safeParse(json);
  if (!success) throw new RegistryError("malformed", { cause: error });
  return data;
}

type Raw = z.infer<z.ZodObject<typeof registered>>;

function common(raw: Raw): Registered {
  const { handle, status, port43, links } = raw;
  const events = parseEvents(raw.events);
  const timeOf = (wanted: string) =>
    events.find(({ action }) => action === wanted)?.at ?? null;
  return {
    handle,
    status,
    events: {
      registration: timeOf("registration"),
      lastChanged: timeOf("last changed"),
      expiration: timeOf("expiration"),
    },
    entities: parseEntities(raw.entities, parseRedactions(raw.redacted)),
    port43,
    links,
  };
}
