import type { Outcome } from "./outcome.ts";

/**
 * Makes an update what `startSchedule` runs: it fails when a feed failed, and
 * its repetitions ask for the failed feeds only.
 *
 * @param update gets the names of the feeds to ask, undefined for all
 */
export function scheduledUpdate(
  update: (
    signal: AbortSignal,
    only: readonly string[] | undefined,
  ) => Promise<readonly Outcome[]>,
): (signal: AbortSignal, attempt: number) => Promise<void> {
  let failed: readonly string[] | undefined;
  return async (signal, attempt) => {
    if (attempt === 0) failed = undefined;
    const outcomes = await update(signal, failed);
    const kept = outcomes.filter(({ outcome }) => outcome === "kept");
    failed = kept.map(({ feed }) => feed);
    if (kept.length === 0) return;
    throw new Error(
      kept.map(({ feed, message }) => `${feed}: ${message}`).join("; "),
    );
  };
}

export type Period = "daily" | "weekly" | "monthly";

export interface ScheduleOptions {
  readonly every: Period;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** When the last run succeeded, by whomever it was started; null for never. */
  readonly lastRun: () => Promise<number | null>;
  /** @param attempt 0 for a regular run, 1 to 3 for its repetitions */
  readonly run: (signal: AbortSignal, attempt: number) => Promise<void>;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
  readonly log: (message: string, cause?: unknown) => void;
  /** Calls back after `delayMs`; the function it returns cancels that. */
  readonly setTimer?: (callback: () => void, delayMs: number) => () => void;
}

export interface Schedule {
  /** Aborts what runs and resolves when it has ended. Never rejects. */
  stop(): Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const periods = { daily: DAY, weekly: 7 * DAY, monthly: 30 * DAY };

const MAX_RETRIES = 3;

/**
 * Longest sleep. A timer cannot wait for a month (its limit is 2^31 ms), and
 * one that did would not notice that the clock was set or the machine slept.
 */
const MAX_SLEEP = HOUR;

function setTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}

/**
 * Runs something once in a period, counted from its last success.
 *
 * Up to a tenth of the period is added by chance, so that many servers do not
 * ask at the same time. What is overdue runs 1 to 10 minutes after the start.
 * A failed run is repeated after an hour, three times at most.
 */
export function startSchedule(options: ScheduleOptions): Schedule {
  const controller = new AbortController();
  const ended = keepRunning(options, controller.signal).catch((error) => {
    if (!controller.signal.aborted) options.log("the schedule ended", error);
  });
  return {
    async stop() {
      controller.abort();
      await ended;
    },
  };
}

async function keepRunning(
  options: ScheduleOptions,
  signal: AbortSignal,
): Promise<void> {
  const { now, random, run, log } = options;
  const period = periods[options.every];
  const after = (time: number) => time + period * (1 + random() / 10);
  const last = async () => {
    const time = await lastRun(options);
    // A time in the future comes from a clock that was wrong and says nothing.
    return time === null || time > now() ? -Infinity : time;
  };
  const first = await last();
  let due = first + period <= now()
    ? now() + MINUTE * (1 + 9 * random())
    : after(first);
  for (let attempt = 0;;) {
    await sleepUntil(due, options, signal);
    const latest = attempt === 0 ? await last() : -Infinity;
    // Somebody ran it by hand meanwhile.
    if (latest + period > now()) {
      due = after(latest);
      continue;
    }
    try {
      signal.throwIfAborted();
      await run(signal, attempt);
      attempt = 0;
    } catch (error) {
      if (signal.aborted) return;
      log("the scheduled run failed", error);
      attempt = (attempt + 1) % (MAX_RETRIES + 1);
    }
    due = attempt === 0 ? after(now()) : now() + HOUR;
  }
}

async function lastRun(
  { lastRun, log }: ScheduleOptions,
): Promise<number | null> {
  try {
    return await lastRun();
  } catch (error) {
    log("the time of the last run cannot be read", error);
    return null;
  }
}

async function sleepUntil(
  time: number,
  { every, now, setTimer: timer = setTimer }: ScheduleOptions,
  signal: AbortSignal,
): Promise<void> {
  // Nothing is further away than this, unless the clock was set back.
  const most = periods[every] * 1.1;
  for (let left = time - now(); left > 0 && left <= most;) {
    await new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const cancel = timer(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, Math.min(left, MAX_SLEEP));
      const stop = () => {
        cancel();
        reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
    });
    left = time - now();
  }
}
