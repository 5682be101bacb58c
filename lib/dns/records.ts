import { ipv4FromValue, ipv6FromWords } from "../net/ip_address.ts";
import { FormatError } from "./errors.ts";
import { type RecordType, TYPE_CODES } from "./question.ts";
import { type NameRead, readName } from "./wire_name.ts";

export interface Soa {
  /** The zone's first name server. */
  readonly primary: string;
  /** The mail address of who is responsible, as a name (RFC 1035 section 8). */
  readonly mailbox: string;
  readonly serial: number;
  /** The rest in seconds. */
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
  /** The strings of one record, joined: they belong together without anything between. */
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

/** Where in a message the data of a record lies. */
export interface DataPlace {
  readonly bytes: Uint8Array;
  /** Of the same bytes. */
  readonly view: DataView;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the data of a record of a known type; null for other types.
 *
 * @throws {FormatError} where the data is not of its type
 */
export function readRecord(
  head: RecordHead,
  typeCode: number,
  place: DataPlace,
): DnsRecord | null {
  const { bytes, view, start, end } = place;
  switch (typeCode) {
    case TYPE_CODES.PTR:
      return { ...head, type: "PTR", data: onlyName(bytes, start, end) };
    case TYPE_CODES.CNAME:
      return { ...head, type: "CNAME", data: onlyName(bytes, start, end) };
    case TYPE_CODES.NS:
      return { ...head, type: "NS", data: onlyName(bytes, start, end) };
    case TYPE_CODES.A:
      expect(end - start === 4);
      return {
        ...head,
        type: "A",
        data: ipv4FromValue(view.getUint32(start)).text,
      };
    case TYPE_CODES.AAAA:
      expect(end - start === 16);
      return { ...head, type: "AAAA", data: ipv6Text(view, start) };
    case TYPE_CODES.MX:
      expect(end - start > 2);
      return {
        ...head,
        type: "MX",
        data: {
          preference: view.getUint16(start),
          exchange: onlyName(bytes, start + 2, end),
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

/** Characters of what a record says. */
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

function expect(holds: boolean): asserts holds {
  if (!holds) throw new FormatError("record data of a wrong length");
}

function nameWithin(bytes: Uint8Array, start: number, end: number): NameRead {
  const name = readName(bytes, start);
  expect(name.next <= end);
  return name;
}

function onlyName(bytes: Uint8Array, start: number, end: number): string {
  const { text, next } = nameWithin(bytes, start, end);
  expect(next === end);
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
 * The character strings of a record, as one text in UTF-8: a character may begin
 * in one string and end in the next. Decoded at once, as a record has room for
 * 65,535 empty strings.
 */
function readText(bytes: Uint8Array, start: number, end: number): string {
  const joined = new Uint8Array(end - start);
  let length = 0;
  for (let at = start; at < end;) {
    const next = at + 1 + bytes[at];
    expect(next <= end);
    while (++at < next) joined[length++] = bytes[at];
  }
  return new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(joined.subarray(0, length));
}

function readSoa({ bytes, view, start, end }: DataPlace): Soa {
  const primary = nameWithin(bytes, start, end);
  const mailbox = nameWithin(bytes, primary.next, end);
  const at = mailbox.next;
  expect(end - at === 20);
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
