/** What can tell whether it works, whatever became of one question. */
export interface HealthChecked {
  /** Asked after a failure: resolves where it works, rejects where it does not. Must heed the signal. */
  check(signal: AbortSignal): Promise<void>;
}

/** What a source asks for is bounded: a slip of its clock must not silence it for ever. */
const MAX_REST_MS = 86_400_000;

/**
 * Keeps a failing source from being asked: after three failures in a row it is
 * open for a while, then one trial decides.
 */
export class Circuit {
  #failures = 0;
  #openUntil = 0;
  #restUntil = 0;
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
    if (this.#now() < this.#restUntil) return false;
    if (this.#failures < this.#threshold) return true;
    if (this.#now() < this.#openUntil) return false;
    // One trial at a time: the others wait until it reports, or this long again.
    this.#openUntil = this.#now() + this.#openMs;
    return true;
  }

  /** Nothing came of it, for reasons that say nothing of the source: the next may ask. */
  abandoned(): void {
    if (this.#failures >= this.#threshold) this.#openUntil = this.#now();
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** Leaves the source alone for a while, at most a day, whatever comes of the questions that are on their way. */
  holdOff(ms: number): void {
    this.#failures = Math.max(this.#failures, this.#threshold);
    const restUntil = this.#now() + Math.min(ms, MAX_REST_MS);
    this.#restUntil = Math.max(this.#restUntil, restUntil);
  }

  failed(): void {
    this.#failures++;
    if (this.#failures >= this.#threshold) {
      this.#openUntil = this.#now() + this.#openMs;
    }
  }
}
