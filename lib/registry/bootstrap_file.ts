import { z } from "zod";
import { type Cidr, contains, parseCidr } from "../net/cidr.ts";
import type { IpAddress } from "../net/ip_address.ts";

/** A file of RFC 9224 section 3; services that do not fit are dropped. */
const FILE = z.object({
  services: z.array(z.unknown()).transform((services) =>
    services.flatMap((service) => SERVICE.safeParse(service).data ?? [])
  ),
});

/** Entries, and the servers that answer for all of them. */
const SERVICE = z.tuple([z.array(z.string()), z.array(z.string())])
  .transform(([entries, urls]) => ({ entries, base: baseOf(urls) }));

interface Registered<Key> {
  readonly key: Key;
  readonly base: URL;
}

interface AsnRange {
  readonly first: number;
  readonly last: number;
}

/** Finds the server for an address. */
export type AddressServers = (ip: IpAddress) => URL | null;
/** Finds the server for an autonomous system. */
export type AsnServers = (asn: number) => URL | null;
/** Finds the server for a name of A-labels in lower case. */
export type DomainServers = (name: string) => URL | null;

/**
 * Reads `ipv4.json` or `ipv6.json`: the longest prefix wins.
 *
 * @throws {z.ZodError} for what is no such file
 */
export function parseAddressServers(json: unknown): AddressServers {
  const entries = registered(json, parseCidr);
  entries.sort((a, b) => b.key.prefixLength - a.key.prefixLength);
  return (ip) =>
    entries.find(({ key }: Registered<Cidr>) => contains(key, ip))?.base ??
      null;
}

/**
 * Reads `asn.json`, whose ranges do not overlap.
 *
 * @throws {z.ZodError} for what is no such file
 */
export function parseAsnServers(json: unknown): AsnServers {
  const entries = registered(json, parseAsnRange);
  return (asn) =>
    entries.find(({ key }) => key.first <= asn && asn <= key.last)?.base ??
      null;
}

/**
 * Reads `dns.json`: the entry with most labels wins.
 *
 * @throws {z.ZodError} for what is no such file
 */
export function parseDomainServers(json: unknown): DomainServers {
  const entries = registered(json, (text) => text.toLowerCase());
  const bases = new Map(entries.map(({ key, base }) => [key, base]));
  return (name) => {
    const labels = name.split(".");
    for (let i = 0; i < labels.length; i++) {
      const base = bases.get(labels.slice(i).join("."));
      if (base) return base;
    }
    return null;
  };
}

function registered<Key>(
  json: unknown,
  parseKey: (text: string) => Key | null,
): Registered<Key>[] {
  return FILE.parse(json).services.flatMap(({ entries, base }) =>
    base === null ? [] : entries.flatMap((text) => {
      const key = parseKey(text);
      return key === null ? [] : { key, base };
    })
  );
}

/** The first HTTPS server, else the first there is. */
function baseOf(urls: readonly string[]): URL | null {
  const bases = urls.flatMap((text) =>
    URL.parse(text.endsWith("/") ? text : `${text}/`) ?? []
  );
  return bases.find(({ protocol }) => protocol === "https:") ??
    bases.find(({ protocol }) => protocol === "http:") ?? null;
}

/** `64496-64511`, or one number. */
function parseAsnRange(text: string): AsnRange | null {
  const match = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(text);
  if (!match) return null;
  const first = Number(match[1]);
  return { first, last: Number(match[2] ?? first) };
}
