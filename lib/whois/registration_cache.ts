import { ExpiringCache } from "../core/cache.ts";
import type { AppError } from "../core/errors.ts";
import { UninterpretedError } from "./whois_errors.ts";
import type { Registration } from "./registration.ts";

/** The result of a query: a registration, or why there is none. */
export type Outcome = Registration | AppError;

/**
 * In characters of raw responses. Strangers choose the targets, and registries
 * choose how much they send.
 */
const MAX_WEIGHT = 16 << 20;
/** The weight of an outcome without its raw response. */
const OWN_WEIGHT = 2_048;

/** Outcomes in memory, up to a total weight. Evicts the least recently used. */
export class RegistrationCache {
  readonly #cached: ExpiringCache<Outcome>;
  readonly #now: () => number;

  constructor(now: () => number, maxWeight = MAX_WEIGHT) {
    this.#now = now;
    this.#cached = new ExpiringCache({ maxWeight, now });
  }

  /** The total weight, in characters. */
  get weight(): number {
    return this.#cached.weight;
  }

  get(key: string): Outcome | undefined {
    return this.#cached.get(key);
  }

  set(key: string, outcome: Outcome, lifetimeMs: number): void {
    const rawLength = outcome instanceof UninterpretedError
      ? outcome.response.raw.text.length
      : "raw" in outcome
      ? outcome.raw.text.length
      : 0;
    const expiresAt = this.#now() + lifetimeMs;
    this.#cached.set(key, outcome, expiresAt, OWN_WEIGHT + rawLength);
  }
}
