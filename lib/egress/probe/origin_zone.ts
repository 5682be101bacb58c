import { TYPE_CODES } from "../../dns/question.ts";
import type {
  Origin,
  Origins,
  RegisteredSystem,
} from "../../ipinfo/origins.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../net/ip_address.ts";
import type { DnsQuery } from "./dns_query.ts";
import {
  bareResponse,
  NO_RECORDS,
  RCODE,
  type ZoneResponse,
} from "./probe_zone.ts";
import {
  addressRecord,
  depthBelow,
  isRefused,
  nameAt,
  nsRecord,
  soaRecord,
  txtRecord,
  TYPE_ANY,
} from "./zone_records.ts";

/*
 * The names in the zone. The octets of an IPv4 address, or the 32 nibbles of an IPv6
 * address, are in reverse order.
 *
 *   <address>.origin.<zone>     as origin.asn.cymru.com and origin6.asn.cymru.com
 *   <address>.origin6.<zone>    IPv6 only
 *   AS<number>.asn.<zone>       as AS<number>.asn.cymru.com
 *   AS<number>.<zone>           the same, so that a zone asn.cymru.com has its names
 *   <address>.asn.<zone>        as asn.rspamd.com, IPv4
 *   <address>.asn6.<zone>       as asn6.rspamd.com, IPv6
 *
 * Instead of all nibbles, the first 16 or more are enough: mtr sends only those.
 * Shorter names exist without records, for resolvers that minimize names (RFC 9156).
 */

/** Seconds for which resolvers may cache an answer, and that there is none. */
const TTL = 3_600;
const NEGATIVE_TTL = 300;

/** Labels of a whole address, and of the shortest one that has an answer. */
const LENGTHS = { 4: 4, 6: 32 } as const;
const LEAST = { 4: 4, 6: 16 } as const;

/** Octets of a holder's name: all of the text fits into one string. */
const MAX_NAME = 150;

interface Service {
  readonly families: readonly (4 | 6)[];
  readonly text: (origin: Origin) => string;
}

const SERVICES: Readonly<Record<string, Service | undefined>> = {
  origin: { families: [4, 6], text: cymruText },
  origin6: { families: [6], text: cymruText },
  asn: { families: [4], text: rspamdText },
  asn6: { families: [6], text: rspamdText },
};

export interface OriginZoneOptions {
  /** The zone's name in lower-case ASCII. */
  readonly zone: string;
  /** This server's public addresses; none if resolvers are configured to ask it. */
  readonly addresses: readonly IpAddress[];
  readonly origins: Pick<Origins, "ofAddress" | "system">;
}

/** The zone that tells who announces an address. */
export class OriginZone {
  readonly #labels: readonly string[];
  readonly #addresses: readonly IpAddress[];
  readonly #origins: OriginZoneOptions["origins"];

  constructor({ zone, addresses, origins }: OriginZoneOptions) {
    this.#labels = zone.split(".");
    this.#addresses = addresses;
    this.#origins = origins;
  }

