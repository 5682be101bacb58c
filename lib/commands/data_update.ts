import type { Writable } from "node:stream";
import type { Outcome, Progress } from "../data/update/outcome.ts";
import { updateFeeds, type UpdateOptions } from "../data/update/update.ts";
import { UpdateBars } from "./update_bars.ts";
import { UsageError } from "./usage.ts";

export interface DataUpdateOptions extends Omit<UpdateOptions, "report"> {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Where progress is shown; nowhere else. */
  readonly terminal?: Writable;
}

/**
 * The command `data update`: a line for each feed as it ends.
 *
 * @returns the exit status: 1 when a feed failed, or was named and could not be asked, else 0
 * @throws {UsageError} when `only` names no feed; what `updateFeeds` throws
 */
export async function dataUpdate(options: DataUpdateOptions): Promise<number> {
  const { feeds, only = [], out, err, signal } = options;
  const names = feeds.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `there is no feed "${unknown}". The feeds are ${names.join(", ")}.`,
    );
  }
  const width = Math.max(...names.map(({ length }) => length));
  const bars = options.terminal && new UpdateBars(options.terminal);
  const report = (progress: Progress) => {
    if (progress.phase === "done") {
      bars?.clear();
      out(line(progress.outcome, width));
    } else if (!signal.aborted) bars?.show(progress);
  };
  // Whoever asks a second time to stop ends the process as it is.
  const stopping = () => {
    bars?.clear();
    err("stopping…\n");
  };
  signal.addEventListener("abort", stopping, { once: true });
  try {
    const outcomes = await updateFeeds({ ...options, report });
    const failed = outcomes.some(({ outcome }) =>
      outcome === "kept" || outcome === "skipped" && only.length > 0
    );
    return failed ? 1 : 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    err("stopped: what was not replaced yet stays.\n");
    return 1;
  } finally {
    signal.removeEventListener("abort", stopping);
    bars?.clear();
  }
}

const words: Readonly<Record<Outcome["outcome"], string>> = {
  updated: "updated",
  unchanged: "unchanged",
  kept: "FAILED",
  skipped: "skipped",
};

function line({ feed, outcome, message }: Outcome, width: number): string {
  return `${feed.padEnd(width)}  ${words[outcome].padEnd(9)}  ${message}\n`;
}
