import { cidrOf, formatCidr } from "../net/cidr.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { encodeAnswer, truncatedAnswer, udpLimit } from "./dns_answer.ts";
import { type DnsQuery, readQuery } from "./dns_query.ts";
import {
  bareAnswer,
  ProbeZone,
  RCODE,
  type ZoneAnswer,
  type ZoneOptions,
} from "./probe_zone.ts";
import { RateWindow } from "./rate_window.ts";
import { typeName } from "./record_types.ts";
import type { Sightings } from "./sightings.ts";

export interface DnsAnswersOptions extends ZoneOptions {
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
  return formatCidr(cidrOf(ip, ip.family === 4 ? 24 : 56));
}

/** From query to answer, with what was seen on the way. */
export class DnsAnswers {
  readonly #zone: ProbeZone;
  readonly #sightings: Sightings;
  readonly #rate: RateWindow;

  constructor(options: DnsAnswersOptions) {
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
    return encodeAnswer(query, answer, limit);
  }

  #answerTo(query: DnsQuery, client: IpAddress): ZoneAnswer {
    if (query.opcode !== 0) return bareAnswer(RCODE.NOTIMP);
    if (query.edns && query.edns.version > 0) return bareAnswer(RCODE.BADVERS);
    // RFC 7871 section 7.2.1
    if (query.edns?.subnet === "malformed") return bareAnswer(RCODE.FORMERR);
    return this.#zone.answer(query, client);
  }

  #note(
    { edns, type }: DnsQuery,
    { nonce, isV6Only }: ZoneAnswer,
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
  { rcode }: ZoneAnswer,
  over: number,
): Uint8Array<ArrayBuffer> | null {
  const isOurs = rcode === RCODE.NOERROR || rcode === RCODE.NXDOMAIN;
  return isOurs && over % 2 === 1
    ? truncatedAnswer(query, RCODE.NOERROR)
    : null;
}
