import { AppError } from "../../core/errors.ts";
import { FairMap } from "../../limits/fair_table.ts";

export interface TokenVerifierOptions {
  /**
   * Looks up a token by its hash. Resolves if it can be used, and rejects with an
   * `AppError`: 401 or 403 if it cannot, 5xx if that is unknown.
   */
  lookUp: (hash: string) => Promise<unknown>;
  now: () => number;
  /**
   * Maximum number of tokens, and of clients, in memory. The oldest tokens are
   * dropped, and the oldest clients of the network with the most.
   */
  maxEntries?: number;
}

/** How long a valid token is cached. */
const VALID_MS = 5_000;
/** Invalid tokens that a client can send within a minute. */
const MAX_FAILURES = 10;
const WINDOW_MS = 60_000;

interface Tries {
  startMs: number;
  count: number;
}

/**
 * Checks the tokens of banned clients, who are let in with a valid one. They must
 * not cause unlimited reads of the store with made-up tokens: after ten,
 * unknown tokens of the client count as invalid without a read until the window
 * ends. A recently valid token is not affected, so its owner gets in even if
 * someone else at the same address sends invalid ones.
 */
export class TokenVerifier {
  readonly #options: Required<TokenVerifierOptions>;
  /** When each token was last found valid, by hash, oldest first. */
  readonly #valid = new Map<string, number>();
  /** By client. */
  readonly #tries: FairMap<Tries>;
  readonly #inProgress = new Map<string, Promise<boolean>>();

  constructor(options: TokenVerifierOptions) {
    this.#options = { maxEntries: 10_000, ...options };
    this.#tries = new FairMap(this.#options.maxEntries);
  }

  /** The number of tokens and clients in memory. */
  get size(): { valid: number; clients: number } {
    return { valid: this.#valid.size, clients: this.#tries.size };
  }

  /**
   * Whether the token with this hash can be used now.
   *
   * @param client the key of the client whose failures are counted
   * @throws {AppError} 503 if the store fails
   */
  async isValid(hash: string, client: string): Promise<boolean> {
    const nowMs = this.#options.now();
    const seenMs = this.#valid.get(hash);
    if (seenMs !== undefined && isWithin(seenMs, VALID_MS, nowMs)) return true;
    const inProgress = this.#inProgress.get(hash);
    if (inProgress) return await inProgress;
    const tries = seenMs === undefined ? this.#triesOf(client, nowMs) : null;
    if (tries && tries.count >= MAX_FAILURES) return false;
    // Counted before the lookup ends, so that concurrent tries can't exceed the maximum.
    if (tries) tries.count++;
    const looking = this.#lookUp(hash);
    this.#inProgress.set(hash, looking);
    try {
      const isValid = await looking;
      if (isValid && tries) tries.count--;
      return isValid;
    } finally {
      this.#inProgress.delete(hash);
    }
  }

  async #lookUp(hash: string): Promise<boolean> {
    const { lookUp, now } = this.#options;
    try {
      await lookUp(hash);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      this.#valid.delete(hash);
      return false;
    }
    this.#valid.delete(hash);
    this.#valid.set(hash, now());
    if (this.#valid.size > this.#options.maxEntries) {
      const [oldest] = this.#valid.keys();
      this.#valid.delete(oldest);
    }
    return true;
  }

  #triesOf(client: string, nowMs: number): Tries {
    const known = this.#tries.get(client);
    if (known && isWithin(known.startMs, WINDOW_MS, nowMs)) return known;
    const tries = { startMs: nowMs, count: 0 };
    this.#tries.set(client, tries);
    return tries;
  }
}

/** If the clock was set back, the span ends; it must not grow. */
function isWithin(startMs: number, lengthMs: number, nowMs: number): boolean {
  return nowMs >= startMs && nowMs - startMs < lengthMs;
}
