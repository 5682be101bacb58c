import { HEADER_LENGTH, TYPE_OPT, typeName } from "../../dns/question.ts";
import {
  type DnsQuery,
  OPTION_CLIENT_SUBNET,
  readQuery,
  RESPONSE,
} from "./dns_query.ts";
import {
  bareResponse,
  ProbeZone,
  RCODE,
  subnetText,
  type ZoneOptions,
  type ZoneResponse,
} from "./probe_zone.ts";
import { enclosingCidr, formatCidr } from "../../net/cidr.ts";
import { OriginZone, type OriginZoneOptions } from "./origin_zone.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { RateWindow } from "./rate_window.ts";
import type { Sightings } from "./sightings.ts";

/**
 * Limit for the length of a UDP response relative to its query: the sender may
 * be forged, and the response amplifies an attack on someone else.
 */
const MAX_AMPLIFICATION = 3;
/** The default limit for UDP responses (RFC 1035 section 4.2.1). */
const PLAIN_LENGTH = 512;
/** Fits every network without fragmentation (DNS flag day 2020). */
const MAX_LENGTH = 1232;

const AUTHORITATIVE = 0x04;
const TRUNCATED = 0x02;
const RECURSION_DESIRED = 0x01;
const OPCODE = 0x78;
const DNSSEC_OK = 0x80;

/** The maximum length of a UDP response, in octets. */
export function udpLimit({ bytes, edns }: DnsQuery): number {
  const taken = Math.max(PLAIN_LENGTH, edns?.payloadLength ?? 0);
  return Math.min(MAX_AMPLIFICATION * bytes.length, taken, MAX_LENGTH);
}

/**
 * Encodes the response to a query, with the question unchanged. A response
 * longer than `limit` octets becomes an empty, truncated one, so that the
 * client repeats the query over TCP.
 */
export function encodeResponse(
  query: DnsQuery,
  answer: ZoneResponse,
  limit: number,
): Uint8Array<ArrayBuffer> {
  const sections = [answer.answers, answer.authority, answer.additional];
  const parts = [
    query.bytes.subarray(0, query.end),
    ...sections.flat(),
    ...query.edns ? [optRecord(query.edns, answer.rcode)] : [],
  ];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > limit) return truncatedResponse(query, answer.rcode);
  const message = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    message.set(part, at);
    at += part.length;
  }
  const isAuthoritative = answer.isAuthoritative ? AUTHORITATIVE : 0;
  writeHeader(message, query, isAuthoritative, answer.rcode);
  const view = new DataView(message.buffer);
  sections.forEach((records, i) => view.setUint16(6 + 2 * i, records.length));
  if (query.edns) view.setUint16(10, answer.additional.length + 1);
  return message;
}

/**
 * A response without records that sends the client to TCP. It is no longer than
 * the query.
 */
export function truncatedResponse(
  query: DnsQuery,
  rcode: number,
): Uint8Array<ArrayBuffer> {
  const opt = query.edns
    ? optRecord({ ...query.edns, subnet: null }, rcode)
    : new Uint8Array();
  const message = new Uint8Array(query.end + opt.length);
  message.set(query.bytes.subarray(0, query.end));
  message.set(opt, query.end);
  writeHeader(message, query, TRUNCATED, rcode);
  message.fill(0, 6, HEADER_LENGTH);
  message[11] = query.edns ? 1 : 0;
  return message;
}

function writeHeader(
  message: Uint8Array,
  { bytes }: DnsQuery,
  flags: number,
  rcode: number,
): void {
  message[2] = RESPONSE | bytes[2] & (OPCODE | RECURSION_DESIRED) | flags;
  message[3] = rcode & 0x0f;
}

/**
 * The OPT record of a response, which holds the upper bits of the response code
 * (RFC 6891 section 6.1.3).
 */
function optRecord(
  { isDnssecOk, subnet }: NonNullable<DnsQuery["edns"]>,
  rcode: number,
): Uint8Array {
  const echo = subnet && subnet !== "malformed" ? subnet.echo : null;
  const option = echo
    ? [0, OPTION_CLIENT_SUBNET, echo.length >> 8, echo.length, ...echo]
    : [];
  return Uint8Array.from([
    0,
    ...[0, TYPE_OPT],
    ...[MAX_LENGTH >> 8, MAX_LENGTH & 0xff],
    ...[rcode >> 4, 0, isDnssecOk ? DNSSEC_OK : 0, 0],
    ...[0, option.length],
    ...option,
  ]);
}

