import type { Log } from "../../core/log.ts";
import {
  isOffline,
  operatorMessage,
  type Outcome,
  summaryText,
} from "../../data/update/outcome.ts";

/** Logs background updates. Says once what fails, until it succeeds. */
export class UpdateLog {
  readonly #log: Pick<Log, "warn">;
  /** The feeds whose failure was logged. */
  #failed = new Set<string>();
  #wasOffline = false;
  #error: string | undefined;

  constructor(log: Pick<Log, "warn">) {
    this.#log = log;
  }

  /** Logs the result of an update, if more feeds fail than before. */
  outcomes(outcomes: readonly Outcome[]): void {
    this.#error = undefined;
    const failures = outcomes.filter(({ outcome }) => outcome === "failed");
    const newer = failures.filter(({ feed }) => !this.#failed.has(feed));
    for (const { feed, outcome } of outcomes) {
      if (outcome !== "failed") this.#failed.delete(feed);
    }
    for (const { feed } of newer) this.#failed.add(feed);
    const isStillOffline = isOffline(outcomes) && this.#wasOffline;
    this.#wasOffline = isOffline(outcomes);
    // Without a network, one line for all feeds, including those due later.
    if (newer.length > 0 && !isStillOffline) this.#warn(outcomes, newer);
  }

  /** Logs why an update could not run, unless it is the same as before. */
  error(cause: unknown): void {
    const error = operatorMessage(cause);
    if (error === this.#error) return;
    this.#error = error;
    this.#log.warn("data could not be updated; trying again later", { error });
  }

  #warn(outcomes: readonly Outcome[], failures: readonly Outcome[]): void {
    const [{ feed, message }] = failures;
    this.#log.warn(`${summaryText(outcomes)} Trying again later`, {
      feeds: failures.length === 1
        ? undefined
        : failures.map(({ feed }) => feed).join(" "),
      error: `${feed}: ${message}`,
    });
  }
}
