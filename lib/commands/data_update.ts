import process from "node:process";
import type { Outcome, Progress } from "../data/update/outcome.ts";
import { updateFeeds, type UpdateOptions } from "../data/update/update.ts";
import { UpdateBars } from "./update_bars.ts";
import { UsageError } from "./usage.ts";

export interface DataUpdateOptions extends Omit<UpdateOptions, "report"> {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether standard error is a terminal: progress is shown there and nowhere else. */
  readonly terminal: boolean;
}

/**
 * The command `data update`: a line for each feed as it ends.
 *
 * @returns the exit status: 0 when nothing failed, else 1
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
  const bars = options.terminal ? new UpdateBars(process.stderr) : undefined;
  const report = (progress: Progress) => {
    if (progress.phase !== "done") return bars?.show(progress);
    bars?.clear();
    out(line(progress.outcome, width));
  };
  try {
    const outcomes = await updateFeeds({ ...options, report });
    return outcomes.some(({ outcome }) => outcome === "kept") ? 1 : 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    err("stopped: what was not replaced yet stays.\n");
    return 1;
  } finally {
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
