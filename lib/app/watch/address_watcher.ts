import { messageOf } from "../../core/errors.ts";
import { Mutex } from "../../core/semaphore.ts";
import { settleAll } from "../../core/async.ts";
import {
  type AddressQuery,
  AddressQueryError,
  type Family,
} from "./address_query.ts";

/** A new public address. */
export interface AddressChange {
  readonly family: Family;
  readonly address: string;
  /** The address reported before; null if there was none. */
  readonly previous: string | null;
}

/** The addresses reported last. */
export type ReportedAddresses = { [family in Family]?: string };

export interface AddressWatcherDeps {
  query: AddressQuery;
  families: readonly Family[];
  reported: ReportedAddresses;
  /** Called once for each change, before `act`. */
  print: (change: AddressChange) => void;
  /** Rejects if it must be tried again. */
  act: (change: AddressChange, signal: AbortSignal) => Promise<void>;
  /** Called after `act`. */
  save: (reported: ReportedAddresses) => Promise<void>;
  /** Takes a message for the operator. */
  note: (message: string) => void;
  intervalMs: number;
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** Resolves early when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Also the delay before the first retry. */
export const MIN_INTERVAL_MS = 30_000;
const MAX_RETRY_MS = 30 * 60_000;
/** Limit for changes of a family in an hour, in case two addresses alternate. */
const MAX_CHANGES = 6;
const HOUR_MS = 3_600_000;

interface Check {
  /** "unknown": no address was found. "failed": a change could not be acted on. */
  result: "done" | "unknown" | "failed";
  /** How long to wait at least before the next check. */
  waitMs: number;
}

/**
 * Watches this machine's public addresses. IPv4 and IPv6 are watched
 * independently; only `print`, `act` and `save` run for one change at a time.
 */
export class AddressWatcher {
  readonly #mutex = new Mutex();
  readonly #reported: ReportedAddresses;
  readonly #printed: ReportedAddresses = {};
  /** When the changes of the last hour were reported. */
  readonly #times: Record<Family, number[]> = { 4: [], 6: [] };
  /** The last message about a failing family. */
  readonly #notes: { [family in Family]?: string } = {};

  constructor(private readonly deps: AddressWatcherDeps) {
    this.#reported = { ...deps.reported };
  }

  /**
   * Checks each family once. Returns whether an address of some family was found,
   * and every change was acted on.
   */
  async once(signal: AbortSignal): Promise<boolean> {
    const { families } = this.deps;
    const results = (await settleAll(
      families.map((family) => this.#check(family, signal)),
    )).map(({ result }) => result);
    return results.includes("done") && !results.includes("failed");
  }

  /** Checks until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await settleAll(
      this.deps.families.map((family) => this.#watch(family, signal)),
    );
  }

  async #watch(family: Family, signal: AbortSignal): Promise<void> {
    const { intervalMs, random, sleep } = this.deps;
    for (let failures = 0; !signal.aborted;) {
      const { result, waitMs } = await this.#check(family, signal);
      const isOk = result === "done";
      failures = isOk ? 0 : failures + 1;
      // Spread over time: many clients fail at once when their server restarts.
      const delayMs = isOk
        ? intervalMs * (1 + random() / 10)
        : Math.min(MIN_INTERVAL_MS * 2 ** (failures - 1), MAX_RETRY_MS) *
          (1 + random() / 2);
      await sleep(Math.max(delayMs, waitMs), signal);
    }
  }

  /** Never rejects. */
  async #check(family: Family, signal: AbortSignal): Promise<Check> {
    let address: string;
    try {
      address = (await this.deps.query(family, signal)).text;
    } catch (error) {
      if (signal.aborted) return { result: "unknown", waitMs: 0 };
      this.#note(family, messageOf(error));
      const waitMs = error instanceof AddressQueryError ? error.holdOffMs : 0;
      return { result: "unknown", waitMs };
    }
    if (this.#reported[family] === address) {
      this.#note(family, null);
      return { result: "done", waitMs: 0 };
    }
    return await this.#mutex.run(() => this.#change(family, address, signal));
  }

  async #change(
    family: Family,
    address: string,
    signal: AbortSignal,
  ): Promise<Check> {
    const { print, act, save, now } = this.deps;
    const times = this.#times[family].filter((time) => time > now() - HOUR_MS);
    this.#times[family] = times;
    if (times.length >= MAX_CHANGES) {
      this.#note(
        family,
        `the address changed more than ${MAX_CHANGES} times in an hour; the next change is reported later`,
      );
      return { result: "done", waitMs: times[0] + HOUR_MS - now() };
    }
    const previous = this.#reported[family] ?? null;
    const change = { family, address, previous };
    if (this.#printed[family] !== address) print(change);
    this.#printed[family] = address;
    try {
      await act(change, signal);
    } catch (error) {
      if (!signal.aborted) this.#note(family, messageOf(error));
      return { result: "failed", waitMs: 0 };
    }
    times.push(now());
    this.#reported[family] = address;
    this.#note(family, null);
    try {
      await save(this.#reported);
    } catch (error) {
      this.#note(family, `the state was not saved: ${messageOf(error)}`);
    }
    return { result: "done", waitMs: 0 };
  }

  /**
   * Reports each problem once, and its end.
   *
   * @param message null for no problem
   */
  #note(family: Family, message: string | null): void {
    const before = this.#notes[family];
    if (before === message || !before && message === null) return;
    this.#notes[family] = message ?? undefined;
    this.deps.note(`IPv${family}: ${message ?? "works again"}`);
  }
}
