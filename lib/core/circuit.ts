/** A source that can check its own health, independently of one failed request. */
export interface HealthChecked {
  /** Called after a failure: resolves if the source works, rejects if not. Must honor the signal. */
  check(signal: AbortSignal): Promise<void>;
}

/** Caps `Retry-After`: a source with a wrong clock must not disable itself for ever. */
const MAX_HOLD_OFF_MS = 86_400_000;

/**
 * Circuit breaker: opens for `openMs` after `threshold` failures in a row, then
 * lets one trial request decide whether it closes.
 */
export class Circuit {
  #failures = 0;
  #openUntil = 0;
  #heldOffUntil = 0;
  readonly #now: () => number;
  readonly #threshold: number;
  readonly #openMs: number;

  /** @param now milliseconds since the epoch */
  constructor(now: () => number, { threshold = 3, openMs = 30_000 } = {}) {
    this.#now = now;
    this.#threshold = threshold;
    this.#openMs = openMs;
  }

  /** Whether a request may be sent now. If true, report its outcome with one of the `record` methods. */
  tryRequest(): boolean {
    if (this.#now() < this.#heldOffUntil) return false;
    if (this.#failures < this.#threshold) return true;
    if (this.#now() < this.#openUntil) return false;
    // One trial at a time: others wait until it reports, or for another `openMs`.
    this.#openUntil = this.#now() + this.#openMs;
    return true;
  }

  /** The request ended without a result, because the caller left. Allows another trial. */
  recordAbandoned(): void {
    if (this.#failures >= this.#threshold) this.#openUntil = this.#now();
  }

  /** The request succeeded: closes the circuit. */
  recordSuccess(): void {
    this.#failures = 0;
  }

  /** Blocks requests for `ms`, at most a day, whatever the outcome of requests already under way. */
  holdOff(ms: number): void {
    this.#failures = Math.max(this.#failures, this.#threshold);
    const heldOffUntil = this.#now() + Math.min(ms, MAX_HOLD_OFF_MS);
    this.#heldOffUntil = Math.max(this.#heldOffUntil, heldOffUntil);
  }

  /** The request failed: opens the circuit after `threshold` failures in a row. */
  recordFailure(): void {
    this.#failures++;
    if (this.#failures >= this.#threshold) {
      this.#openUntil = this.#now() + this.#openMs;
    }
  }
}
