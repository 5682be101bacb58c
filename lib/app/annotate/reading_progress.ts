import cliProgress from "cli-progress";
import type { Writable } from "node:stream";
import { BAR_STYLE } from "../commands/output.ts";
import { byteText } from "../../core/text.ts";

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
