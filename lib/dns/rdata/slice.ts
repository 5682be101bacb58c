import { ipv6FromWords } from "../../net/ip_address.ts";
import { FormatError } from "../errors.ts";
import { type NameRead, readName } from "../wire_name.ts";

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

/** The 16 octets at `start`, in RFC 5952 form. */
export function ipv6Text(view: DataView, start: number): string {
  return ipv6FromWords([
    view.getUint32(start),
    view.getUint32(start + 4),
    view.getUint32(start + 8),
    view.getUint32(start + 12),
  ]).text;
}

/** Decodes octets as UTF-8, with replacement characters for anything else. */
export function utf8Text(octets: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets);
}
