interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** Coalesces concurrent calls that share a key. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Operations under way. */
  get size(): number {
    return this.#flights.size;
  }

  /** Whether a call for `key` would join work under way. */
  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Joins the work under way for `key`, or starts it.
   *
   * If a caller's signal aborts, its call rejects immediately; the work
   * continues for the others and is aborted after the last one has left.
   */
  run(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.callers++;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason);
        if (--flight.callers > 0) return;
        // A new caller must not join work that is being aborted.
        this.#forget(key, flight);
        flight.controller.abort(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      flight.result.then(resolve, reject).finally(() =>
        signal.removeEventListener("abort", onAbort)
      );
    });
  }

  #start(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Flight<T> {
    const controller = new AbortController();
    const flight = { result: work(controller.signal), controller, callers: 0 };
    this.#flights.set(key, flight);
    const forget = () => this.#forget(key, flight);
    flight.result.then(forget, forget);
    return flight;
  }

  #forget(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
