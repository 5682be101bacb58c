/** An invalid command line. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** The looks of progress on a terminal. */
export const BAR_STYLE = {
  barsize: 24,
  barCompleteChar: "█",
  barIncompleteChar: "░",
  clearOnComplete: true,
  // A signal stops the command, which then clears the bars.
  gracefulExit: false,
} as const;

/**
 * Lines with the cells of a table in columns, without line breaks.
 *
 * @param isNumber whether a column is aligned to the right
 */
export function tableLines(
  rows: readonly (readonly string[])[],
  isNumber: (column: number) => boolean = () => false,
): string[] {
  const widths = rows[0].map((_, i) =>
    Math.max(...rows.map((row) => row[i].length))
  );
  const pad = (cell: string, i: number) =>
    isNumber(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]);
  return rows.map((row) => row.map(pad).join("  ").trimEnd());
}

interface Output {
  writeSync(bytes: Uint8Array): number;
}

/**
 * Writes all bytes to standard output or standard error. Returns false if the
 * reader (`| head`) has exited; the command must still finish.
 */
export function writeBytes(to: Output, bytes: Uint8Array): boolean {
  try {
    for (let done = 0; done < bytes.length;) {
      done += to.writeSync(bytes.subarray(done));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    return false;
  }
  return true;
}

/** The same for text. */
export function writeText(to: Output, text: string): boolean {
  return writeBytes(to, new TextEncoder().encode(text));
}

/** Collects bytes, and writes them in large pieces. */
export class ByteOutput {
  readonly #buffer = new Uint8Array(262_144);
  #length = 0;
  #isClosed = false;

  /** @param write returns false if nobody reads the output any more */
  constructor(private readonly write: (bytes: Uint8Array) => boolean) {}

  /** Whether nobody reads the output any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  put(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length && !this.#isClosed;) {
      const room = this.#buffer.length - this.#length;
      const piece = bytes.subarray(done, done + room);
      this.#buffer.set(piece, this.#length);
      this.#length += piece.length;
      done += piece.length;
      if (this.#length === this.#buffer.length) this.flush();
    }
  }

  flush(): void {
    if (this.#length > 0 && !this.#isClosed) {
      this.#isClosed = !this.write(this.#buffer.subarray(0, this.#length));
    }
    this.#length = 0;
  }
}
