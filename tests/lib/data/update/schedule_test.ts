import assert from "node:assert/strict";
import {
  type ScheduleOptions,
  startSchedule,
} from "../../../../lib/data/update/schedule.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 21, 12);

/** Runs all pending microtasks. */
async function settled(): Promise<void> {
  // A real timer would take a millisecond for each of thousands of hours.
  for (let turn = 0; turn < 30; turn++) await null;
}

/** A clock that the test sets, and its timers. */
class Clock {
  now = START;
  longest = 0;
  readonly timers = new Map<() => void, number>();

  sleep = (delayMs: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    this.longest = Math.max(this.longest, delayMs);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.timers.set(resolve, this.now + delayMs);
    signal.addEventListener("abort", () => {
      this.timers.delete(resolve);
      reject(signal.reason);
    });
    return promise;
  };

  /** Advances from timer to timer. */
  async advance(ms: number) {
    const end = this.now + ms;
    for (await settled();; await settled()) {
      const [next] = [...this.timers].sort((a, b) => a[1] - b[1]);
      if (!next || next[1] > end) break;
      this.timers.delete(next[0]);
      this.now = Math.max(this.now, next[1]);
      next[0]();
    }
    this.now = end;
  }
}

/**
 * A schedule whose runs make each feed due again after its period.
 *
 * @param due when each feed is due, relative to the start
 */
function fixture(
  due: Record<string, number>,
  { periods = {}, ...more }: Partial<ScheduleOptions> & {
    periods?: Record<string, number>;
  } = {},
) {
  const clock = new Clock();
  /** Start times of the runs, relative to the start, with their feeds. */
  const runs: [time: number, feeds: string][] = [];
  const errors: string[] = [];
  const { stop } = startSchedule({
    now: () => clock.now,
    random: () => 0,
    dueTimes() {
      const times = Object.entries(due).map(([a, at]) =>
        [a, START + at] as const
      );
      return Promise.resolve(new Map(times));
    },
    run(feeds) {
      const time = clock.now - START;
      runs.push([time, feeds.join(" ")]);
      for (const feed of feeds) due[feed] = time + (periods[feed] ?? DAY);
      return Promise.resolve();
    },
    onError: (error) => errors.push(String(error)),
    sleep: clock.sleep,
    ...more,
  });
  /** The runs until then. */
  const after = async (ms: number) => {
    await clock.advance(ms);
    return runs;
  };
  return { after, clock, due, runs, errors, stop, [Symbol.asyncDispose]: stop };
}

Deno.test("startSchedule - runs due feeds 5 to 10 seconds after the start", async () => {
  for (const [chance, seconds] of [[0, 5], [0.5, 7.5], [1, 10]]) {
    const random = () => chance;
    await using it = fixture({ a: -Infinity, b: -1, c: HOUR }, { random });
    assert.deepEqual(await it.after(seconds * SECOND - 1), []);
    assert.deepEqual(await it.after(1), [[seconds * SECOND, "a b"]]);
  }
});

Deno.test("startSchedule - chooses a new delay only after a run", async () => {
  let chosen = 0;
  const random = () => {
    chosen++;
    return 0;
  };
  await using it = fixture({ a: DAY }, { random });
  assert.deepEqual(await it.after(23 * HOUR), []);
  assert.equal(chosen, 2);
  assert.equal((await it.after(2 * HOUR)).length, 1);
  assert.equal(chosen, 3);
});

Deno.test("startSchedule - runs each feed at its own period, 1 to 5 minutes after it is due", async () => {
  for (const [chance, late] of [[0, 1], [1, 5]]) {
    await using it = fixture({ fast: 2 * HOUR, slow: 5 * HOUR }, {
      periods: { fast: 2 * HOUR, slow: 7 * DAY },
      random: () => chance,
    });
    assert.deepEqual(await it.after(6 * HOUR + 3 * late * MINUTE), [
      [2 * HOUR + late * MINUTE, "fast"],
      [4 * HOUR + 2 * late * MINUTE, "fast"],
      [5 * HOUR + late * MINUTE, "slow"],
      [6 * HOUR + 3 * late * MINUTE, "fast"],
    ]);
  }
});

Deno.test("startSchedule - feeds that are due at about the same time share a run", async () => {
  await using it = fixture({ a: HOUR, b: HOUR + 60_000, c: HOUR + 61_000 });
  const runs = await it.after(2 * HOUR);
  assert.deepEqual(runs.map(([, feeds]) => feeds), ["a b", "c"]);
});

