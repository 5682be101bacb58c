import { pipeline, Readable } from "node:stream";
import { type Options, parse } from "csv-parse";

const CHUNK_BYTES = 1 << 18;
/** Characters of a line; the longest real ones, of the registries, have about 150. */
const MAX_LINE = 4096;
/** Lines of a file; the largest real one, RIPE's, has about 400,000. */
const MAX_LINES = 4_000_000;

/**
 * The text of a downloaded file in pieces, without a byte order mark.
 *
 * @throws {Error} where it is empty, a web page or no text: what a server sends in the place of a file; the reason of the signal
 */
export async function* readText(
  source: string,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  using file = await Deno.open(source);
  const bytes = new Uint8Array(CHUNK_BYTES);
  const decoder = new TextDecoder();
  let begun = false;
  for (;;) {
    signal?.throwIfAborted();
    const count = await file.read(bytes);
    const chunk = bytes.subarray(0, count ?? 0);
    if (chunk.includes(0)) throw new Error("it is no text: it holds NUL bytes");
    const text = decoder.decode(chunk, { stream: count !== null });
    if (!begun) {
      const first = text.trimStart()[0];
      if (first === "<") throw new Error("it is a web page or XML, not data");
      begun = first !== undefined;
    }
    if (text) yield text;
    if (count === null) break;
  }
  if (!begun) throw new Error("it is empty");
}

/** The same, whole; for the formats that cannot be read by the line. */
export async function readWholeText(
  source: string,
  maxBytes: number,
): Promise<string> {
  const { size } = await Deno.stat(source);
  if (size > maxBytes) throw new Error(`it is longer than ${maxBytes} bytes`);
  let whole = "";
  for await (const text of readText(source)) whole += text;
  return whole;
}

/**
 * The lines of a downloaded file without their ends, `\n` or `\r\n`, and
 * without white space around; blank ones are left out. They come many at a
 * time: a wait for each would cost more than its parsing.
 *
 * @throws {Error} as {@link readText}, and where a line or the file has no end in sight
 */
export async function* readLines(
  source: string,
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  let rest = "";
  let count = 0;
  const checked = (lines: string[]) => {
    count += lines.length;
    if (count > MAX_LINES) throw new Error(`it has over ${MAX_LINES} lines`);
    const long = lines.find((line) => line.length > MAX_LINE);
    if (long) throw new Error(`it has a line of over ${MAX_LINE} characters`);
    return lines.map((line) => line.trim()).filter((line) => line !== "");
  };
  for await (const text of readText(source, signal)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    // The rest would grow by each chunk, were there no line end to come.
    if (rest.length > MAX_LINE) checked([rest]);
    yield checked(lines);
  }
  yield checked([rest]);
}

/** Characters of a record. A quote that is never closed would take in the whole file. */
const MAX_RECORD = 4096;
const MAX_ROWS = 4_000_000;

/**
 * The records of a downloaded file of comma- or tab-separated values, as many
 * fields each as it has.
 *
 * @throws {Error} where it is no text, or a record or the file has no end in sight
 */
export async function* readCsvRows(
  source: string,
  options: Pick<Options, "delimiter" | "quote"> = {},
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
  // The iteration throws what fails; the callback has nothing to add.
  pipeline(Readable.from(readText(source, signal)), parser, () => {});
  let count = 0;
  for await (const row of parser as AsyncIterable<string[]>) {
    if (++count > MAX_ROWS) throw new Error(`it has over ${MAX_ROWS} rows`);
    yield row;
  }
}
