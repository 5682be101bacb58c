import { pipeline, Readable } from "node:stream";
import { type Options, parse } from "csv-parse";

const CHUNK_BYTES = 1 << 18;
/** Longest line in characters; real ones, of the registries, have up to about 150. */
const MAX_LINE = 4096;
/** Most lines of a file; the largest real one, of routes, has about 1.5 million. */
const MAX_LINES = 4_000_000;

/**
 * Reads the text of a downloaded file in chunks, without a byte order mark.
 *
 * @throws {Error} if the file is empty, a web page or not text, which servers send instead of a missing file; the signal's reason
 */
export async function* readText(
  source: string,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  using file = await Deno.open(source);
  const bytes = new Uint8Array(CHUNK_BYTES);
  const decoder = new TextDecoder();
  let hasContent = false;
  for (;;) {
    signal?.throwIfAborted();
    const count = await file.read(bytes);
    const chunk = bytes.subarray(0, count ?? 0);
    if (chunk.includes(0)) {
      throw new Error("it is not text: it contains NUL bytes");
    }
    const text = decoder.decode(chunk, { stream: count !== null });
    if (!hasContent) {
      const first = text.trimStart()[0];
      if (first === "<") throw new Error("it is a web page or XML, not data");
      hasContent = first !== undefined;
    }
    if (text) yield text;
    if (count === null) break;
  }
  if (!hasContent) throw new Error("it is empty");
}

/** Reads the whole text of a downloaded file, for formats that are not line-based. @throws {Error} as {@link readText}, and if the file is larger than `maxBytes` */
export async function readWholeText(
  source: string,
  maxBytes: number,
): Promise<string> {
  const { size } = await Deno.stat(source);
  if (size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
  let whole = "";
  for await (const text of readText(source)) whole += text;
  return whole;
}

/**
 * Reads the trimmed, non-blank lines of a downloaded file; they end with `\n` or
 * `\r\n`. Yields many at a time: awaiting each would cost more than parsing it.
 *
 * @throws {Error} as {@link readText}, and if a line is too long, or the file has too many
 */
export async function* readLines(
  source: string,
  signal?: AbortSignal,
  maxLines = MAX_LINES,
): AsyncGenerator<string[]> {
  let rest = "";
  let count = 0;
  const checked = (lines: string[]) => {
    count += lines.length;
    if (count > maxLines) throw new Error(`it has over ${maxLines} lines`);
    const long = lines.find((line) => line.length > MAX_LINE);
    if (long) throw new Error(`it has a line of over ${MAX_LINE} characters`);
    return lines.map((line) => line.trim()).filter((line) => line !== "");
  };
  for await (const text of readText(source, signal)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    // Without a line end the rest would grow with each chunk.
    if (rest.length > MAX_LINE) checked([rest]);
    yield checked(lines);
  }
  yield checked([rest]);
}

/** The time that a pattern finds in a text, in milliseconds since the epoch; null if there is none. */
export function timeIn(text: string, pattern: RegExp): number | null {
  const time = Date.parse(pattern.exec(text)?.[1] ?? "");
  return time > 0 ? time : null;
}

/** Longest record in characters. Without a limit an open quote would include the rest of the file. */
const MAX_RECORD = 4096;
const MAX_ROWS = 4_000_000;

/**
 * Reads the records of a downloaded file of comma- or tab-separated values. Their
 * number of fields may vary.
 *
 * @throws {Error} as {@link readText}, and if a record is too long, or the file has too many
 */
export async function* readCsvRows(
  source: string,
  options: Pick<
    Options,
    "delimiter" | "quote" | "comment" | "comment_no_infix"
  > = {},
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  const parser = parse({
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    record_delimiter: ["\r\n", "\n"],
    max_record_size: MAX_RECORD,
    ...options,
  });
  // Errors are thrown by the iteration; the callback is only required.
  pipeline(Readable.from(readText(source, signal)), parser, () => {});
  let count = 0;
  for await (const row of parser as AsyncIterable<string[]>) {
    if (++count > MAX_ROWS) throw new Error(`it has over ${MAX_ROWS} rows`);
    yield row;
  }
}
