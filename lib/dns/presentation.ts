import { FormatError } from "./errors.ts";
import {
  assertFormat,
  type Cursor,
  type DataSlice,
  type Field,
  name,
  rest,
  sized,
  strings,
  take,
  u16,
  u32,
  u8,
} from "./rdata.ts";
import { TEXT_TYPE_CODES, type TextType, typeName } from "./question.ts";

/*
 * The data of records as zone files write it (presentation format, RFC 1035
 * section 5.1): names are absolute, strings are quoted and escaped, and the
 * data of unknown types is in hexadecimal digits (RFC 3597).
 */

export interface RecordHead {
  readonly name: string;
  readonly ttl: number;
}

/** A record whose data is one text in the form of zone files. */
export interface TextRecord extends RecordHead {
  readonly type: TextType;
  readonly data: string;
}

/** Reads a field as text, or as a number that is written as it is. */
type TextField = Field<string | number>;

const absolute: TextField = (cursor) => absoluteName(name(cursor));
const hex: TextField = (cursor) => rest(cursor).toHex();
const base64: TextField = (cursor) => rest(cursor).toBase64();
const quotedRest: TextField = (cursor) => quoted(rest(cursor));
const string: TextField = (cursor) => quoted(sized(cursor));
const allStrings: TextField = (cursor) => quotedStrings(strings(cursor));

/** Hexadecimal digits after their length; `-` if there are none (RFC 5155). */
const salt: TextField = (cursor) => sized(cursor).toHex() || "-";

const type: TextField = (cursor) => typeName(u16(cursor));

/** A bitmap of types (RFC 4034 section 4.1.2). */
const types: TextField = (cursor) => {
  const names: string[] = [];
  while (cursor.at < cursor.end) {
    const window = u8(cursor) << 8;
    for (const [i, octet] of sized(cursor).entries()) {
      for (let bit = 0; bit < 8; bit++) {
        if (octet & 0x80 >>> bit) names.push(typeName(window | i << 3 | bit));
      }
    }
  }
  return names.join(" ");
};

/** Seconds since the epoch as `YYYYMMDDHHmmSS` (RFC 4034 section 3.2). */
const time: TextField = (cursor) =>
  new Date(u32(cursor) * 1000).toISOString()
    .replace(/\.\d+Z$/, "").replace(/\D/g, "");

/** A place on Earth (RFC 1876). */
const location: TextField = (cursor) => {
  const { view } = cursor;
  const at = take(cursor, 16);
  assertFormat(view.getUint8(at) === 0);
  const altitudeCm = view.getUint32(at + 12) - 10_000_000;
  return [
    angle(view.getUint32(at + 4), "N", "S"),
    angle(view.getUint32(at + 8), "E", "W"),
    `${(altitudeCm / 100).toFixed(2)}m`,
    ...[1, 2, 3].map((offset) => distance(view.getUint8(at + offset))),
  ].join(" ");
};

/** Thousandths of a second of arc around 2^31, as degrees, minutes, seconds. */
function angle(value: number, positive: string, negative: string): string {
  const offset = value - 2 ** 31;
  const thousandths = Math.abs(offset);
  const minutes = Math.trunc(thousandths / 60_000);
  const seconds = (thousandths % 60_000 / 1000).toFixed(3);
  return `${Math.trunc(minutes / 60)} ${minutes % 60} ${seconds} ${
    offset >= 0 ? positive : negative
  }`;
}

/** A digit and a power of ten, together in centimeters, as meters. */
function distance(octet: number): string {
  const cm = (octet >>> 4) * 10 ** (octet & 0x0f);
  return cm >= 100 ? `${cm / 100}m` : `${(cm / 100).toFixed(2)}m`;
}

const FIELDS: Readonly<
  Record<keyof typeof TEXT_TYPE_CODES, readonly TextField[]>
> = {
  HINFO: [string, string],
  RP: [absolute, absolute],
  AFSDB: [u16, absolute],
  LOC: [location],
  NAPTR: [u16, u16, string, string, string, absolute],
  DNAME: [absolute],
  SSHFP: [u8, u8, hex],
  RRSIG: [type, u8, u8, u32, time, time, u16, absolute, base64],
  NSEC: [absolute, types],
  NSEC3PARAM: [u8, u8, u16, salt],
  TLSA: [u8, u8, u8, hex],
  SMIMEA: [u8, u8, u8, hex],
  CDS: [u16, u8, u8, hex],
  CDNSKEY: [u16, u8, u8, base64],
  OPENPGPKEY: [base64],
  CSYNC: [u32, u16, types],
  ZONEMD: [u32, u8, u8, hex],
  SPF: [allStrings],
  URI: [u16, u16, quotedRest],
};

/**
 * Reads the data of a record as text. The data of a type without a format here,
 * or that does not have its format, is returned as in RFC 3597.
 */
export function readTextRecord(
  head: RecordHead,
  code: number,
  slice: DataSlice,
): TextRecord {
  const type = typeName(code) as TextType;
  const data = formatted(type, { ...slice, at: slice.start }) ??
    unknownData(slice);
  return { ...head, type, data };
}

function formatted(type: TextType, cursor: Cursor): string | undefined {
  const fields = FIELDS[type as keyof typeof FIELDS];
  if (fields === undefined) return undefined;
  try {
    const text = fields.map((field) => field(cursor)).join(" ");
    // Without any data, even a known type is written as an unknown one.
    return cursor.at === cursor.end ? text.trimEnd() || undefined : undefined;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
}

/** Data of any type (RFC 3597 section 5). */
function unknownData({ bytes, start, end }: DataSlice): string {
  const digits = bytes.subarray(start, end).toHex();
  return `\\# ${end - start} ${digits}`.trimEnd();
}

/** A name as zone files write it: with a dot at the end. */
export function absoluteName(text: string): string {
  return text === "." ? text : `${text}.`;
}

/** The text of each octet in a quoted string. */
const QUOTED = Array.from({ length: 256 }, (_, octet) => {
  const char = String.fromCharCode(octet);
  if (char === '"' || char === "\\") return `\\${char}`;
  return octet >= 0x20 && octet < 0x7f
    ? char
    : `\\${String(octet).padStart(3, "0")}`;
});

function quoted(octets: Uint8Array): string {
  let text = '"';
  for (const octet of octets) text += QUOTED[octet];
  return `${text}"`;
}

/** The same for a text, in UTF-8. */
export function quotedString(text: string): string {
  return quoted(new TextEncoder().encode(text));
}

/** Character strings, each quoted and escaped. */
export function quotedStrings(all: readonly Uint8Array[]): string {
  return all.map(quoted).join(" ");
}

/** Values that a zone file can have without quotes. */
const BARE_VALUES = /^[\w.:/+=-]+$/;

/** A parameter of a service binding with its values (RFC 9460 section 2.1). */
export function serviceParamText(
  key: string,
  values: readonly string[],
): string {
  if (values.length === 0) return key;
  // A comma within a value must not look like one between values.
  const list = values.map((value) => value.replace(/[\\,]/g, "\\$&"));
  const isBare = list.every((value) => BARE_VALUES.test(value));
  const text = list.join(",");
  return `${key}=${isBare ? text : quotedString(text)}`;
}
