import cliProgress, { type SingleBar } from "cli-progress";
import type { BuildReport } from "../../data/build_data.ts";
import { BAR_STYLE } from "../commands/output.ts";

/** Shows the progress of a build: a bar on a terminal, elsewhere a line for each step. */
export class BuildProgress implements BuildReport {
  readonly #bar: SingleBar | undefined;
  readonly #open = new Set<string>();
  #total = 0;
  #done = 0;

  /** @param stream standard error */
  constructor(
    private readonly stream: NodeJS.WritableStream & { isTTY?: boolean },
  ) {
    if (!stream.isTTY) return;
    this.#bar = new cliProgress.SingleBar({
      stream,
      format: "Building {bar} {done} of {total}: {title}",
      ...BAR_STYLE,
    });
    this.#bar.start(1, 0, this.#payload);
  }

  begin(titles: readonly string[]): void {
    this.#total += titles.length;
    for (const title of titles) this.#open.add(title);
    this.#bar?.setTotal(Math.max(1, this.#total));
    this.#update();
  }

  end(title: string): void {
    this.#open.delete(title);
    this.#done++;
    this.#update();
    if (this.#bar) return;
    this.stream.write(`built ${title} (${this.#done} of ${this.#total})\n`);
  }

  /** Removes the bar. */
  close(): void {
    this.#bar?.stop();
  }

  #update(): void {
    this.#bar?.update(this.#done, this.#payload);
  }

  get #payload() {
    const [title = ""] = this.#open;
    return { title, done: this.#done };
  }
}
