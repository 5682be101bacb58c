import { CLASS_IN, TYPE_CODES } from "../../dns/question.ts";
import { formatCidr } from "../../net/cidr.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { DnsQuery } from "./dns_query.ts";
import {
  addressRecord,
  nameAt,
  nsRecord,
  parseNonce,
  soaRecord,
  txtRecord,
  TYPE_ANY,
  TYPE_AXFR,
  TYPE_DS,
  TYPE_IXFR,
} from "./zone_records.ts";

/*
 * What the probe zone holds:
 *
 *   <zone>               SOA, NS ns.<zone>, A, AAAA
 *   ns.<zone>            A, AAAA
 *   ns6.<zone>           AAAA
 *   <nonce>.<zone>       A, AAAA, TXT, and the same at every name below it
 *   v6.<nonce>.<zone>    a zone of its own, NS ns6.<zone>
 *
 * Every name below a nonce exists: a resolver that minimises names asks for
 * each of them in turn and takes "no such name" for all that lies below
 * (RFC 9156 section 2.3, RFC 8020).
 *
 * This server is also the one of `v6.<nonce>.<zone>`. Whether a question is to
 * the parent's server or to the child's shows in nothing but the family it
 * came over: by IPv4 it gets the delegation, whose only way on is ns6's IPv6
 * address; by IPv6 the answer. So the name resolves for a resolver that can
 * reach IPv6-only name servers, and for no other. A server for both zones
 * answers from the child where it can (RFC 1034 section 4.3.2), so the IPv6
 * side is what any server would do.
 */

export const RCODE = {
  NOERROR: 0,
  FORMERR: 1,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
  BADVERS: 16,
} as const;

export interface ZoneOptions {
  /** Its name in lower-case ASCII. */
  zone: string;
  /** This server's own, as the world reaches it. */
  addresses: readonly IpAddress[];
}

/** The parts of an answer; records in wire form, for the message that holds the question. */
export interface ZoneResponse {
  readonly rcode: number;
  readonly isAuthoritative: boolean;
  readonly answers: readonly Uint8Array[];
  readonly authority: readonly Uint8Array[];
  readonly additional: readonly Uint8Array[];
  /** What the name is of, where the zone's names are. */
  readonly nonce: string | null;
  /** Below `v6.<nonce>`. */
  readonly isV6Only: boolean;
}

const nothing = {
  isAuthoritative: true,
  answers: [],
  authority: [],
  additional: [],
  nonce: null,
  isV6Only: false,
} satisfies Omit<ZoneResponse, "rcode">;

/** An answer of a response code and nothing else. */
export function bareResponse(rcode: number): ZoneResponse {
  return { ...nothing, rcode, isAuthoritative: false };
}

export class ProbeZone {
  readonly #labels: readonly string[];
  readonly #addresses: readonly IpAddress[];
  readonly #v6Addresses: readonly IpAddress[];

  constructor({ zone, addresses }: ZoneOptions) {
    this.#labels = zone.split(".");
    this.#addresses = addresses;
    this.#v6Addresses = addresses.filter(({ family }) => family === 6);
  }

