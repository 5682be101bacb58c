import cliProgress, { type MultiBar, type SingleBar } from "cli-progress";
import type { Writable } from "node:stream";
import { byteText } from "../data/update/byte_text.ts";
import type { Progress } from "../data/update/outcome.ts";

/** One progress bar for each feed under way, on a terminal. */
export class UpdateBars {
  readonly #stream: Writable;
  readonly #bars = new Map<string, SingleBar>();
  #multi: MultiBar | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

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
        stream: this.#stream,
        format: "{feed} {phase} {bar} {size}",
        barsize: 24,
        barCompleteChar: "█",
        barIncompleteChar: "░",
        clearOnComplete: true,
        emptyOnZero: true,
        hideCursor: true,
        // What is asked to stop stops by its signal, and then clears up.
        gracefulExit: false,
      });
      bar = this.#multi.create(total, bytesDone, payload);
      this.#bars.set(feed, bar);
    }
    bar.setTotal(total);
    bar.update(Math.min(bytesDone, total), payload);
    // Else a bar that comes back after a line would be missing for a moment.
    if (added) this.#multi?.update();
  }

  /** Clears the bars and shows the cursor; those of feeds under way come back with their next progress. */
  clear() {
    this.#multi?.stop();
    this.#multi = undefined;
    this.#bars.clear();
  }
}