export interface DnsResponsesOptions {
  /** The zone of the leak test, in lower-case ASCII. */
  zone?: string;
  /** The zone that tells who announces an address. */
  origin?: Omit<OriginZoneOptions, "addresses">;
  /** This server's public addresses. */
  addresses: ZoneOptions["addresses"];
  sightings: Sightings;
  now: () => number;
  /** Limit for the UDP responses to one network in a second. */
  responsesPerSecond?: number;
}

/**
 * Enough for a busy network of a public resolver, and less than 50 kB a second
 * to a victim.
 */
const RESPONSES_PER_SECOND = 200;
const TCP_LIMIT = 65_535;

/**
 * The network that counts as one client, because one party owns or forges its
 * addresses (the default of BIND and NSD for response rate limiting).
 */
export function clientNetwork(ip: IpAddress): string {
  return formatCidr(enclosingCidr(ip, ip.family === 4 ? 24 : 56));
}

/** Turns queries into responses, and records what it sees. */
export class DnsResponses {
  readonly #probe: ProbeZone | undefined;
  readonly #origin: OriginZone | undefined;
  readonly #sightings: Sightings;
  readonly #rate: RateWindow;

  constructor(options: DnsResponsesOptions) {
    const { zone, origin, addresses } = options;
    this.#probe = zone ? new ProbeZone({ zone, addresses }) : undefined;
    this.#origin = origin && new OriginZone({ ...origin, addresses });
    this.#sightings = options.sightings;
    this.#rate = new RateWindow({
      limit: options.responsesPerSecond ?? RESPONSES_PER_SECOND,
      now: options.now,
    });
  }

  /** The response to a message; null for none. */
  respond(
    bytes: Uint8Array,
    client: IpAddress,
    protocol: "udp" | "tcp",
  ): Uint8Array<ArrayBuffer> | null {
    const query = readQuery(bytes);
    if (!query) return null;
    const answer = this.#answerTo(query, client);
    if (protocol === "udp") {
      const over = this.#rate.take(clientNetwork(client));
      if (over > 0) return refusal(query, answer, over);
    }
    this.#note(query, answer, client, protocol);
    const limit = protocol === "udp" ? udpLimit(query) : TCP_LIMIT;
    return encodeResponse(query, answer, limit);
  }

  #answerTo(query: DnsQuery, client: IpAddress): ZoneResponse {
    if (query.opcode !== 0) return bareResponse(RCODE.NOTIMP);
    if (query.edns && query.edns.version > 0) {
      return bareResponse(RCODE.BADVERS);
    }
    // RFC 7871 section 7.2.1
    if (query.edns?.subnet === "malformed") return bareResponse(RCODE.FORMERR);
    return this.#origin?.contains(query)
      ? this.#origin.respond(query)
      : this.#probe?.respond(query, client) ?? bareResponse(RCODE.REFUSED);
  }

  #note(
    query: DnsQuery,
    { nonce, isV6Only }: ZoneResponse,
    client: IpAddress,
    protocol: "udp" | "tcp",
  ): void {
    if (nonce === null) return;
    this.#sightings.record(nonce, {
      resolver: client,
      family: client.family,
      protocol,
      subnet: subnetText(query),
      type: typeName(query.type),
      isV6Only,
    });
  }
}

/**
 * Above its rate limit, a network gets a truncated response for every second
 * query. An honest resolver repeats its query over TCP, where the sender cannot
 * be forged.
 */
function refusal(
  query: DnsQuery,
  { rcode }: ZoneResponse,
  over: number,
): Uint8Array<ArrayBuffer> | null {
  const isOurs = rcode === RCODE.NOERROR || rcode === RCODE.NXDOMAIN;
  return isOurs && over % 2 === 1
    ? truncatedResponse(query, RCODE.NOERROR)
    : null;
}
