import { TYPE_CODES } from "../../dns/question.ts";
import { formatCidr } from "../../net/cidr.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { DnsQuery } from "./dns_query.ts";
import {
  addressRecord,
  depthBelow,
  isRefused,
  nameAt,
  nsRecord,
  parseNonce,
  soaRecord,
  txtRecord,
  TYPE_ANY,
  TYPE_DS,
} from "./zone_records.ts";

/*
 * The names in the probe zone:
 *
 *   <zone>               SOA, NS ns.<zone>, A, AAAA
 *   ns.<zone>            A, AAAA
 *   ns6.<zone>           AAAA
 *   whoami.<zone>        A or AAAA, TXT: the client of this server
 *   <nonce>.<zone>       A, AAAA, TXT, and the same at every name below it
 *   v6.<nonce>.<zone>    a zone of its own, NS ns6.<zone>
 *
 * Every name below a nonce exists. A resolver that minimizes query names
 * queries each of them in turn, and takes NXDOMAIN to apply to everything below
 * (RFC 9156 section 2.3, RFC 8020).
 *
 * This server is also authoritative for `v6.<nonce>.<zone>`. Only the address
 * family shows whether a query is for the parent or the child: over IPv4, it
 * gets the delegation, which leads on only to the IPv6 address of ns6; over
 * IPv6, it gets the answer. So the name resolves only for resolvers that can
 * reach IPv6-only name servers. A server of both zones answers from the child
 * (RFC 1034 section 4.3.2), so the IPv6 side behaves like any other server.
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
  /** The zone's name in lower-case ASCII. */
  zone: string;
  /** This server's public addresses. */
  addresses: readonly IpAddress[];
}

/**
 * The sections of a response. Records are in wire format, with pointers into
 * the message's question.
 */
export interface ZoneResponse {
  readonly rcode: number;
  readonly isAuthoritative: boolean;
  readonly answers: readonly Uint8Array[];
  readonly authority: readonly Uint8Array[];
  readonly additional: readonly Uint8Array[];
  /** The nonce of the name; null outside nonces. */
  readonly nonce: string | null;
  /** Whether the name is below `v6.<nonce>`. */
  readonly isV6Only: boolean;
}

/** An authoritative response without records. */
export const NO_RECORDS = {
  isAuthoritative: true,
  answers: [],
  authority: [],
  additional: [],
  nonce: null,
  isV6Only: false,
} satisfies Omit<ZoneResponse, "rcode">;

/** A response with only a response code. */
export function bareResponse(rcode: number): ZoneResponse {
  return { ...NO_RECORDS, rcode, isAuthoritative: false };
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

  respond(query: DnsQuery, client: IpAddress): ZoneResponse {
    const { labels, offsets, type } = query;
    const depth = depthBelow(this.#labels, labels);
    if (depth < 0 || isRefused(query)) return bareResponse(RCODE.REFUSED);
    const zoneAt = offsets[depth];
    // Most responses need none.
    const soa = () => this.#soa(zoneAt, zoneAt, "ns");
    const host = labels[depth - 1];
    if (depth === 0) {
      const own = type === TYPE_CODES.SOA ? [soa()] : [];
      return this.#records(query, soa, this.#addresses, own, "ns");
    }
    const nonce = parseNonce(host);
    if (nonce) {
      return { ...this.#nonceRecords(query, client, depth, soa), nonce };
    }
    if (depth === 1 && host === "ns") {
      return this.#records(query, soa, this.#addresses);
    }
    if (depth === 1 && host === "ns6" && this.#v6Addresses.length > 0) {
      return this.#records(query, soa, this.#v6Addresses);
    }
    if (depth === 1 && host === "whoami") {
      const texts = type === TYPE_CODES.TXT ? whoamiTexts(query, client) : [];
      return this.#records(query, soa, [client], texts);
    }
    return { ...NO_RECORDS, rcode: RCODE.NXDOMAIN, authority: [soa()] };
  }

  #nonceRecords(
    query: DnsQuery,
    client: IpAddress,
    depth: number,
    soa: () => Uint8Array,
  ): ZoneResponse {
    const { labels, offsets, type } = query;
    const text = type === TYPE_CODES.TXT ? [resolverText(query, client)] : [];
    const isV6Only = labels[depth - 2] === "v6" && this.#v6Addresses.length > 0;
    if (!isV6Only) return this.#records(query, soa, this.#addresses, text);
    const zoneAt = offsets[depth];
    const childAt = offsets[depth - 2];
    const isChild = depth === 2;
    // Only the parent knows whether a child is signed (RFC 4035 section
    // 3.1.4.1).
    if (isChild && type === TYPE_DS) {
      return {
        ...NO_RECORDS,
        rcode: RCODE.NOERROR,
        authority: [soa()],
        isV6Only,
      };
    }
    if (client.family === 4) {
      const server = nameAt(zoneAt, "ns6");
      return {
        ...NO_RECORDS,
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

  /** The records of the queried name; the SOA if it has none of the type. */
  #records(
    query: DnsQuery,
    soa: () => Uint8Array,
    addresses: readonly IpAddress[],
    own: readonly Uint8Array[] = [],
    nameServer?: "ns" | "ns6",
  ): ZoneResponse {
    const owner = nameAt(query.offsets[0]);
    const family = this.#queriedFamily(query.type, addresses);
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
      ...NO_RECORDS,
      rcode: RCODE.NOERROR,
      answers,
      authority,
      additional,
    };
  }

  /** ANY gets the smallest record set (RFC 8482 section 4.1). */
  #queriedFamily(type: number, addresses: readonly IpAddress[]): 4 | 6 | null {
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

/**
 * For users of `dig`: the resolver's address and the client subnet that it
 * sent.
 */
function resolverText(query: DnsQuery, client: IpAddress): Uint8Array {
  const subnet = subnetText(query);
  return txtRecord(nameAt(query.offsets[0]), [
    `resolver ${client.text}`,
    ...subnet ? [`subnet ${subnet}`] : [],
  ]);
}

/**
 * The same in the form of whoami.ds.akahelp.net (Akamai), a record each. The
 * last number of `ecs` is the scope of the response.
 */
function whoamiTexts(query: DnsQuery, client: IpAddress): Uint8Array[] {
  const owner = nameAt(query.offsets[0]);
  const subnet = subnetText(query);
  return [
    txtRecord(owner, ["ns", client.text]),
    ...subnet
      ? [txtRecord(owner, ["ecs", `${subnet}/${subnet.split("/")[1]}`])]
      : [],
  ];
}

/** The client subnet that the resolver sent, as a CIDR. */
export function subnetText({ edns }: DnsQuery): string | null {
  const subnet = edns?.subnet;
  const cidr = subnet && subnet !== "malformed" ? subnet.cidr : null;
  return cidr && formatCidr(cidr);
}