  contains({ labels }: Pick<DnsQuery, "labels">): boolean {
    return depthBelow(this.#labels, labels) >= 0;
  }

  respond(query: DnsQuery): ZoneResponse {
    const { labels, offsets, type } = query;
    if (isRefused(query)) return bareResponse(RCODE.REFUSED);
    const depth = labels.length - this.#labels.length;
    const apex = nameAt(offsets[depth]);
    const server = nameAt(offsets[depth], "ns");
    const soa = soaRecord(
      apex,
      server,
      nameAt(offsets[depth], "hostmaster"),
      NEGATIVE_TTL,
    );
    const owner = nameAt(offsets[0]);
    const found = this.#find(labels.slice(0, depth));
    const isAny = type === TYPE_ANY;
    const answers: Uint8Array[] = [];
    if (found === "apex") {
      if (type === TYPE_CODES.SOA || isAny) answers.push(soa);
      if (type === TYPE_CODES.NS && this.#addresses.length > 0) {
        answers.push(nsRecord(owner, server));
      }
    } else if (found === "server") {
      for (const ip of this.#addresses) {
        const own = TYPE_CODES[ip.family === 4 ? "A" : "AAAA"];
        if (type === own || isAny) answers.push(addressRecord(owner, ip));
      }
    } else if (
      typeof found === "object" && found && (type === TYPE_CODES.TXT || isAny)
    ) {
      answers.push(txtRecord(owner, [found.text], TTL));
    }
    return {
      ...NO_RECORDS,
      rcode: found === null ? RCODE.NXDOMAIN : RCODE.NOERROR,
      answers,
      authority: answers.length > 0 ? [] : [soa],
    };
  }

  /**
   * What is at a name below the zone: a text, or `inner` for a name between names
   * with texts. Null if it does not exist.
   */
  #find(
    below: readonly string[],
  ): "apex" | "server" | "inner" | { readonly text: string } | null {
    if (below.length === 0) return "apex";
    const [last, ...rest] = below.toReversed();
    if (last === "ns" && rest.length === 0) {
      return this.#addresses.length > 0 ? "server" : null;
    }
    const service = Object.hasOwn(SERVICES, last) ? SERVICES[last] : undefined;
    if (!service) return rest.length === 0 ? this.#system(last) : null;
    if (rest.length === 0) return "inner";
    if (last === "asn" && rest.length === 1 && rest[0].startsWith("as")) {
      return this.#system(rest[0]);
    }
    for (const family of service.families) {
      const ip = addressOf(rest, family);
      const origin = ip && ip !== "part" && this.#origins.ofAddress(ip);
      if (origin) return { text: service.text(origin) };
      if (ip && rest.length < LENGTHS[family]) return "inner";
    }
    return null;
  }

  #system(label: string): { readonly text: string } | null {
    const [, digits] = /^as([1-9]\d{0,9})$/.exec(label) ?? [];
    const asn = Number(digits ?? 0);
    const system = asn > 0 && asn <= 0xffff_ffff
      ? this.#origins.system(asn)
      : null;
    return system && { text: systemText(system) };
  }
}

/**
 * The first address with these octets or nibbles, in order; `part` if there are too
 * few to tell. Null if they are not of the family.
 */
function addressOf(
  labels: readonly string[],
  family: 4 | 6,
): IpAddress | "part" | null {
  const form = family === 4 ? /^(?:0|[1-9]\d{0,2})$/ : /^[0-9a-f]$/;
  const count = LENGTHS[family];
  if (labels.length > count || !labels.every((label) => form.test(label))) {
    return null;
  }
  const numbers = labels.map((label) =>
    parseInt(label, family === 4 ? 10 : 16)
  );
  if (numbers.some((number) => number > 255)) return null;
  // Only 2000::/3 is announced. Otherwise an unknown IPv4 address of digits would
  // exist as part of an IPv6 address.
  if (family === 6 && numbers[0] >> 1 !== 1) return null;
  if (labels.length < LEAST[family]) return "part";
  if (family === 4) return ipv4FromValue(wordOf(numbers, 8));
  while (numbers.length < count) numbers.push(0);
  const word = (i: number) => wordOf(numbers.slice(8 * i, 8 * i + 8), 4);
  return ipv6FromWords([word(0), word(1), word(2), word(3)]);
}

function wordOf(parts: readonly number[], bits: number): number {
  return parts.reduce((word, part) => (word << bits | part) >>> 0, 0);
}

/** `23028 | 216.90.108.0/24 | US | arin | 1998-09-25` (team-cymru.com, "IP to ASN Mapping Service"). */
function cymruText({ asn, prefix, countryCode, rir, date }: Origin): string {
  return [asn, prefix, countryCode, registryName(rir), date].join(" | ");
}

/** `15169|8.8.8.0/24|US|arin|`, which rspamd's module `asn` reads to the country. */
function rspamdText({ asn, prefix, countryCode, rir, date }: Origin): string {
  // It would read the registry in place of an empty country.
  const rest = countryCode ? [countryCode, registryName(rir), date] : [];
  return [asn, prefix, ...rest].join("|");
}

/** `23028 | US | arin | 2002-01-04 | TEAM-CYMRU, US` */
function systemText(
  { asn, org, countryCode, rir, date }: RegisteredSystem,
): string {
  const holder = org.slice(0, MAX_NAME).replace(/[|\p{Cc}]/gu, " ");
  const name = [holder, countryCode].filter(Boolean).join(", ");
  return [asn, countryCode, registryName(rir), date, name].join(" | ");
}

/** As the registries name themselves in their statistics. */
function registryName(rir: string): string {
  return rir === "RIPE" ? "ripencc" : rir.toLowerCase();
}
