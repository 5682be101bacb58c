import assert from "node:assert/strict";
import {
  AddressQueryError,
  type Family,
} from "../../../../lib/app/watch/address_query.ts";
import {
  type AddressChange,
  AddressWatcher,
  type AddressWatcherDeps,
  type ReportedAddresses,
} from "../../../../lib/app/watch/address_watcher.ts";
import { ip } from "../../../support/address.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const A = "66.102.0.1";
const B = "66.102.0.2";
const V6 = "2001:4860::1";
const SEVENTH =
  "IPv4: the address changed more than 6 times in an hour; the next change is reported later";
const gone = new Error("no response");
const done = () => Promise.resolve();

/** What a watcher needs, of which nothing happens. */
const idle: AddressWatcherDeps = {
  query: () => Promise.reject(gone),
  families: [4, 6],
  reported: {},
  print() {},
  act: done,
  save: done,
  note() {},
  intervalMs: MINUTE,
  now: () => 0,
  random: () => 0,
  sleep: () => Promise.reject(new Error("not expected")),
};

/**
 * Watches IPv4 on a clock that only sleeping moves. Each check gets the next of
 * `answers`, and the watch ends after the last.
 */
async function watched(
  answers: readonly (string | Error)[],
  deps: Partial<AddressWatcherDeps> = {},
) {
  const controller = new AbortController();
  const left = [...answers];
  let nowMs = 0;
  const events: string[] = [];
  const delays: number[] = [];
  const saved: ReportedAddresses[] = [];
  const watcher = new AddressWatcher({
    ...idle,
    query() {
      const response = left.shift()!;
      return typeof response === "string"
        ? Promise.resolve(ip(response))
        : Promise.reject(response);
    },
    families: [4],
    print: ({ address, previous }) =>
      void events.push(`print ${address} ${previous}`),
    act: ({ address }) => Promise.resolve(void events.push(`act ${address}`)),
    save: (reported) => Promise.resolve(void saved.push({ ...reported })),
    note: (message) => void events.push(message),
    intervalMs: 5 * MINUTE,
    now: () => nowMs,
    sleep(ms) {
      delays.push(ms);
      nowMs += ms;
      if (left.length === 0) controller.abort();
      return Promise.resolve();
    },
    ...deps,
  });
  await watcher.run(controller.signal);
  return { events, delays, seconds: delays.map((ms) => ms / SECOND), saved };
}

Deno.test("AddressWatcher - reports each change once", async () => {
  const { events, delays, saved } = await watched([A, A, B, B, A]);
  assert.deepEqual(events, [
    `print ${A} null`,
    `act ${A}`,
    `print ${B} ${A}`,
    `act ${B}`,
    `print ${A} ${B}`,
    `act ${A}`,
  ]);
  assert.deepEqual(saved, [{ 4: A }, { 4: B }, { 4: A }]);
  assert.deepEqual(delays, Array(5).fill(5 * MINUTE));
});

Deno.test("AddressWatcher - does not report what an earlier run reported", async () => {
  const { events } = await watched([A, B], { reported: { 4: A } });
  assert.deepEqual(events, [`print ${B} ${A}`, `act ${B}`]);
});

Deno.test("AddressWatcher - retries ever later, notes a problem once, and waits as long as the server asks", async () => {
  const { events, seconds } = await watched([
    ...Array(9).fill(gone),
    A,
    new AddressQueryError("busy", 2 * 60 * MINUTE),
    A,
  ]);
  assert.deepEqual(events, [
    "IPv4: no response",
    `print ${A} null`,
    `act ${A}`,
    "IPv4: works again",
    "IPv4: busy",
    "IPv4: works again",
  ]);
  assert.deepEqual(
    seconds,
    [30, 60, 120, 240, 480, 960, 1800, 1800, 1800, 300, 7200, 300],
  );
});

Deno.test("AddressWatcher - spreads checks and retries at random", async () => {
  const { seconds } = await watched([A, gone, gone], { random: () => 1 });
  assert.deepEqual(seconds.map(Math.round), [330, 45, 90]);
});

Deno.test("AddressWatcher - tries a failed action again, with the newest address", async () => {
  const acted: string[] = [];
  const { events, seconds, saved } = await watched([A, A, B, B], {
    act({ address }) {
      acted.push(address);
      return acted.length < 3
        ? Promise.reject(new Error("exited with 1"))
        : Promise.resolve();
    },
  });
  assert.deepEqual(acted, [A, A, B]);
  assert.deepEqual(events, [
    `print ${A} null`,
    "IPv4: exited with 1",
    `print ${B} null`,
    "IPv4: works again",
  ]);
  assert.deepEqual(seconds, [30, 60, 300, 300]);
  assert.deepEqual(saved, [{ 4: B }]);
});

const seven = [A, B, A, B, A, B, A];
const often = { intervalMs: 30 * SECOND };

Deno.test("AddressWatcher - reports six changes an hour, and then the last one", async () => {
  const { events, seconds } = await watched([...seven, B, A], often);
  const acts = events.filter((event) => event.startsWith("act"));
  assert.deepEqual(acts, seven.map((ip) => `act ${ip}`));
  assert.deepEqual(
    events.slice(12),
    [SEVENTH, "IPv4: works again", `print ${A} ${B}`, `act ${A}`],
  );
  assert.deepEqual(seconds, [30, 30, 30, 30, 30, 30, 3600 - 6 * 30, 30, 30]);
});

Deno.test("AddressWatcher - reports the seventh change once the first is an hour old", async () => {
  const { events, seconds } = await watched([...seven, A], often);
  assert.deepEqual(
    events.slice(12),
    [SEVENTH, `print ${A} ${B}`, `act ${A}`, "IPv4: works again"],
  );
  assert.deepEqual(seconds.slice(6), [3420, 30]);
});

Deno.test("AddressWatcher - watches the families by themselves, and acts for one at a time", async () => {
  const controller = new AbortController();
  let acting = 0;
  const changes: AddressChange[] = [];
  const queryCounts: Record<Family, number> = { 4: 0, 6: 0 };
  const watcher = new AddressWatcher({
    ...idle,
    query(family) {
      queryCounts[family]++;
      return family === 6 && queryCounts[6] === 1
        ? Promise.reject(new Error("no route"))
        : Promise.resolve(ip(family === 4 ? A : V6));
    },
    print: (change) => void changes.push(change),
    async act() {
      assert.equal(++acting, 1);
      await Promise.resolve();
      acting--;
    },
    sleep() {
      if (queryCounts[4] + queryCounts[6] >= 4) controller.abort();
      return Promise.resolve();
    },
  });
  await watcher.run(controller.signal);
  const found = changes.map(({ family, address }) => [family, address]);
  assert.deepEqual(found, [[4, A], [6, V6]]);
});

Deno.test("AddressWatcher - once fails without any address, or with a failed action", async () => {
  const outcome = (...families: Family[]) => (act = done) =>
    new AddressWatcher({
      ...idle,
      query: (family) =>
        families.includes(family)
          ? Promise.resolve(ip(family === 4 ? A : V6))
          : Promise.reject(gone),
      reported: { 4: A },
      act,
    }).once(new AbortController().signal);
  assert.equal(await outcome()(), false);
  assert.equal(await outcome(4)(), true);
  assert.equal(await outcome(4, 6)(), true);
  const failing = () => Promise.reject(gone);
  assert.equal(await outcome(4, 6)(failing), false);
});
