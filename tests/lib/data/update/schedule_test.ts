import assert from "node:assert/strict";
import type { Outcome } from "../../../../lib/data/update/outcome.ts";
import {
  type Period,
  scheduledUpdate,
  type ScheduleOptions,
  startSchedule,
} from "../../../../lib/data/update/schedule.ts";
import fc from "fast-check";

const { signal } = new AbortController();

function outcome(feed: string, outcome: Outcome["outcome"]): Outcome {
  return { feed, outcome, message: "why", entries: null, bytes: null };
}

/** A scheduled update with given results, and a record of its calls. */
function updates(...results: (Outcome[] | Error)[]) {
  const requests: (readonly string[] | undefined)[] = [];
  const run = scheduledUpdate((_signal, only) => {
    requests.push(only);
    const result = results.shift()!;
    return result instanceof Error
      ? Promise.reject(result)
      : Promise.resolve(result);
  });
  return { requests, run };
}

Deno.test("scheduledUpdate - resolves if no feed failed", async () => {
  const { run, requests } = updates([
    outcome("a", "updated"),
    outcome("b", "unchanged"),
    outcome("c", "skipped"),
  ]);
  await run(signal, 0);
  assert.deepEqual(requests, [undefined]);
});

Deno.test("scheduledUpdate - retries only the feeds that failed", async () => {
  const { run, requests } = updates(
    [outcome("a", "failed"), outcome("b", "updated"), outcome("c", "failed")],
    [outcome("a", "updated"), outcome("c", "failed")],
    [outcome("c", "updated")],
    [outcome("a", "unchanged")],
  );
  await assert.rejects(run(signal, 0), { message: "a: why; c: why" });
  await assert.rejects(run(signal, 1), { message: "c: why" });
  await run(signal, 2);
  await run(signal, 0);
  assert.deepEqual(requests, [undefined, ["a", "c"], ["c"], undefined]);
});

Deno.test("scheduledUpdate - retries all feeds if the update could not start", async () => {
  const { run, requests } = updates(
    [outcome("a", "failed")],
    new Error("another update is running."),
    [outcome("a", "updated")],
  );
  await assert.rejects(run(signal, 0));
  await assert.rejects(run(signal, 1), {
    message: "another update is running.",
  });
  await run(signal, 2);
  assert.deepEqual(requests, [undefined, ["a"], ["a"]]);
});

