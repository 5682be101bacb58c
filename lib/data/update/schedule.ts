import type { Outcome } from "./outcome.ts";

/**
 * Adapts an update for `startSchedule`: it rejects if a feed failed, and retries
 * update only the feeds that failed.
 *
 * @param update called with the names of the feeds to update; undefined for all
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
    const failures = outcomes.filter(({ outcome }) => outcome === "failed");
    failed = failures.map(({ feed }) => feed);
    if (failures.length === 0) return;
    throw new Error(
      failures.map(({ feed, message }) => `${feed}: ${message}`).join("; "),
    );
  };
}

export type Period = "daily" | "weekly" | "monthly";

export interface ScheduleOptions {
  readonly every: Period;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Time of the last successful run, including manual ones, in milliseconds since the epoch; null if there was none. */
  readonly lastRun: () => Promise<number | null>;
  /** @param attempt 0 for a regular run, 1 to 3 for its retries */
  readonly run: (signal: AbortSignal, attempt: number) => Promise<void>;
  /** From 0 to 1, exclusive. */
  readonly random: () => number;
  readonly log: (message: string, cause?: unknown) => void;
  /** Calls `callback` after `delayMs`. Returns a function that cancels it. */
  readonly setTimer?: (callback: () => void, delayMs: number) => () => void;
}

export interface Schedule {
  /** Aborts the current run and resolves after it has ended. Never rejects. */
  stop(): Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const periods = { daily: DAY, weekly: 7 * DAY, monthly: 30 * DAY };

const MAX_RETRIES = 3;

/**
 * Longest sleep. Timers are limited to 2^31 ms, less than a month, and do not
 * notice that the clock was set or the machine was suspended.
 */
const MAX_SLEEP = HOUR;

function setTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}

/**
 * Runs a task once per period, counted from its last success.
 *
 * A random delay of up to a tenth of the period keeps many servers from sending
 * requests at the same time. An overdue task runs 1 to 10 minutes after the
 * start. A failed run is retried after an hour, at most three times.
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
    // A time in the future was recorded by a wrong clock.
    return time === null || time > now() ? -Infinity : time;
  };
  const first = await last();
  let due = first + period <= now()
    ? now() + MINUTE * (1 + 9 * random())
    : after(first);
  for (let attempt = 0;;) {
    await sleepUntil(due, options, signal);
    const latest = attempt === 0 ? await last() : -Infinity;
    // It was run manually in the meantime.
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
  // A longer wait means that the clock was set back.
  const longest = periods[every] * 1.1;
  for (let left = time - now(); left > 0 && left <= longest;) {
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
