import { ipv4FromValue, ipv6FromView } from "../net/ip_address.ts";
import { FormatError } from "./errors.ts";
import { type NameRead, readName } from "./wire_name.ts";

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

/** A name, which may be followed by more data. */
export function nameWithin(
  bytes: Uint8Array,
  start: number,
  end: number,
): NameRead {
  const name = readName(bytes, start);
  assertFormat(name.next <= end);
  return name;
}

/** A name that fills the rest of the data. */
export function readWholeName(
  bytes: Uint8Array,
  start: number,
  end: number,
): string {
  const { text, next } = nameWithin(bytes, start, end);
  assertFormat(next === end);
  return text;
}

/** Decodes octets as UTF-8, with replacement characters for anything else. */
export function utf8Text(octets: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets);
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

export function readDelegationSigner(
  { bytes, view, start, end }: DataSlice,
): DelegationSigner {
  assertFormat(end - start > 4);
  return {
    keyTag: view.getUint16(start),
    algorithm: bytes[start + 2],
    digestType: bytes[start + 3],
    digest: bytes.subarray(start + 4, end).toHex(),
  };
}

export function readDnsKey({ bytes, view, start, end }: DataSlice): DnsKey {
  assertFormat(end - start > 4);
  return {
    flags: view.getUint16(start),
    protocol: bytes[start + 2],
    algorithm: bytes[start + 3],
    publicKey: bytes.subarray(start + 4, end).toBase64(),
    keyTag: keyTagOf(bytes.subarray(start, end)),
  };
}

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

/** Names of keys by number (IANA "DNS SVCB", 2026-01). */
const SERVICE_KEYS: readonly string[] = [
  "mandatory",
  "alpn",
  "no-default-alpn",
  "port",
  "ipv4hint",
  "ech",
  "ipv6hint",
  "dohpath",
  "ohttp",
];

/** A parameter's value as a list; undefined if it doesn't have its key's format. */
type ReadValue = (value: DataSlice) => string[] | undefined;

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

/**
 * Reads the data of an HTTPS record. A value that doesn't have the format of
 * its key is returned in hexadecimal digits, under the number of the key.
 *
 * @throws {FormatError} if a parameter is cut off, or the keys don't ascend
 */
export function readServiceBinding(
  { bytes, view, start, end }: DataSlice,
): ServiceBinding {
  const target = nameWithin(bytes, start + 2, end);
  const params: ServiceParam[] = [];
  let lastKey = -1;
  for (let at = target.next; at < end;) {
    assertFormat(end - at >= 4);
    const key = view.getUint16(at);
    const valueStart = at + 4;
    const valueEnd = valueStart + view.getUint16(at + 2);
    assertFormat(valueEnd <= end && key > lastKey);
    params.push(
      readParam(key, { bytes, view, start: valueStart, end: valueEnd }),
    );
    lastKey = key;
    at = valueEnd;
  }
  return { priority: view.getUint16(start), target: target.text, params };
}

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
