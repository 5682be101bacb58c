import { ipv4FromValue, ipv6FromView } from "../net/ip_address.ts";
import { FormatError } from "./errors.ts";
import { readName } from "./wire_name.ts";

/** The data of a record within a message. */
export interface DataSlice {
  readonly bytes: Uint8Array;
  /** Of the same bytes. */
  readonly view: DataView;
  readonly start: number;
  readonly end: number;
}

export function assertFormat(holds: boolean): asserts holds {
  if (!holds) throw new FormatError("record data of a wrong length");
}

/** A name that fills the rest of the data. */
export function readWholeName(
  bytes: Uint8Array,
  start: number,
  end: number,
): string {
  const { text, next } = readName(bytes, start);
  assertFormat(next === end);
  return text;
}

/** Decodes octets as UTF-8, with replacement characters for anything else. */
export function utf8Text(octets: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets);
}

/** A position in the data, which each field moves. */
export interface Cursor extends DataSlice {
  at: number;
}

export type Field<Value> = (cursor: Cursor) => Value;

/** Moves past `length` octets and returns where they start. */
export function take(cursor: Cursor, length: number): number {
  const start = cursor.at;
  cursor.at += length;
  assertFormat(cursor.at <= cursor.end);
  return start;
}

export const u8: Field<number> = (cursor) => cursor.bytes[take(cursor, 1)];
export const u16: Field<number> = (cursor) =>
  cursor.view.getUint16(take(cursor, 2));
export const u32: Field<number> = (cursor) =>
  cursor.view.getUint32(take(cursor, 4));

/** A name, which may be followed by more data. */
export const name: Field<string> = (cursor) => {
  const { text, next } = readName(cursor.bytes, cursor.at);
  take(cursor, next - cursor.at);
  return text;
};

function octets(cursor: Cursor, length: number): Uint8Array {
  const start = take(cursor, length);
  return cursor.bytes.subarray(start, start + length);
}

export const rest: Field<Uint8Array> = (cursor) =>
  octets(cursor, cursor.end - cursor.at);

/** Octets behind their number. */
export const sized: Field<Uint8Array> = (cursor) => octets(cursor, u8(cursor));

/** All strings that are left, each behind its length. */
export const strings: Field<Uint8Array[]> = (cursor) => {
  const all: Uint8Array[] = [];
  while (cursor.at < cursor.end) all.push(sized(cursor));
  return all;
};

/** A reader of data that has these fields and no others, in their order. */
export function fields<Data>(
  readers: { readonly [Name in keyof Data]: Field<Data[Name]> },
): (slice: DataSlice) => Data {
  const entries = Object.entries<Field<unknown>>(readers);
  return (slice) => {
    const cursor = { ...slice, at: slice.start };
    const data = entries.map(([name, read]) => [name, read(cursor)]);
    assertFormat(cursor.at === cursor.end);
    return Object.fromEntries(data);
  };
}

/** The hash of a key of a zone, in the zone above it (RFC 4034 section 5). */
export interface DelegationSigner {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** In lower-case hexadecimal digits. */
  readonly digest: string;
}

/** A key of a signed zone (RFC 4034 section 2). */
export interface DnsKey {
  /** 257 for a key that signs keys, 256 for one that signs records. */
  readonly flags: number;
  /** Always 3. */
  readonly protocol: number;
  readonly algorithm: number;
  /** In Base64. */
  readonly publicKey: string;
  /** The number by which other records refer to the key. */
  readonly keyTag: number;
}

const someRest: Field<Uint8Array> = (cursor) => {
  assertFormat(cursor.at < cursor.end);
  return rest(cursor);
};

export const readDelegationSigner = fields<DelegationSigner>({
  keyTag: u16,
  algorithm: u8,
  digestType: u8,
  digest: (cursor) => someRest(cursor).toHex(),
});

export const readDnsKey = fields<DnsKey>({
  flags: u16,
  protocol: u8,
  algorithm: u8,
  publicKey: (cursor) => someRest(cursor).toBase64(),
  keyTag: ({ bytes, start, end }) => keyTagOf(bytes.subarray(start, end)),
});

const RSAMD5 = 1;

