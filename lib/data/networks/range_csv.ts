import { parse } from "csv-parse/sync";

/** The two CSV files of an ip-location-db package that have numeric bounds. */
export interface RangeCsv {
  /** `start,end,…`, decimal 32-bit bounds, inclusive, ascending. */
  v4: ReadableStream<Uint8Array>;
  /** The same with 128-bit bounds. */
  v6: ReadableStream<Uint8Array>;
  /** Milliseconds since the epoch. */
  builtAt: number;
}

/** A row: the bounds as numbers, and the other fields. */
export interface CsvRange {
  readonly start: bigint;
  readonly end: bigint;
  readonly fields: readonly string[];
}

/**
 * Reads the rows of one file, many at a time: a stream of single rows takes three
 * times as long. No field may contain a line break.
 *
 * @param form what a row consists of, for the error message
 * @param isValid checks the fields after the bounds
 * @throws {Error} with the number of the first row that has another form
 */
export async function* readRangeCsv(
  csv: ReadableStream<Uint8Array>,
  form: string,
  isValid: (fields: readonly string[]) => boolean,
): AsyncGenerator<CsvRange[]> {
  let count = 0;
  for await (const lines of wholeLines(csv)) {
    const rows: CsvRange[] = [];
    for (const [from, to, ...fields] of splitLines(lines)) {
      count++;
      if (!isNumber(from) || !isNumber(to) || !isValid(fields)) {
        throw new Error(`Cannot compile row ${count}: it is not ${form}`);
      }
      rows.push({ start: BigInt(from), end: BigInt(to), fields });
    }
    yield rows;
  }
}

/**
 * The fields of each line. The library reads only the lines with quotes, a fifth:
 * with it for all of them, a table takes twice as long.
 */
function splitLines(text: string): string[][] {
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  const quoted = lines.filter((line) => line.includes('"'));
  const parsed = parse(quoted.join("\n"), {
    relax_column_count: true,
  }) as unknown as string[][];
  let next = 0;
  return lines.map((line) =>
    line.includes('"') ? parsed[next++] : line.split(",")
  );
}

/** The text of a stream in chunks that end with a line. */
async function* wholeLines(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    rest += decoder.decode(bytes, { stream: true });
    const end = rest.lastIndexOf("\n") + 1;
    if (end > 0) yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  yield rest + decoder.decode();
}

export function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^\d+$/.test(text);
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
