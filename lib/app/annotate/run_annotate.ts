import cliProgress from "cli-progress";
import { fstatSync } from "node:fs";
import process from "node:process";
import type { Writable } from "node:stream";
import { byteText } from "../../core/text.ts";
import type { CliContext } from "../commands/command.ts";
import { UsageError } from "../commands/output.ts";
import { annotate, type AnnotateOptions } from "./annotate.ts";

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

/** Time between updates. */
const INTERVAL_MS = 200;

/**
 * Shows on a terminal how much of the input is read: a bar if the input is a file
 * of this size, otherwise the bytes.
 *
 * @param now milliseconds since the epoch
 */
function readingProgress(
  stream: Writable,
  size: number | null,
  now: () => number,
): { update(bytesRead: number): void; clear(): void } {
  const bar = new cliProgress.SingleBar({
    stream,
    format: size === null ? "{read}" : "{bar} {percentage} % {read}",
    barsize: 24,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    clearOnComplete: true,
    emptyOnZero: true,
    gracefulExit: false,
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

/** The size of the file on standard input; null if it is not a file. */
function inputSize(): number | null {
  const info = fstatSync(0);
  return info.isFile() ? info.size : null;
}
