import { AppError } from "../../core/errors.ts";

export interface TokenVerifierOptions {
  /**
   * Looks a token up by its hash: resolves where it can be used, rejects with an
   * `AppError` of 401 or 403 where it cannot, of 5xx where that is not known.
   */
  lookUp: (hash: string) => Promise<unknown>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** How long a token that was valid is not looked up again. */
  validMs?: number;
  /** Tokens of one client that turn out to be none, within `windowMs`. */
  maxFailures?: number;
  windowMs?: number;
  /** Bound on the tokens and on the clients in memory; past it the oldest goes. */
  maxEntries?: number;
}

interface Tries {
  startMs: number;
  count: number;
}

/**
 * Tells whether a token is valid for a client that would be refused without
 * one. Made-up tokens must not buy a banned client reads of the store: past
 * `maxFailures` of them its unknown tokens count as invalid, unread, until the
 * window ends. A token that was valid a moment ago needs none of these tries,
 * so that its owner passes beside a stranger at the same address.
 */
export class TokenVerifier {
  readonly #options: Required<TokenVerifierOptions>;
  /** By hash, when it was found valid; the latest last. */
  readonly #valid = new Map<string, number>();
  /** By client. */
  readonly #tries = new Map<string, Tries>();
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(options: TokenVerifierOptions) {
    this.#options = {
      validMs: 5_000,
      maxFailures: 10,
      windowMs: 60_000,
      maxEntries: 10_000,
      ...options,
    };
  }

  /** Tokens and clients in memory. */
  get size(): { valid: number; clients: number } {
    return { valid: this.#valid.size, clients: this.#tries.size };
  }

  /**
   * Whether the token of this hash can be used now.
   *
   * @param client the key its tries count under
   * @throws {AppError} 503 where the store fails
   */
  async isValid(hash: string, client: string): Promise<boolean> {
    const { now, validMs } = this.#options;
    const nowMs = now();
    const seenMs = this.#valid.get(hash);
    if (seenMs !== undefined && isWithin(seenMs, validMs, nowMs)) return true;
    const underWay = this.#underWay.get(hash);
    if (underWay) return await underWay;
    const tries = seenMs === undefined ? this.#triesOf(client, nowMs) : null;
    if (tries && tries.count >= this.#options.maxFailures) return false;
    // Counted before the answer is there: many at once must not all pass.
    if (tries) tries.count++;
    const looking = this.#lookUp(hash);
    this.#underWay.set(hash, looking);
    try {
      const isValid = await looking;
      if (isValid && tries) tries.count--;
      return isValid;
    } finally {
      this.#underWay.delete(hash);
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
    this.#put(this.#valid, hash, now());
    return true;
  }

  #triesOf(client: string, nowMs: number): Tries {
    const known = this.#tries.get(client);
    if (known && isWithin(known.startMs, this.#options.windowMs, nowMs)) {
      return known;
    }
    const tries = { startMs: nowMs, count: 0 };
    this.#put(this.#tries, client, tries);
    return tries;
  }

  #put<V>(table: Map<string, V>, key: string, value: V): void {
    table.delete(key);
    table.set(key, value);
    if (table.size <= this.#options.maxEntries) return;
    const [oldest] = table.keys();
    table.delete(oldest);
  }
}

/** A clock that was put back ends a span rather than making it longer. */
function isWithin(startMs: number, lengthMs: number, nowMs: number): boolean {
  return nowMs >= startMs && nowMs - startMs < lengthMs;
}
