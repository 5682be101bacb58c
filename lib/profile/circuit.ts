/** Part of a source that can tell whether it works whatever became of one address. */
export interface Checkable {
  /** Asked after a failure: resolves where the source works, rejects where it does not. Must heed the signal. */
  check(signal: AbortSignal): Promise<void>;
}

/**
 * Keeps a failing source from being asked: after three failures in a row it is
 * open for a while, then one trial decides.
 */
export class Circuit {
  #failures = 0;
  #openUntil = 0;
  readonly #now: () => number;
  readonly #threshold: number;
  readonly #openMs: number;

  /** @param now milliseconds since the epoch */
  constructor(now: () => number, { threshold = 3, openMs = 30_000 } = {}) {
    this.#now = now;
    this.#threshold = threshold;
    this.#openMs = openMs;
  }

  /** Whether the source may be asked now. Whoever is told yes reports what came of it. */
  allows(): boolean {
    if (this.#failures < this.#threshold) return true;
    if (this.#now() < this.#openUntil) return false;
    // One trial at a time: the others wait until it reports, or this long again.
    this.#openUntil = this.#now() + this.#openMs;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures++;
    if (this.#failures >= this.#threshold) {
      this.#openUntil = this.#now() + this.#openMs;
    }
  }
}