/** The tag of a key's data (RFC 4034 appendix B). */
function keyTagOf(data: Uint8Array): number {
  if (data[3] === RSAMD5) {
    return data.length < 7 ? 0 : data.at(-3)! << 8 | data.at(-2)!;
  }
  let sum = 0;
  for (const [i, octet] of data.entries()) {
    sum += i % 2 === 0 ? octet << 8 : octet;
  }
  return sum + (sum >>> 16) & 0xffff;
}

/** An HTTPS record (RFC 9460). */
export interface ServiceBinding {
  /** 0 for an alias of another name. */
  readonly priority: number;
  /** `.` means the record's own name, or no service in an alias. */
  readonly target: string;
  /** In ascending order of their keys. */
  readonly params: readonly ServiceParam[];
}

interface ServiceParam {
  /** The registered name of the key; `key` and its number for others. */
  readonly key: string;
  /** Empty if the key has no value. */
  readonly values: readonly string[];
}

/** A parameter's value as a list; undefined if it doesn't have its key's format. */
type ReadValue = (value: DataSlice) => string[] | undefined;

/** In the order of the keys' numbers (IANA "DNS SVCB", 2026-01). */
const SERVICE_VALUES: Readonly<Record<string, ReadValue>> = {
  mandatory: everySized(2, (view, at) => serviceKeyName(view.getUint16(at))),
  alpn: readStrings,
  "no-default-alpn": readNothing,
  port: ({ view, start, end }) =>
    end - start === 2 ? [String(view.getUint16(start))] : undefined,
  ipv4hint: everySized(4, (view, at) => ipv4FromValue(view.getUint32(at)).text),
  ech: ({ bytes, start, end }) =>
    end > start ? [bytes.subarray(start, end).toBase64()] : undefined,
  ipv6hint: everySized(16, (view, at) => ipv6FromView(view, at).text),
  dohpath: ({ bytes, start, end }) => [utf8Text(bytes.subarray(start, end))],
  ohttp: readNothing,
};

const SERVICE_KEYS = Object.keys(SERVICE_VALUES);

/**
 * Reads the data of an HTTPS record. A value that doesn't have the format of
 * its key is returned in hexadecimal digits, under the number of the key.
 *
 * @throws {FormatError} if a parameter is cut off, or the keys don't ascend
 */
export const readServiceBinding = fields<ServiceBinding>({
  priority: u16,
  target: name,
  params(cursor) {
    const params: ServiceParam[] = [];
    let lastKey = -1;
    while (cursor.at < cursor.end) {
      const key = u16(cursor);
      assertFormat(key > lastKey);
      lastKey = key;
      const length = u16(cursor);
      const start = take(cursor, length);
      params.push(readParam(key, { ...cursor, start, end: start + length }));
    }
    return params;
  },
});

function readParam(key: number, value: DataSlice): ServiceParam {
  const name = SERVICE_KEYS[key];
  const values = SERVICE_VALUES[name]?.(value);
  if (values) return { key: name, values };
  const { bytes, start, end } = value;
  return {
    key: `key${key}`,
    values: end > start ? [bytes.subarray(start, end).toHex()] : [],
  };
}

function serviceKeyName(key: number): string {
  return SERVICE_KEYS[key] ?? `key${key}`;
}

/** Reads items of a fixed size, of which there must be at least one. */
function everySized(
  size: number,
  read: (view: DataView, at: number) => string,
): ReadValue {
  return ({ view, start, end }) => {
    if (end === start || (end - start) % size !== 0) return undefined;
    const items: string[] = [];
    for (let at = start; at < end; at += size) items.push(read(view, at));
    return items;
  };
}

/** Reads strings that each follow their length, and are not empty. */
function readStrings({ bytes, start, end }: DataSlice): string[] | undefined {
  const items: string[] = [];
  for (let at = start; at < end;) {
    const next = at + 1 + bytes[at];
    if (next > end || next === at + 1) return undefined;
    items.push(utf8Text(bytes.subarray(at + 1, next)));
    at = next;
  }
  return items.length > 0 ? items : undefined;
}

function readNothing({ start, end }: DataSlice): string[] | undefined {
  return start === end ? [] : undefined;
}

/** Number of characters in the data, with one between two values. */
export function bindingLength({ target, params }: ServiceBinding): number {
  let length = target.length;
  for (const { key, values } of params) {
    length += key.length;
    for (const value of values) length += value.length + 1;
  }
  return length;
}
