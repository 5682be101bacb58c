import { setTimeout as pause } from "node:timers/promises";

export interface ScheduleOptions {
  readonly now: () => number;
  /** When feeds are due, in milliseconds since the epoch, by name. */
  readonly dueTimes: () => Promise<ReadonlyMap<string, number>>;
  readonly run: (
    feeds: readonly string[],
    signal: AbortSignal,
  ) => Promise<void>;
  /** Called once, after the first run, or when no feed is due at the start. */
  readonly onFirst?: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** From 0 to 1, exclusive. */
  readonly random: () => number;
  /** Resolves after `delayMs`; rejects once the signal aborts. */
  readonly sleep?: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

export interface Schedule {
  /** Aborts the current run and resolves after it has ended. Never rejects. */
  stop(): Promise<void>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Leaves the process to its start and the first requests. */
const START_DELAY_MS = 5_000;

/**
 * Shortest time between two updates of a feed, even if the first one could not be
 * recorded because the disk is full.
 */
const MIN_INTERVAL_MS = HOUR_MS;

/**
 * Longest sleep. Timers are limited to 2^31 ms, less than a month, and do not
 * notice that the clock was set or the machine was suspended. Also, the data can
 * be updated manually in the meantime.
 */
const MAX_SLEEP_MS = HOUR_MS;

/**
 * Runs the feeds that are due, 5 to 10 seconds after the start, and then 1 to 5
 * minutes after the first of them is due: one run for feeds that are due at about
 * the same time, and a random delay so that many servers do not send requests at
 * the same time.
 */
export function startSchedule(options: ScheduleOptions): Schedule {
  const controller = new AbortController();
  const ended = keepRunning(options, controller.signal).catch((error) => {
    if (!controller.signal.aborted) options.onError(error);
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
  const { now, random, dueTimes, run, onError } = options;
  const { sleep = (delayMs) => pause(delayMs, undefined, { signal }) } =
    options;
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      signal.throwIfAborted();
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      onError(error);
    }
  };
  let onFirst = options.onFirst;
  /** When each feed was last run by this schedule. */
  const ranAt = new Map<string, number>();
  /** How long after it is due a feed is run: not at all after the start. */
  let spread = 0;
  await sleep(START_DELAY_MS * (1 + random()), signal);
  while (true) {
    const time = now();
    const due = [...await attempt(dueTimes) ?? []].map(([feed, at]) => {
      const last = ranAt.get(feed);
      // A later time means that the clock was set back.
      const isKnown = last !== undefined && last <= time;
      return {
        feed,
        at: isKnown ? Math.max(at, last + MIN_INTERVAL_MS) : at,
      };
    });
    const next = Math.min(...due.map(({ at }) => at));
    const feeds = next + spread > time
      ? []
      : due.filter(({ at }) => at <= time).map(({ feed }) => feed);
    if (feeds.length > 0) await attempt(() => run(feeds, signal));
    for (const feed of feeds) ranAt.set(feed, now());
    if (onFirst) await attempt(onFirst);
    onFirst = undefined;
    if (feeds.length > 0 || spread === 0) {
      spread = MINUTE_MS * (1 + 4 * random());
    }
    const delay = feeds.length > 0 ? spread : next + spread - time;
    await sleep(Math.min(delay, MAX_SLEEP_MS), signal);
  }
}
