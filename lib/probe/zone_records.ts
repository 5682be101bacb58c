import type { IpAddress } from "../net/ip_address.ts";
import { CLASS_IN, TYPE_CODES } from "../dns/question.ts";

/*
 * Records in wire form. Each name in them ends in a pointer into the question,
 * which keeps answers small and the case of the question.
 */

const MAX_TEXT_LENGTH = 255;

/** In seconds: the refresh, retry, expiry and negative time to live of a zone nobody copies. */
const SOA_TIMES = [3600, 600, 86_400, 0];
const SERIAL = 1;

/** A name by where it begins in the question, with an optional ASCII label before it. */
export function nameAt(offset: number, label = ""): Uint8Array {
  const start = label === "" ? 0 : label.length + 1;
  const name = new Uint8Array(start + 2);
  if (start > 0) name[0] = label.length;
  for (let i = 0; i < label.length; i++) name[i + 1] = label.charCodeAt(i);
  name[start] = 0xc0 | offset >> 8;
  name[start + 1] = offset;
  return name;
}

/** A record of class IN that nobody may keep: each run of a test has to be asked for. */
function record(owner: Uint8Array, type: number, data: Uint8Array): Uint8Array {
  const { length } = owner;
  const bytes = new Uint8Array(length + 10 + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(owner);
  view.setUint16(length, type);
  view.setUint16(length + 2, CLASS_IN);
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

/** A text record of ASCII strings. */
export function txtRecord(
  owner: Uint8Array,
  texts: readonly string[],
): Uint8Array {
  const strings = texts.map((text) =>
    new TextEncoder().encode(text).subarray(0, MAX_TEXT_LENGTH)
  );
  const data = strings.flatMap((string) => [string.length, ...string]);
  return record(owner, TYPE_CODES.TXT, Uint8Array.from(data));
}

export function soaRecord(
  owner: Uint8Array,
  primary: Uint8Array,
  mailbox: Uint8Array,
): Uint8Array {
  const numbers = wordBytes([SERIAL, ...SOA_TIMES]);
  const data = Uint8Array.from([...primary, ...mailbox, ...numbers]);
  return record(owner, TYPE_CODES.SOA, data);
}

/** Unsigned 32-bit numbers in network order. */
function wordBytes(words: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * words.length));
  words.forEach((word, i) => view.setUint32(4 * i, word));
  return new Uint8Array(view.buffer);
}
