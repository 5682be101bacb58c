import { ExpiringCache } from "../../core/cache.ts";
import type { ClientKey } from "../../core/caller.ts";

const MEMORY_MS = 10 * 60_000;
const MAX_CLIENTS = 10_000;
const FAILURE = Object.freeze({});

/** Clients that have sent a wrong password in the last ten minutes. */
export class RecentFailures {
  readonly #now: () => number;
  readonly #clients: ExpiringCache<object>;

  /** @param now milliseconds since the epoch */
  constructor({ now }: { now: () => number }) {
    this.#now = now;
    this.#clients = new ExpiringCache({ maxWeight: MAX_CLIENTS, now });
  }

  has({ group }: ClientKey): boolean {
    return this.#clients.get(group) !== undefined;
  }

  /** Remembers a wrong password. A right one later changes nothing: an attacker may have an account. */
  add({ group }: ClientKey): void {
    this.#clients.set(group, FAILURE, this.#now() + MEMORY_MS);
  }
}
