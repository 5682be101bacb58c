import { CLASS_IN, TYPE_CODES } from "../../dns/question.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { DnsQuery } from "./dns_query.ts";

/**
 * The label that a page puts before the probe zone. It is new for each run, so
 * no resolver has it cached.
 */
const NONCE = /^[a-z0-9-]{16,40}$/i;

/**
 * A nonce in lower case, because resolvers may randomize the case of names;
 * null if it is malformed.
 */
export function parseNonce(text: string): string | null {
  return NONCE.test(text) ? text.toLowerCase() : null;
}

/** The number of labels of a name below a zone; negative if it is outside. */
export function depthBelow(
  zone: readonly string[],
  labels: readonly string[],
): number {
  const depth = labels.length - zone.length;
  return zone.every((label, i) => labels[depth + i] === label) ? depth : -1;
}

/** Whether a query is for something that zones here don't have: a transfer, or another class. */
export function isRefused(query: Pick<DnsQuery, "class" | "type">): boolean {
  return query.class !== CLASS_IN || query.type === TYPE_AXFR ||
    query.type === TYPE_IXFR;
}

/** Types that need special handling (IANA "DNS Parameters", 2026-01). */
export const TYPE_DS = 43;
const TYPE_IXFR = 251;
const TYPE_AXFR = 252;
export const TYPE_ANY = 255;

/*
 * Records in wire format. Each name ends in a pointer into the question, which
 * keeps responses small and preserves the question's case.
 */

const MAX_TEXT_LENGTH = 255;

/** Refresh, retry and expire in seconds, for a zone without secondaries. */
const SOA_TIMES = [3600, 600, 86_400];
const SERIAL = 1;

/**
 * A name at an offset in the question, optionally with an ASCII label before
 * it.
 */
export function nameAt(offset: number, label = ""): Uint8Array {
  const start = label === "" ? 0 : label.length + 1;
  const name = new Uint8Array(start + 2);
  if (start > 0) name[0] = label.length;
  for (let i = 0; i < label.length; i++) name[i + 1] = label.charCodeAt(i);
  name[start] = 0xc0 | offset >> 8;
  name[start + 1] = offset;
  return name;
}

/**
 * A record of class IN. By default with TTL 0, so that each run of the leak test
 * causes new queries.
 */
function record(
  owner: Uint8Array,
  type: number,
  data: Uint8Array,
  ttl = 0,
): Uint8Array {
  const { length } = owner;
  const bytes = new Uint8Array(length + 10 + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(owner);
  view.setUint16(length, type);
  view.setUint16(length + 2, CLASS_IN);
  view.setUint32(length + 4, ttl);
  view.setUint16(length + 8, data.length);
  bytes.set(data, length + 10);
  return bytes;
}

export function addressRecord(owner: Uint8Array, ip: IpAddress): Uint8Array {
  const words = ip.family === 4 ? [ip.value] : ip.words;
  const data = wordBytes(words);
  return record(owner, TYPE_CODES[ip.family === 4 ? "A" : "AAAA"], data);
}

export function nsRecord(owner: Uint8Array, server: Uint8Array): Uint8Array {
  return record(owner, TYPE_CODES.NS, server);
}

/** A text record. Strings are cut after 255 octets. */
export function txtRecord(
  owner: Uint8Array,
  texts: readonly string[],
  ttl?: number,
): Uint8Array {
  const strings = texts.map((text) =>
    new TextEncoder().encode(text).subarray(0, MAX_TEXT_LENGTH)
  );
  const data = strings.flatMap((string) => [string.length, ...string]);
  return record(owner, TYPE_CODES.TXT, Uint8Array.from(data), ttl);
}

/** @param negativeTtl seconds for which the absence of a name may be cached */
export function soaRecord(
  owner: Uint8Array,
  primary: Uint8Array,
  mailbox: Uint8Array,
  negativeTtl = 0,
): Uint8Array {
  const numbers = wordBytes([SERIAL, ...SOA_TIMES, negativeTtl]);
  const data = Uint8Array.from([...primary, ...mailbox, ...numbers]);
  return record(owner, TYPE_CODES.SOA, data, negativeTtl);
}

/** Unsigned 32-bit integers in network byte order. */
function wordBytes(words: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * words.length));
  words.forEach((word, i) => view.setUint32(4 * i, word));
  return new Uint8Array(view.buffer);
}
