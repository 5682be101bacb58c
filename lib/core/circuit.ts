import { LRUCache } from "lru-cache";

const MIN_HOLD_OFF_MS = 1000;
/** Caps `Retry-After`: a source with a wrong clock must not disable itself for ever. */
const MAX_HOLD_OFF_MS = 86_400_000;

/** How many failures in a row open a circuit, and for how long. */
const THRESHOLD = 3;
const OPEN_MS = 30_000;

/**
 * Circuit breaker: opens after three failures in a row for half a minute, then lets
 * one trial request decide whether it closes.
 */
export class Circuit {
  #failures = 0;
  #openUntil = 0;
  #heldOffUntil = 0;

  constructor(private readonly now: () => number) {}

  /** Whether a request may be sent now. If true, report its outcome with one of the `record` methods. */
  tryRequest(): boolean {
    if (this.now() < this.#heldOffUntil) return false;
    if (this.#failures < THRESHOLD) return true;
    if (this.now() < this.#openUntil) return false;
    // One trial at a time: others wait until it reports, or for another half minute.
    this.#openUntil = this.now() + OPEN_MS;
    return true;
  }

  /** The request ended without a result, because the caller left. Allows another trial. */
  recordAbandoned(): void {
    this.#openUntil = this.now();
  }

  /** The request succeeded: closes the circuit. */
  recordSuccess(): void {
    this.#failures = 0;
  }

  /** Blocks requests for `ms`, at most a day, whatever the outcome of requests already under way. */
  holdOff(ms: number): void {
    this.#failures = Math.max(this.#failures, THRESHOLD);
    const heldOffUntil = this.now() + Math.min(ms, MAX_HOLD_OFF_MS);
    this.#heldOffUntil = Math.max(this.#heldOffUntil, heldOffUntil);
  }

  /** The request failed: opens the circuit after three in a row. */
  recordFailure(): void {
    this.#failures++;
    if (this.#failures >= THRESHOLD) {
      this.#openUntil = this.now() + OPEN_MS;
    }
  }
}

/** Bounded, because strangers choose servers. */
const MAX_SERVERS = 2_048;

/** The circuits of servers by name. Only those that have failed have an entry: `memo` adds one. */
export function serverCircuits(now: () => number): LRUCache<string, Circuit> {
  return new LRUCache({ max: MAX_SERVERS, memoMethod: () => new Circuit(now) });
}

/** How long to pause requests to a busy server that does not say how long. */
export const DEFAULT_HOLD_OFF_MS = 60_000;

/**
 * The wait in the header `Retry-After` (RFC 9110 section 10.2.3) in milliseconds,
 * from one second to one day; undefined if it is missing or malformed.
 *
 * A date is compared with the response's own `Date`, because the clocks can differ.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  return boundedHoldOffMs(
    /^\d+$/.test(value)
      ? Number(value) * 1000
      : Date.parse(value) - Date.parse(headers.get("date") ?? ""),
  );
}

/** Clamps a wait to the range from one second to one day; undefined if it is not a number. */
export function boundedHoldOffMs(ms: number): number | undefined {
  return Number.isNaN(ms)
    ? undefined
    : Math.min(Math.max(ms, MIN_HOLD_OFF_MS), MAX_HOLD_OFF_MS);
}

/**
 * How long to pause requests to a busy server, in milliseconds: null if it does not
 * say how long, undefined if it is not busy. A 503 means busy only with a time;
 * without one it is an ordinary failure.
 *
 * @param waitMs reads the wait from the headers
 */
export function busyMs(
  { status, headers }: { status: number | null; headers: Headers },
  waitMs = retryAfterMs,
): number | null | undefined {
  if (status === 429) return waitMs(headers) ?? null;
  return status === 503 ? waitMs(headers) : undefined;
}
