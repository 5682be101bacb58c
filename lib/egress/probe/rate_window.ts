export interface RateWindowOptions {
  /** Answers that one client gets in a window. */
  limit: number;
  /** Milliseconds since the epoch. */
  now: () => number;
  windowMs?: number;
  /** Clients told apart in one window. */
  maxClients?: number;
}

/** The count of all for whom there was no room. */
const OTHERS = "";

/**
 * Counts answers by client, in windows that begin for all at once.
 *
 * UDP sources are forged at will: the table is emptied with each window, and
 * once it is full newcomers share one count, so that a flood from everywhere
 * costs no more memory and gets no more answers than one client.
 */
export class RateWindow {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #windowMs: number;
  readonly #maxClients: number;
  readonly #counts = new Map<string, number>();
  #startMs = 0;

  constructor(options: RateWindowOptions) {
    this.#limit = options.limit;
    this.#now = options.now;
    this.#windowMs = options.windowMs ?? 1000;
    this.#maxClients = options.maxClients ?? 10_000;
  }

  /** Clients in the table. */
  get size(): number {
    return this.#counts.size;
  }

  /** Counts an answer: 0 where the client may have it, else the how manieth too many it is. */
  take(client: string): number {
    const nowMs = this.#now();
    const ageMs = nowMs - this.#startMs;
    if (ageMs < 0 || ageMs >= this.#windowMs) {
      this.#counts.clear();
      this.#startMs = nowMs;
    }
    const isFull = this.#counts.size >= this.#maxClients;
    const key = isFull && !this.#counts.has(client) ? OTHERS : client;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return Math.max(0, count - this.#limit);
  }
}