Deno.test("startSchedule - runs no feed twice within an hour, even if it stays due", async () => {
  await using it = fixture({ a: 0 }, { periods: { a: -DAY } });
  const times = (await it.after(4 * HOUR)).map(([time]) => time);
  assert.equal(times.length, 4);
  for (const i of [1, 2, 3]) assert(times[i] - times[i - 1] >= HOUR);
});

Deno.test("startSchedule - sets no timer beyond an hour, and notices that the clock was set", async () => {
  await using it = fixture({ a: 30 * DAY }, { periods: { a: 30 * DAY } });
  assert.deepEqual(await it.after(DAY), []);
  assert.equal(it.clock.longest, HOUR);
  it.clock.now += 40 * DAY;
  assert.equal((await it.after(HOUR)).length, 1);
});

Deno.test("startSchedule - a clock set back by years does not delay a run by years", async () => {
  await using it = fixture({ a: 0 });
  assert.equal((await it.after(MINUTE)).length, 1);
  for (const [callback] of it.clock.timers) it.clock.timers.set(callback, 0);
  it.clock.now -= 400 * DAY;
  it.due.a = -Infinity;
  assert.equal((await it.after(0)).length, 2);
});

Deno.test("startSchedule - a manual update postpones the next run", async () => {
  await using it = fixture({ a: 20 * HOUR });
  await it.clock.advance(19 * HOUR);
  it.due.a = 44 * HOUR;
  assert.deepEqual(await it.after(24 * HOUR), []);
  assert.deepEqual(await it.after(2 * HOUR), [[44 * HOUR + MINUTE, "a"]]);
});

Deno.test("startSchedule - passes on errors, and continues", async () => {
  let runs = 0;
  const run = () => Promise.reject(new Error(`run ${++runs}`));
  await using it = fixture({ a: 0 }, { run });
  await it.clock.advance(2 * HOUR);
  assert.deepEqual(it.errors, ["Error: run 1", "Error: run 2"]);
});

Deno.test("startSchedule - retries after an hour if it cannot determine what is due", async () => {
  let checks = 0;
  await using it = fixture({}, {
    dueTimes() {
      checks++;
      return Promise.reject(new Error("no folder"));
    },
  });
  assert.deepEqual(await it.after(3 * HOUR), []);
  assert.equal(checks, 3);
  assert.deepEqual(it.errors, Array(3).fill("Error: no folder"));
});

Deno.test("startSchedule - calls onFirst once, after the first run or if there is none", async () => {
  for (const [due, runs] of [[0, 1], [DAY, 0]]) {
    const seen: number[] = [];
    const onFirst = () => Promise.resolve(void seen.push(it.runs.length));
    await using it = fixture({ a: due }, { onFirst });
    await it.clock.advance(MINUTE);
    await it.clock.advance(3 * DAY);
    assert.deepEqual(seen, [runs]);
  }
});

Deno.test("Schedule.stop - cancels the timer", async () => {
  const it = fixture({ a: 3 * HOUR });
  await it.clock.advance(2 * HOUR);
  assert.equal(it.clock.timers.size, 1);
  await it.stop();
  assert.equal(it.clock.timers.size, 0);
  assert.deepEqual([await it.after(2 * DAY), it.errors], [[], []]);
});

Deno.test("Schedule.stop - aborts the current run and waits for its end", async () => {
  const steps: string[] = [];
  const it = fixture({ a: 0 }, {
    async run(_feeds, signal) {
      steps.push("begins");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await settled();
      steps.push("has cleared up");
      signal.throwIfAborted();
    },
  });
  await it.clock.advance(MINUTE);
  assert.deepEqual(steps, ["begins"]);
  await it.stop();
  steps.push("stopped");
  assert.deepEqual(steps, ["begins", "has cleared up", "stopped"]);
  assert.deepEqual(it.errors, []);
  assert.equal(it.clock.timers.size, 0);
});

Deno.test("Schedule.stop - may be called immediately after the start, and twice", async () => {
  // With real timers: the test's sanitizer would report one that is left.
  const it = fixture({ a: 0 }, { sleep: undefined });
  await it.stop();
  await it.stop();
  assert.deepEqual([it.runs, it.errors], [[], []]);
});

Deno.test("startSchedule - works with real timers", async () => {
  const ran = Promise.withResolvers<readonly string[]>();
  const schedule = startSchedule({
    now: Date.now,
    // A negative delay fires at once.
    random: () => -1,
    dueTimes: () => Promise.resolve(new Map([["a", 0]])),
    run: (feeds) => Promise.resolve(ran.resolve(feeds)),
    onError: ran.reject,
  });
  assert.deepEqual(await ran.promise, ["a"]);
  await schedule.stop();
});
