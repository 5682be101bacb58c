import type { IpAddress } from "../../net/ip_address.ts";
import type { Annotations } from "./annotations.ts";
import type { ByteOutput } from "../commands/output.ts";
import { findAddresses } from "./find_addresses.ts";

/** Longest word of a text, line or CSV record, so that memory stays bounded. */
export const MAX_UNIT_BYTES = 1_048_576;

/** Annotates a stream, piece by piece. */
export interface Annotator {
  /**
   * Annotates what is complete in `bytes`.
   *
   * @param isLast whether the input ends with `bytes`
   * @returns the number of bytes that it has used
   * @throws {Error} for the operator if the input cannot be annotated
   */
  annotate(bytes: Uint8Array, isLast: boolean, out: ByteOutput): number;
}

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Puts an annotation behind each address; every other byte stays. */
export class TextAnnotator implements Annotator {
  /** Whether a word has begun that is too long to be annotated. */
  #isSkipping = false;

  constructor(private readonly annotations: Annotations) {}

  annotate(bytes: Uint8Array, isLast: boolean, out: ByteOutput): number {
    let start = 0;
    if (this.#isSkipping) {
      start = bytes.findIndex((byte) => byte <= SPACE);
      if (start < 0) start = bytes.length;
      else this.#isSkipping = false;
      out.put(bytes.subarray(0, start));
    }
    // An address ends at the latest before a space, or before a control.
    let end = bytes.length;
    while (!isLast && end > start && bytes[end - 1] > SPACE) end--;
    if (end === start && bytes.length - start >= MAX_UNIT_BYTES) {
      out.put(bytes.subarray(start));
      this.#isSkipping = true;
      return bytes.length;
    }
    let done = start;
    findAddresses(bytes, start, end, (ip, at) => {
      out.put(bytes.subarray(done, at));
      out.put(this.annotations.of(ip));
      done = at;
    });
    out.put(bytes.subarray(done, end));
    return end;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const COMMA = encoder.encode(",");

/**
 * Makes a JSON object of each line. A line that is one gets the addresses in it
 * under the key `porthole`; any other is the text under `line`.
 */
export class JsonAnnotator implements Annotator {
  #line = 0;

  constructor(private readonly annotations: Annotations) {}

  annotate(bytes: Uint8Array, isLast: boolean, out: ByteOutput): number {
    let start = 0;
    while (start < bytes.length && !out.isClosed) {
      let end = bytes.indexOf(LINE_FEED, start);
      if (end < 0) {
        if (!isLast) break;
        end = bytes.length;
      }
      this.#line++;
      this.#annotateLine(bytes.subarray(start, end), out);
      start = Math.min(end + 1, bytes.length);
    }
    if (bytes.length - start >= MAX_UNIT_BYTES) throw tooLong(this.#line + 1);
    return start;
  }

  #annotateLine(bytes: Uint8Array, out: ByteOutput): void {
    let end = bytes.length;
    while (end > 0 && bytes[end - 1] <= SPACE) end--;
    if (end === 0) return;
    const object = objectEnd(bytes, end);
    if (object < 0) {
      const text = decoder.decode(bytes.subarray(0, lineEnd(bytes)));
      out.put(encoder.encode(`{"line":${JSON.stringify(text)}`));
    } else {
      out.put(bytes.subarray(0, object));
    }
    const isEmpty = object >= 0 && /^\s*\{\s*$/.test(
      decoder.decode(bytes.subarray(0, Math.min(object, 64))),
    );
    out.put(encoder.encode(isEmpty ? '"porthole":[' : ',"porthole":['));
    const seen = new Set<string>();
    findAddresses(bytes, 0, end, (ip) => {
      if (seen.has(ip.text)) return;
      if (seen.size > 0) out.put(COMMA);
      seen.add(ip.text);
      out.put(this.annotations.of(ip));
    });
    out.put(encoder.encode("]}\n"));
  }
}

/** The position of the last brace if a line is a JSON object; otherwise -1. */
function objectEnd(bytes: Uint8Array, end: number): number {
  if (bytes[end - 1] !== 0x7d) return -1;
  try {
    const value = JSON.parse(decoder.decode(bytes.subarray(0, end)));
    const isObject = typeof value === "object" && !Array.isArray(value);
    return isObject ? end - 1 : -1;
  } catch {
    return -1;
  }
}

function lineEnd(bytes: Uint8Array): number {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
}

/** The first address in some bytes; null if there is none. */
export function firstAddress(bytes: Uint8Array): IpAddress | null {
  let first: IpAddress | null = null;
  findAddresses(bytes, 0, bytes.length, (ip) => first ??= ip);
  return first;
}

export function tooLong(line: number): Error {
  return new Error(`line ${line} is longer than ${MAX_UNIT_BYTES} bytes.`);
}
