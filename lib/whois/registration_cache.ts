import type { AppError } from "../core/errors.ts";
import type { Registration } from "./registration.ts";

/** What a question came to. */
export type Outcome = Registration | AppError;

interface Kept {
  readonly outcome: Outcome;
  readonly weight: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Characters of raw answers: strangers choose what is asked for, and registries how much they say. */
const MAX_WEIGHT = 16 << 20;
/** What an outcome weighs beside the raw answer, and a fault alone. */
const OWN_WEIGHT = 2_048;

/** Outcomes of bounded weight in memory: the one that was used longest ago makes room. */
export class RegistrationCache {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  readonly #maxWeight: number;
  #weight = 0;

  /** @param now milliseconds since the epoch */
  constructor(now: () => number, maxWeight = MAX_WEIGHT) {
    this.#now = now;
    this.#maxWeight = maxWeight;
  }

  /** In characters. */
  get weight(): number {
    return this.#weight;
  }

  get(key: string): Outcome | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    if (kept.expiresAt <= this.#now()) {
      this.#weight -= kept.weight;
      return undefined;
    }
    // A Map keeps the order of insertion: the one just used goes to the end.
    this.#kept.set(key, kept);
    return kept.outcome;
  }

  set(key: string, outcome: Outcome, lifetimeMs: number): void {
    this.#drop(key);
    const weight = OWN_WEIGHT +
      ("raw" in outcome ? outcome.raw.text.length : 0);
    if (weight > this.#maxWeight) return;
    this.#kept.set(key, {
      outcome,
      weight,
      expiresAt: this.#now() + lifetimeMs,
    });
    this.#weight += weight;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#maxWeight) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0;
    this.#kept.delete(key);
  }
}
