import { pipeline, Readable } from "node:stream";
import { type Options, parse } from "csv-parse";
import { textOf } from "./source_text.ts";

/** Characters of a record. A quote that is never closed would take in the whole file. */
const MAX_RECORD = 4096;
const MAX_ROWS = 4_000_000;

/**
 * The records of a downloaded file of comma- or tab-separated values, as many
 * fields each as it has.
 *
 * @throws {Error} where it is no text, or a record or the file has no end in sight
 */
export async function* csvRowsOf(
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
  pipeline(Readable.from(textOf(source, signal)), parser, () => {});
  let count = 0;
  for await (const row of parser as AsyncIterable<string[]>) {
    if (++count > MAX_ROWS) throw new Error(`it has over ${MAX_ROWS} rows`);
    yield row;
  }
}
