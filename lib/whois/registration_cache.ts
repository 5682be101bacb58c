import { ExpiringCache } from "../core/cache.ts";
import type { AppError } from "../core/errors.ts";
import type { Registration } from "./registration.ts";

/** What a question came to. */
export type Outcome = Registration | AppError;

/** Characters of raw answers: strangers choose what is asked for, and registries how much they say. */
const MAX_WEIGHT = 16 << 20;
/** What an outcome weighs beside the raw answer, and an error alone. */
const OWN_WEIGHT = 2_048;

/** Outcomes of bounded weight in memory: the one that was used longest ago makes room. */
export class RegistrationCache {
  readonly #kept: ExpiringCache<Outcome>;
  readonly #now: () => number;

  /** @param now milliseconds since the epoch */
  constructor(now: () => number, maxWeight = MAX_WEIGHT) {
    this.#now = now;
    this.#kept = new ExpiringCache({ maxWeight, now });
  }

  /** In characters. */
  get weight(): number {
    return this.#kept.weight;
  }

  get(key: string): Outcome | undefined {
    return this.#kept.get(key);
  }

  set(key: string, outcome: Outcome, lifetimeMs: number): void {
    const rawLength = "raw" in outcome ? outcome.raw.text.length : 0;
    const expiresAt = this.#now() + lifetimeMs;
    this.#kept.set(key, outcome, expiresAt, OWN_WEIGHT + rawLength);
  }
}
