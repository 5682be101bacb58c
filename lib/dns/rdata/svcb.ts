import { ipv4FromValue } from "../../net/ip_address.ts";
import {
  assertFormat,
  type DataSlice,
  ipv6Text,
  nameWithin,
  utf8Text,
} from "./slice.ts";

/** An HTTPS record (RFC 9460). */
export interface ServiceBinding {
  /** 0 for an alias of another name. */
  readonly priority: number;
  /** `.` means the record's own name, or no service in an alias. */
  readonly target: string;
  /** In ascending order of their keys. */
  readonly params: readonly ServiceParam[];
}

export interface ServiceParam {
  /** The registered name of the key; `key` and its number for others. */
  readonly key: string;
  /** Empty if the key has no value. */
  readonly values: readonly string[];
}

/** Names of keys by number (IANA "DNS SVCB", 2026-01). */
const KEYS: readonly string[] = [
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

/** A parameter's value as a list; null if it doesn't have its key's format. */
type ReadValue = (value: DataSlice) => string[] | null;

const READERS: Readonly<Record<string, ReadValue>> = {
  mandatory: everySized(2, (view, at) => keyName(view.getUint16(at))),
  alpn: readStrings,
  "no-default-alpn": readNothing,
  port: ({ view, start, end }) =>
    end - start === 2 ? [String(view.getUint16(start))] : null,
  ipv4hint: everySized(4, (view, at) => ipv4FromValue(view.getUint32(at)).text),
  ech: ({ bytes, start, end }) =>
    end > start ? [bytes.subarray(start, end).toBase64()] : null,
  ipv6hint: everySized(16, ipv6Text),
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
  assertFormat(end - start > 2);
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
  const name = KEYS[key];
  const values = READERS[name]?.(value);
  if (values) return { key: name, values };
  const { bytes, start, end } = value;
  return {
    key: `key${key}`,
    values: end > start ? [bytes.subarray(start, end).toHex()] : [],
  };
}

function keyName(key: number): string {
  return KEYS[key] ?? `key${key}`;
}

/** Reads items of a fixed size, of which there must be at least one. */
function everySized(
  size: number,
  read: (view: DataView, at: number) => string,
): ReadValue {
  return ({ view, start, end }) => {
    if (end === start || (end - start) % size !== 0) return null;
    const items: string[] = [];
    for (let at = start; at < end; at += size) items.push(read(view, at));
    return items;
  };
}

/** Reads strings that each follow their length, and are not empty. */
function readStrings({ bytes, start, end }: DataSlice): string[] | null {
  const items: string[] = [];
  for (let at = start; at < end;) {
    const next = at + 1 + bytes[at];
    if (next > end || next === at + 1) return null;
    items.push(utf8Text(bytes.subarray(at + 1, next)));
    at = next;
  }
  return items.length > 0 ? items : null;
}

function readNothing({ start, end }: DataSlice): string[] | null {
  return start === end ? [] : null;
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
