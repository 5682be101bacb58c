import type { Profiles } from "../../ipinfo/profiles.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { CliContext } from "../commands/command.ts";
import { BAR_STYLE, ByteOutput, UsageError } from "../commands/output.ts";
import {
  Annotations,
  csvFormat,
  jsonFormat,
  plainFormat,
  templateFormat,
} from "./annotations.ts";
import {
  type Annotator,
  JsonAnnotator,
  MAX_UNIT_BYTES,
  TextAnnotator,
} from "./annotators.ts";
import { CsvAnnotator } from "./csv_annotator.ts";
import { byteText } from "../../core/text.ts";
import cliProgress from "cli-progress";
import { fstatSync } from "node:fs";
import type { Writable } from "node:stream";
import process from "node:process";

/**
 * Runs `annotate` on standard input. If standard error is a terminal and standard
 * output is not, shows the progress there.
 *
 * @throws {UsageError} if standard input is a terminal; what {@link annotate} throws
 */
export async function runAnnotate(
  options: AnnotateOptions,
  { ipInfoServices, stdin, write }: Pick<
    Required<CliContext>,
    "ipInfoServices" | "stdin" | "write"
  >,
): Promise<void> {
  if (stdin.isTerminal()) {
    throw new UsageError("annotate reads standard input: annotate < FILE");
  }
  const isShown = Deno.stderr.isTerminal() && !Deno.stdout.isTerminal();
  const progress = isShown
    ? readingProgress(process.stderr, inputSize(), Date.now)
    : undefined;
  try {
    await annotate(options, {
      async profiles() {
        const { profiles, loaded } = await ipInfoServices();
        await loaded();
        return profiles;
      },
      input: stdin.readable,
      write,
      progress: progress?.update,
    });
  } finally {
    progress?.clear();
  }
}

/** The size of the file on standard input; null if it is not a file. */
function inputSize(): number | null {
  const info = fstatSync(0);
  return info.isFile() ? info.size : null;
}

export interface AnnotateOptions {
  /** A template for annotations. */
  readonly format?: string;
  readonly json?: boolean;
  /** A column of CSV: a name or a number. */
  readonly column?: string;
}

interface AnnotateDeps {
  /** Opens the tables. Called once the options are known to be valid. */
  profiles: () => Promise<Pick<Profiles, "describeLocal">>;
  input: ReadableStream<Uint8Array>;
  /** Returns false if nobody reads the output any more. */
  write: (bytes: Uint8Array) => boolean;
  /** Called with the number of bytes read so far. */
  progress?: (bytesRead: number) => void;
}

/**
 * Runs `annotate`: copies the input, with facts about the addresses in it. Needs as
 * much memory for a large input as for a small one. Ends quietly if nobody reads
 * the output any more.
 *
 * @throws {UsageError} for options that are invalid, or don't fit together
 * @throws {Error} for the operator if a line is too long
 */
export async function annotate(
  options: AnnotateOptions,
  { profiles, input, write, progress }: AnnotateDeps,
): Promise<void> {
  const create = annotatorOf(options);
  const opened = await profiles();
  const annotator = create((ip) => opened.describeLocal(ip));
  const out = new ByteOutput(write);
  const pending = new PendingBytes();
  let bytesRead = 0;
  const reader = input.getReader();
  try {
    while (!out.isClosed) {
      const { done, value } = await reader.read();
      if (value) pending.append(value);
      pending.take((bytes) => annotator.annotate(bytes, done, out));
      out.flush();
      progress?.(bytesRead += value?.length ?? 0);
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

/** @throws {UsageError} */
function annotatorOf(
  { format, json = false, column }: AnnotateOptions,
): (
  describe: (ip: IpAddress) => ReturnType<Profiles["describeLocal"]>,
) => Annotator {
  const given = [format !== undefined, json, column !== undefined];
  if (given.filter(Boolean).length > 1) {
    throw new UsageError("use only one of --format, --json and --column");
  }
  if (column !== undefined) {
    if (column === "" || column === "0") {
      throw new UsageError("--column must be a name, or a number from 1");
    }
    return (describe) =>
      new CsvAnnotator(
        column,
        (separator) => new Annotations(describe, csvFormat(separator)),
      );
  }
  if (json) {
    return (describe) =>
      new JsonAnnotator(new Annotations(describe, jsonFormat));
  }
  const text = format === undefined ? plainFormat : templateFormat(format);
  return (describe) => new TextAnnotator(new Annotations(describe, text));
}

/** The bytes that were read but not used yet. */
class PendingBytes {
  #buffer = new Uint8Array(2 * MAX_UNIT_BYTES);
  #length = 0;

  append(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#buffer.length) {
      const larger = new Uint8Array(2 * (this.#length + bytes.length));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** @param use returns how many of the bytes it has used */
  take(use: (bytes: Uint8Array) => number): void {
    const used = use(this.#buffer.subarray(0, this.#length));
    this.#buffer.copyWithin(0, used, this.#length);
    this.#length -= used;
  }
}

const INTERVAL_MS = 200;

/**
 * Shows on a terminal how much of the input is read: a bar if the input is a file
 * of this size, otherwise the bytes.
 */
export function readingProgress(
  stream: Writable,
  size: number | null,
  now: () => number,
): { update(bytesRead: number): void; clear(): void } {
  const bar = new cliProgress.SingleBar({
    stream,
    format: size === null ? "{read}" : "{bar} {percentage} % {read}",
    emptyOnZero: true,
    ...BAR_STYLE,
  });
  const startedAt = now();
  let shownAt = startedAt;
  let isShown = false;
  return {
    update(bytesRead) {
      if (now() - shownAt < INTERVAL_MS) return;
      shownAt = now();
      const perSecond = 1000 * bytesRead / (shownAt - startedAt);
      const read = `${byteText(bytesRead)}, ${
        byteText(Math.round(perSecond))
      }/s`;
      if (!isShown) bar.start(size ?? 0, 0, { read });
      isShown = true;
      bar.update(Math.min(bytesRead, size ?? 0), { read });
    },
    clear() {
      if (isShown) bar.stop();
    },
  };
}
