import { HEADER_LENGTH, TYPE_OPT } from "../../dns/question.ts";
import { type DnsQuery, readQuery } from "./dns_query.ts";
import {
  bareResponse,
  ProbeZone,
  RCODE,
  type ZoneOptions,
  type ZoneResponse,
} from "./probe_zone.ts";
import { enclosingCidr, formatCidr } from "../../net/cidr.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { RateWindow } from "./rate_window.ts";
import { typeName } from "./zone_records.ts";
import type { Sightings } from "./sightings.ts";

/** How much larger than the question an answer over UDP is at most: its sender may be forged, and the answer hit another. */
const MAX_GROWTH = 3;
/** What a client takes over UDP that does not say otherwise (RFC 1035 section 4.2.1). */
const PLAIN_LENGTH = 512;
/** What goes through every network unfragmented (DNS flag day 2020). */
const MAX_LENGTH = 1232;

const RESPONSE = 0x80;
const AUTHORITATIVE = 0x04;
const TRUNCATED = 0x02;
const RECURSION_DESIRED = 0x01;
const OPCODE = 0x78;
const DNSSEC_OK = 0x80;
const OPTION_CLIENT_SUBNET = 8;

/** Octets that an answer over UDP may have. */
export function udpLimit({ bytes, edns }: DnsQuery): number {
  const taken = Math.max(PLAIN_LENGTH, edns?.payloadLength ?? 0);
  return Math.min(MAX_GROWTH * bytes.length, taken, MAX_LENGTH);
}

/**
 * Writes the answer to a query, its question as it came. One that is longer
 * than `limit` octets becomes an empty one that says "truncated", for the
 * client to come back by TCP.
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

/** An answer without records that sends the client to TCP; no longer than the query. */
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

/** The OPT record of an answer; the response code's upper bits have their place here (RFC 6891 section 6.1.3). */
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

export interface DnsResponsesOptions extends ZoneOptions {
  sightings: Sightings;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Answers over UDP that one network gets in a second. */
  answersPerSecond?: number;
}

/** Room for a public resolver's busy network, and no weapon: less than 50 kB a second. */
const ANSWERS_PER_SECOND = 200;
const TCP_LIMIT = 65_535;

/** The network that counts as one client: its machines are one party's, or forged alike (BIND's and NSD's default for response rates). */
export function clientNetwork(ip: IpAddress): string {
  return formatCidr(enclosingCidr(ip, ip.family === 4 ? 24 : 56));
}

/** From query to answer, with what was seen on the way. */
export class DnsResponses {
  readonly #zone: ProbeZone;
  readonly #sightings: Sightings;
  readonly #rate: RateWindow;

  constructor(options: DnsResponsesOptions) {
    this.#zone = new ProbeZone(options);
    this.#sightings = options.sightings;
    this.#rate = new RateWindow({
      limit: options.answersPerSecond ?? ANSWERS_PER_SECOND,
      now: options.now,
    });
  }

  /** The answer to a message; null where it gets none. */
  answer(
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
    return this.#zone.answer(query, client);
  }

  #note(
    { edns, type }: DnsQuery,
    { nonce, isV6Only }: ZoneResponse,
    client: IpAddress,
    protocol: "udp" | "tcp",
  ): void {
    if (nonce === null) return;
    const subnet = edns?.subnet;
    const cidr = subnet && subnet !== "malformed" ? subnet.cidr : null;
    this.#sightings.record(nonce, {
      resolver: client,
      family: client.family,
      protocol,
      subnet: cidr && formatCidr(cidr),
      type: typeName(type),
      isV6Only,
    });
  }
}

/**
 * Past its rate a network gets every second time a "truncated": an honest
 * resolver in it comes back by TCP, where the sender cannot be forged.
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
