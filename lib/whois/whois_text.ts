import { isUtf8 } from "node:buffer";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Records have about a hundred; the rest is terms of use. */
const MAX_LINES = 1_000;
/** Longer lines are terms of use too. What parses them takes time with the square of it. */
const MAX_LINE_LENGTH = 300;

/** An answer as text. The lines may come from several places: what is not UTF-8 is Windows-1252, each line for itself. */
export function decodeWhois(bytes: Uint8Array): string {
  const utf8 = new TextDecoder();
  const windows = new TextDecoder("windows-1252");
  const isAllUtf8 = isUtf8(bytes);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, at);
    const end = found < 0 ? bytes.length : found;
    let last = end;
    // A pattern would look at a run of them once for each of them.
    while (last > at && bytes[last - 1] === CARRIAGE_RETURN) last--;
    const line = bytes.subarray(at, last);
    const decoder = isAllUtf8 || isUtf8(line) ? utf8 : windows;
    lines.push(decoder.decode(line));
    at = end + 1;
  }
  return lines.join("\n");
}

/** The lines in which a record can be, without control characters and with single blank lines. */
export function recordLines(text: string): string[] {
  const lines: string[] = [];
  for (const raw of text.split("\n")) {
    if (lines.length >= MAX_LINES) break;
    if (raw.length > MAX_LINE_LENGTH) continue;
    const line = raw.replaceAll("\t", "  ").replace(/\p{Cc}/gu, "").trimEnd();
    if (line !== "" || lines.at(-1) !== "") lines.push(line);
  }
  return lines;
}