Deno.test("scheduledUpdate - passes the signal to the update", async () => {
  const { signal } = new AbortController();
  await scheduledUpdate((given) => {
    assert.equal(given, signal);
    return Promise.resolve([]);
  })(signal, 0);
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 21, 12);

/** Runs all pending microtasks and immediates. */
async function settled(): Promise<void> {
  // A real timer would take a millisecond for each of thousands of hours.
  for (let turn = 0; turn < 30; turn++) await null;
}

/** A clock that the test sets, and its timers. */
class Clock {
  now = START;
  longest = 0;
  readonly timers = new Map<() => void, number>();

  setTimer = (callback: () => void, delayMs: number) => {
    this.longest = Math.max(this.longest, delayMs);
    this.timers.set(callback, this.now + delayMs);
    return () => {
      this.timers.delete(callback);
    };
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

interface World extends AsyncDisposable {
  clock: Clock;
  /** Start times of the runs, in milliseconds since the start, with the attempt. */
  runs: [number, number][];
  logged: string[];
  last: number | null;
  stop(): Promise<void>;
}

function createFixture(
  every: Period,
  last: number | null,
  more: Partial<ScheduleOptions> & { fails?: () => boolean } = {},
): World {
  const clock = new Clock();
  const made: Omit<World, "stop" | typeof Symbol.asyncDispose> = {
    clock,
    runs: [],
    logged: [],
    last,
  };
  const { stop } = startSchedule({
    every,
    now: () => clock.now,
    random: () => 0,
    lastRun: () => Promise.resolve(made.last),
    run(_signal, attempt) {
      made.runs.push([clock.now - START, attempt]);
      if (more.fails?.()) return Promise.reject(new Error("no network"));
      made.last = clock.now;
      return Promise.resolve();
    },
    log: (message, cause) => made.logged.push(`${message}: ${cause}`),
    setTimer: clock.setTimer,
    ...more,
  });
  return Object.assign(made, { stop, [Symbol.asyncDispose]: stop });
}

Deno.test("startSchedule - runs once per period, counted from the last run", async () => {
  for (
    const [every, period] of [
      ["daily", DAY],
      ["weekly", 7 * DAY],
      ["monthly", 30 * DAY],
    ] as const
  ) {
    await using it = createFixture(every, START - 5 * HOUR);
    await it.clock.advance(period - 5 * HOUR - 1);
    assert.deepEqual(it.runs, []);
    await it.clock.advance(1 + 2 * period);
    const first = period - 5 * HOUR;
    assert.deepEqual(it.runs, [
      [first, 0],
      [first + period, 0],
      [first + 2 * period, 0],
    ]);
  }
});

Deno.test("startSchedule - adds a random delay of up to a tenth of the period", async () => {
  await using it = createFixture("monthly", START, { random: () => 0.5 });
  await it.clock.advance(65 * DAY);
  assert.deepEqual(it.runs, [[31.5 * DAY, 0], [63 * DAY, 0]]);
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (chance) => {
        await using it = createFixture("daily", START, {
          random: () => chance,
        });
        await it.clock.advance(1.1 * DAY);
        assert.equal(it.runs.length, 1);
        assert(it.runs[0][0] >= DAY);
      },
    ),
    { numRuns: 20 },
  );
});

Deno.test("startSchedule - an overdue task runs 1 to 10 minutes after the start", async () => {
  for (const last of [null, 0, START - DAY]) {
    for (const [chance, minutes] of [[0, 1], [0.5, 5.5], [1, 10]]) {
      await using it = createFixture("daily", last, { random: () => chance });
      await it.clock.advance(10 * MINUTE);
      assert.deepEqual(it.runs, [[minutes * MINUTE, 0]]);
    }
  }
});

Deno.test("startSchedule - sets no timer beyond the limit of timers", async () => {
  await using it = createFixture("monthly", START);
  await it.clock.advance(30 * DAY);
  assert.equal(it.runs.length, 1);
  assert.equal(it.clock.longest, HOUR);
});

Deno.test("startSchedule - notices within an hour that the clock was set", async () => {
  await using it = createFixture("monthly", START);
  await it.clock.advance(MINUTE);
  it.clock.now += 40 * DAY;
  await it.clock.advance(0);
  assert.deepEqual(it.runs, [[40 * DAY + MINUTE, 0]]);
});

Deno.test("startSchedule - a clock set back by years does not delay a run by years", async () => {
  await using it = createFixture("monthly", START);
  await it.clock.advance(DAY + 1);
  for (const [hooked] of it.clock.timers) it.clock.timers.set(hooked, 0);
  it.clock.now -= 400 * DAY;
  await it.clock.advance(0);
  assert.deepEqual(it.runs, [[-399 * DAY + 1, 0]]);
});

Deno.test("startSchedule - ignores a last run in the future", async () => {
  await using it = createFixture("daily", START + 400 * DAY);
  await it.clock.advance(DAY);
  assert.deepEqual(it.runs, [[MINUTE, 0]]);
});

Deno.test("startSchedule - a manual run postpones the next one", async () => {
  await using it = createFixture("daily", START);
  await it.clock.advance(20 * HOUR);
  it.last = it.clock.now;
  await it.clock.advance(23 * HOUR);
  assert.deepEqual(it.runs, []);
  await it.clock.advance(HOUR);
  assert.deepEqual(it.runs, [[44 * HOUR, 0]]);
});

Deno.test("startSchedule - logs a failed run and retries it hourly, three times", async () => {
  await using it = createFixture("daily", START - DAY, { fails: () => true });
  await it.clock.advance(2 * DAY);
  const hours = it.runs.map(([at, attempt]) => [(at - MINUTE) / HOUR, attempt]);
  assert.deepEqual(hours, [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [27, 0],
    [28, 1],
    [29, 2],
    [30, 3],
  ]);
  assert.deepEqual(
    new Set(it.logged),
    new Set(["the scheduled run failed: Error: no network"]),
  );
  assert.equal(it.logged.length, 8);
});

Deno.test("startSchedule - stops retrying after a success", async () => {
  let failures = 2;
  await using it = createFixture("daily", null, {
    fails: () => failures-- > 0,
  });
  await it.clock.advance(2 * DAY);
  const hours = it.runs.map(([at, attempt]) => [(at - MINUTE) / HOUR, attempt]);
  assert.deepEqual(hours, [[0, 0], [1, 1], [2, 2], [26, 0]]);
});

Deno.test("startSchedule - retries a run that partly succeeded", async () => {
  let failures = 1;
  await using it = createFixture("daily", null, {
    fails() {
      it.last = it.clock.now;
      return failures-- > 0;
    },
  });
  await it.clock.advance(2 * HOUR);
  assert.deepEqual(it.runs.map(([, attempt]) => attempt), [0, 1]);
});

Deno.test("startSchedule - runs, and logs it, if the time of the last run cannot be read", async () => {
  await using it = createFixture("daily", null, {
    lastRun: () => Promise.reject(new Error("no folder")),
  });
  await it.clock.advance(MINUTE);
  assert.deepEqual(it.runs, [[MINUTE, 0]]);
  assert.equal(
    it.logged[0],
    "the time of the last run cannot be read: Error: no folder",
  );
});

Deno.test("Schedule.stop - cancels the timer", async () => {
  const it = createFixture("daily", START);
  await it.clock.advance(HOUR);
  assert.equal(it.clock.timers.size, 1);
  await it.stop();
  assert.equal(it.clock.timers.size, 0);
  await it.clock.advance(2 * DAY);
  assert.deepEqual(it.runs, []);
  assert.deepEqual(it.logged, []);
});

Deno.test("Schedule.stop - aborts the current run and waits for its end", async () => {
  const steps: string[] = [];
  const it = createFixture("daily", null, {
    run: async (signal) => {
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
  assert.deepEqual(it.logged, []);
  assert.equal(it.clock.timers.size, 0);
});

Deno.test("Schedule.stop - cancels only the current timer", async () => {
  const clock = new Clock();
  const cancelled: number[] = [];
  let begun = 0;
  const it = createFixture("daily", START, {
    now: () => clock.now,
    setTimer(callback, delayMs) {
      const sleep = ++begun;
      const cancel = clock.setTimer(callback, delayMs);
      return () => {
        cancelled.push(sleep);
        cancel();
      };
    },
  });
  await clock.advance(3 * HOUR);
  assert.equal(begun, 4);
  await it.stop();
  assert.deepEqual(cancelled, [4]);
});

Deno.test("Schedule.stop - may be called immediately after the start, and twice", async () => {
  const it = createFixture("daily", null);
  await it.stop();
  await it.stop();
  await it.clock.advance(DAY);
  assert.deepEqual(it.runs, []);
  assert.deepEqual(it.logged, []);
});

Deno.test("startSchedule - works with real timers", async () => {
  let now = START;
  const ran = Promise.withResolvers<void>();
  const schedule = startSchedule({
    every: "daily",
    // The clock advances a minute per call, so the real timers are short.
    now: () => now += MINUTE - 1,
    lastRun: () => Promise.resolve(null),
    run: () => Promise.resolve(ran.resolve()),
    random: () => 0,
    log() {},
  });
  await ran.promise;
  await schedule.stop();
});
