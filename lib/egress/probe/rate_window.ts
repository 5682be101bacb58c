interface RateWindowOptions {
  /** Responses that one client may have in a window. */
  limit: number;
  now: () => number;
  windowMs?: number;
  /** Maximum number of clients counted separately in a window. */
  maxClients?: number;
}

/** The shared count of clients beyond `maxClients`. */
const OTHERS = "";

/**
 * Counts responses by client in fixed windows.
 *
 * UDP senders can be forged at will. So the table is cleared with each window,
 * and further clients share one count once it is full: a flood from random
 * addresses uses no more memory, and gets no more responses, than one client.
 */
export class RateWindow {
  readonly #options: Required<RateWindowOptions>;
  readonly #counts = new Map<string, number>();
  #startMs = 0;

  constructor(
    { windowMs = 1000, maxClients = 10_000, ...options }: RateWindowOptions,
  ) {
    this.#options = { ...options, windowMs, maxClients };
  }

  /** The number of clients in the table. */
  get size(): number {
    return this.#counts.size;
  }

  /**
   * Counts a response. Returns 0 if the client may have it, else how many it is
   * over the limit.
   */
  take(client: string): number {
    const { limit, now, windowMs, maxClients } = this.#options;
    const nowMs = now();
    const ageMs = nowMs - this.#startMs;
    if (ageMs < 0 || ageMs >= windowMs) {
      this.#counts.clear();
      this.#startMs = nowMs;
    }
    const isFull = this.#counts.size >= maxClients;
    const key = isFull && !this.#counts.has(client) ? OTHERS : client;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return Math.max(0, count - limit);
  }
}