  /** What the zone has to say to a client. */
  answer(query: DnsQuery, client: IpAddress): ZoneResponse {
    const { labels, offsets, type } = query;
    const depth = labels.length - this.#labels.length;
    const isInside = depth >= 0 &&
      this.#labels.every((label, i) => labels[depth + i] === label);
    const isTransfer = type === TYPE_AXFR || type === TYPE_IXFR;
    if (!isInside || query.class !== CLASS_IN || isTransfer) {
      return bareResponse(RCODE.REFUSED);
    }
    const zoneAt = offsets[depth];
    // Most answers do without.
    const soa = () => this.#soa(zoneAt, zoneAt, "ns");
    const host = labels[depth - 1];
    if (depth === 0) {
      const own = type === TYPE_CODES.SOA ? [soa()] : [];
      return this.#records(query, soa, this.#addresses, own, "ns");
    }
    const nonce = parseNonce(host);
    if (nonce) return { ...this.#ofNonce(query, client, depth, soa), nonce };
    if (depth === 1 && host === "ns") {
      return this.#records(query, soa, this.#addresses);
    }
    if (depth === 1 && host === "ns6" && this.#v6Addresses.length > 0) {
      return this.#records(query, soa, this.#v6Addresses);
    }
    return { ...nothing, rcode: RCODE.NXDOMAIN, authority: [soa()] };
  }

  #ofNonce(
    query: DnsQuery,
    client: IpAddress,
    depth: number,
    soa: () => Uint8Array,
  ): ZoneResponse {
    const { labels, offsets, type } = query;
    const text = type === TYPE_CODES.TXT ? [whoAsked(query, client)] : [];
    const isV6Only = labels[depth - 2] === "v6" && this.#v6Addresses.length > 0;
    if (!isV6Only) return this.#records(query, soa, this.#addresses, text);
    const zoneAt = offsets[depth];
    const childAt = offsets[depth - 2];
    const isChild = depth === 2;
    // Whether a child is signed is the parent's to say (RFC 4035 section 3.1.4.1).
    if (isChild && type === TYPE_DS) {
      return { ...nothing, rcode: RCODE.NOERROR, authority: [soa()], isV6Only };
    }
    if (client.family === 4) {
      const server = nameAt(zoneAt, "ns6");
      return {
        ...nothing,
        rcode: RCODE.NOERROR,
        isAuthoritative: false,
        authority: [nsRecord(nameAt(childAt), server)],
        additional: this.#v6Addresses.map((ip) => addressRecord(server, ip)),
        isV6Only,
      };
    }
    const childSoa = () => this.#soa(zoneAt, childAt, "ns6");
    const own = isChild && type === TYPE_CODES.SOA ? [childSoa()] : text;
    const server = isChild ? "ns6" : undefined;
    return {
      ...this.#records(query, childSoa, this.#addresses, own, server),
      isV6Only,
    };
  }

  /** The records at the name asked for; the SOA where there are none of the type. */
  #records(
    query: DnsQuery,
    soa: () => Uint8Array,
    addresses: readonly IpAddress[],
    own: readonly Uint8Array[] = [],
    nameServer?: "ns" | "ns6",
  ): ZoneResponse {
    const owner = nameAt(query.offsets[0]);
    const family = this.#familyAsked(query.type, addresses);
    let answers = own;
    let additional: readonly Uint8Array[] = [];
    if (family !== null) {
      answers = addresses.filter((ip) => ip.family === family)
        .map((ip) => addressRecord(owner, ip));
    } else if (nameServer && query.type === TYPE_CODES.NS) {
      const zoneAt = query.offsets[query.labels.length - this.#labels.length];
      const server = nameAt(zoneAt, nameServer);
      const glue = nameServer === "ns" ? this.#addresses : this.#v6Addresses;
      answers = [nsRecord(owner, server)];
      additional = glue.map((ip) => addressRecord(server, ip));
    }
    const authority = answers.length > 0 ? [] : [soa()];
    return {
      ...nothing,
      rcode: RCODE.NOERROR,
      answers,
      authority,
      additional,
    };
  }

  /** "Any" gets one kind of records, the smallest (RFC 8482 section 4.1). */
  #familyAsked(type: number, addresses: readonly IpAddress[]): 4 | 6 | null {
    if (type === TYPE_CODES.A) return 4;
    if (type === TYPE_CODES.AAAA) return 6;
    if (type !== TYPE_ANY) return null;
    return addresses.some(({ family }) => family === 4) ? 4 : 6;
  }

  #soa(zoneAt: number, apexAt: number, server: string): Uint8Array {
    return soaRecord(
      nameAt(apexAt),
      nameAt(zoneAt, server),
      nameAt(zoneAt, "hostmaster"),
    );
  }
}

/** For people with `dig`: the resolver that asked, and on whose behalf. */
function whoAsked({ offsets, edns }: DnsQuery, client: IpAddress): Uint8Array {
  const subnet = edns?.subnet;
  const cidr = subnet && subnet !== "malformed" ? subnet.cidr : null;
  return txtRecord(nameAt(offsets[0]), [
    `resolver ${client.text}`,
    ...cidr ? [`subnet ${formatCidr(cidr)}`] : [],
  ]);
}
