import { ipv4FromValue, ipv6FromWords } from "../net/ip_address.ts";
import { FormatError } from "./errors.ts";
import { type RecordType, TYPE_CODES } from "./question.ts";
import { type NameRead, readName } from "./wire_name.ts";

export interface Soa {
  /** The zone's first name server. */
  readonly primary: string;
  /** The mail address of the zone's administrator, as a name (RFC 1035 section 8). */
  readonly mailbox: string;
  readonly serial: number;
  /** Seconds, like the following fields. */
  readonly refresh: number;
  readonly retry: number;
  readonly expire: number;
  readonly minimum: number;
}

interface RecordData {
  /** Dotted decimal. */
  A: string;
  /** RFC 5952 form. */
  AAAA: string;
  MX: { readonly preference: number; readonly exchange: string };
  CNAME: string;
  NS: string;
  PTR: string;
  /** The strings of one record, joined without a separator. */
  TXT: string;
  SOA: Soa;
}

/** A record by its type. Names are in lower case, escaped as in master files, without a trailing dot. */
export type DnsRecord = {
  [Type in RecordType]: {
    readonly name: string;
    readonly type: Type;
    /** Seconds. */
    readonly ttl: number;
    readonly data: RecordData[Type];
  };
}[RecordType];

export interface RecordHead {
  readonly name: string;
  readonly ttl: number;
}

/** The data of a record within a message. */
export interface DataSlice {
  readonly bytes: Uint8Array;
  /** Of the same bytes. */
  readonly view: DataView;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the data of a record of a known type; null for other types.
 *
 * @throws {FormatError} if the data does not match the type
 */
export function readRecord(
  head: RecordHead,
  typeCode: number,
  place: DataSlice,
): DnsRecord | null {
  const { bytes, view, start, end } = place;
  switch (typeCode) {
    case TYPE_CODES.PTR:
      return { ...head, type: "PTR", data: readWholeName(bytes, start, end) };
    case TYPE_CODES.CNAME:
      return { ...head, type: "CNAME", data: readWholeName(bytes, start, end) };
    case TYPE_CODES.NS:
      return { ...head, type: "NS", data: readWholeName(bytes, start, end) };
    case TYPE_CODES.A:
      assertFormat(end - start === 4);
      return {
        ...head,
        type: "A",
        data: ipv4FromValue(view.getUint32(start)).text,
      };
    case TYPE_CODES.AAAA:
      assertFormat(end - start === 16);
      return { ...head, type: "AAAA", data: ipv6Text(view, start) };
    case TYPE_CODES.MX:
      assertFormat(end - start > 2);
      return {
        ...head,
        type: "MX",
        data: {
          preference: view.getUint16(start),
          exchange: readWholeName(bytes, start + 2, end),
        },
      };
    case TYPE_CODES.TXT:
      return { ...head, type: "TXT", data: readText(bytes, start, end) };
    case TYPE_CODES.SOA:
      return { ...head, type: "SOA", data: readSoa(place) };
    default:
      return null;
  }
}

/** Number of characters in a record's data. */
export function textLength({ type, data }: DnsRecord): number {
  switch (type) {
    case "MX":
      return data.exchange.length;
    case "SOA":
      return data.primary.length + data.mailbox.length;
    default:
      return data.length;
  }
}

function assertFormat(holds: boolean): asserts holds {
  if (!holds) throw new FormatError("record data of a wrong length");
}

function nameWithin(bytes: Uint8Array, start: number, end: number): NameRead {
  const name = readName(bytes, start);
  assertFormat(name.next <= end);
  return name;
}

function readWholeName(bytes: Uint8Array, start: number, end: number): string {
  const { text, next } = nameWithin(bytes, start, end);
  assertFormat(next === end);
  return text;
}

function ipv6Text(view: DataView, start: number): string {
  return ipv6FromWords([
    view.getUint32(start),
    view.getUint32(start + 4),
    view.getUint32(start + 8),
    view.getUint32(start + 12),
  ]).text;
}

/**
 * The character strings of a record, decoded as one UTF-8 text: a character may
 * start in one string and end in the next. Decoded in one step, as a record has
 * room for 65,535 empty strings.
 */
function readText(bytes: Uint8Array, start: number, end: number): string {
  const joined = new Uint8Array(end - start);
  let length = 0;
  for (let at = start; at < end;) {
    const next = at + 1 + bytes[at];
    assertFormat(next <= end);
    while (++at < next) joined[length++] = bytes[at];
  }
  return new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(joined.subarray(0, length));
}

function readSoa({ bytes, view, start, end }: DataSlice): Soa {
  const primary = nameWithin(bytes, start, end);
  const mailbox = nameWithin(bytes, primary.next, end);
  const at = mailbox.next;
  assertFormat(end - at === 20);
  return {
    primary: primary.text,
    mailbox: mailbox.text,
    serial: view.getUint32(at),
    refresh: view.getUint32(at + 4),
    retry: view.getUint32(at + 8),
    expire: view.getUint32(at + 12),
    minimum: view.getUint32(at + 16),
  };
}
