/** The two CSV files of an ip-location-db package that have numeric bounds. */
export interface RangeCsv {
  /** `start,end,…`, decimal 32-bit bounds, inclusive, ascending. */
  v4: ReadableStream<Uint8Array>;
  /** The same with 128-bit bounds. */
  v6: ReadableStream<Uint8Array>;
  builtAt: number;
}

/**
 * Calls back with the bounds of each row of a file and the text after them. Reads the
 * text of many rows at once, and no row becomes an array: csv-parse takes nine times
 * the processor time for 412,000 rows. No field may contain a line break.
 *
 * @param form what a row consists of, for the error message
 * @param visit returns false if the text after the bounds has another form. A part of
 * that text keeps all of it in memory.
 * @throws {Error} with the number of the first row that has another form
 */
export async function readRangeCsv(
  csv: ReadableStream<Uint8Array>,
  form: string,
  visit: (start: bigint, end: bigint, rest: string) => boolean,
): Promise<void> {
  let count = 0;
  for await (const lines of wholeLines(csv)) {
    for (let from = 0, to; from < lines.length; from = to + 1) {
      to = lines.indexOf("\n", from);
      if (to < 0) to = lines.length;
      const last = lines[to - 1] === "\r" ? to - 1 : to;
      if (last <= from) continue;
      count++;
      const first = lines.indexOf(",", from);
      const second = lines.indexOf(",", first + 1);
      const start = decimal(lines, from, first);
      const end = decimal(lines, first + 1, second);
      const rest = lines.slice(second + 1, last);
      const isRow = second < last && start !== undefined &&
        end !== undefined && visit(start, end, rest);
      if (!isRow) {
        throw new Error(`Cannot compile row ${count}: it is not ${form}`);
      }
    }
  }
}

/** Digits that a number has without rounding. */
const EXACT_DIGITS = 15;

/** The decimal number in a part of a text; undefined for anything else. */
function decimal(text: string, from: number, to: number): bigint | undefined {
  if (to <= from) return undefined;
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return undefined;
    value = value * 10 + digit;
  }
  return BigInt(to - from > EXACT_DIGITS ? text.slice(from, to) : value);
}

/** The text of a stream in chunks that end with a line. */
async function* wholeLines(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const text = decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) {
      yield rest + text.slice(0, end);
      rest = text.slice(end);
    } else rest += text;
  }
  yield rest + decoder.decode();
}

/**
 * The publication time in the version of an ip-location-db package, in
 * milliseconds since the epoch: `2.3.2026061719` is 2026-06-17, 19:00 UTC.
 *
 * @throws {Error} if the version contains no date
 */
export function publishedAt(version: string): number {
  const match = /^\d+\.\d+\.(\d{4})(\d\d)(\d\d)(\d\d)$/.exec(version);
  if (!match) throw new Error(`Cannot read a date from version ${version}`);
  const [year, month, day, hour] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour);
}
