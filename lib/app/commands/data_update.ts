import { byteText } from "../../core/text.ts";
import cliProgress, { type MultiBar, type SingleBar } from "cli-progress";
import type { Writable } from "node:stream";
import {
  type Outcome,
  type Progress,
  summaryText,
} from "../../data/update/outcome.ts";
import {
  updateFeeds,
  type UpdateOptions,
} from "../../data/update/update_feeds.ts";
import { BAR_STYLE, UsageError } from "./output.ts";

/** Progress bars on a terminal, one for each running feed. */
export class ProgressBars {
  readonly #bars = new Map<string, SingleBar>();
  #multi: MultiBar | undefined;

  constructor(private readonly stream: Writable) {}

  show(progress: Exclude<Progress, { phase: "done" }>) {
    const { feed, phase, bytesDone, bytesTotal } = progress;
    const total = bytesTotal ?? 0;
    const size = bytesTotal === undefined
      ? bytesDone === 0 ? "" : byteText(bytesDone)
      : `${byteText(bytesDone)} of ${byteText(bytesTotal)}`;
    const payload = { feed: feed.padEnd(20), phase: phase.padEnd(11), size };
    let bar = this.#bars.get(feed);
    const added = !bar;
    if (!bar) {
      this.#multi ??= new cliProgress.MultiBar({
        stream: this.stream,
        format: "{feed} {phase} {bar} {size}",
        emptyOnZero: true,
        hideCursor: true,
        ...BAR_STYLE,
      });
      bar = this.#multi.create(total, bytesDone, payload);
      this.#bars.set(feed, bar);
    }
    bar.setTotal(total);
    bar.update(Math.min(bytesDone, total), payload);
    // Otherwise a bar that was added again would be missing until the next
    // update.
    if (added) this.#multi?.update();
  }

  /**
   * Clears the bars and shows the cursor. Bars of running feeds return with
   * their next progress.
   */
  clear() {
    this.#multi?.stop();
    this.#multi = undefined;
    this.#bars.clear();
  }
}

export interface DataUpdateOptions extends Omit<UpdateOptions, "report"> {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Where to show progress. Without a terminal, it is not shown. */
  readonly terminal?: Writable;
}

/**
 * Runs `data update`. Prints a line for each feed that ends, and then a sentence.
 *
 * @returns the exit status: 1 if a feed failed, or was named but skipped, else
 * 0
 * @throws {UsageError} if `only` names an unknown feed; what `updateFeeds`
 * throws
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
  const bars = options.terminal && new ProgressBars(options.terminal);
  const report = (progress: Progress) => {
    if (progress.phase === "done") {
      bars?.clear();
      out(line(progress.outcome, width));
    } else if (!signal.aborted) bars?.show(progress);
  };
  // A second request to stop exits at once.
  const stopping = () => {
    bars?.clear();
    err("stopping…\n");
  };
  signal.addEventListener("abort", stopping);
  try {
    const outcomes = await updateFeeds({ ...options, report });
    out(`${summaryText(outcomes)}\n`);
    const failed = outcomes.some(({ outcome }) =>
      outcome === "failed" || outcome === "skipped" && only.length > 0
    );
    return failed ? 1 : 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    err("stopped; feeds that were not updated are unchanged.\n");
    return 1;
  } finally {
    signal.removeEventListener("abort", stopping);
    bars?.clear();
  }
}

const words: Readonly<Record<Outcome["outcome"], string>> = {
  updated: "updated",
  unchanged: "unchanged",
  failed: "FAILED",
  skipped: "skipped",
};

function line({ feed, outcome, message }: Outcome, width: number): string {
  return `${feed.padEnd(width)}  ${words[outcome].padEnd(9)}  ${message}\n`;
}
