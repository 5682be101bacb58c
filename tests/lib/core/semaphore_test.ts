import assert from "node:assert/strict";
import fc from "fast-check";
import type { AppError } from "../../../lib/core/errors.ts";
import type { ClientKey } from "../../../lib/core/fair_queue.ts";
import {
  Mutex,
  type Permit,
  Semaphore,
  SemaphoreError,
} from "../../../lib/core/semaphore.ts";
import { clientAt } from "../../support/caller.ts";
import { forAllAsync } from "../../support/for_all.ts";

const { signal } = new AbortController();
const patient = { timeoutMs: 10_000 };
const v4 = (n: number) => clientAt(`192.0.2.${n}`);
const v6 = (group: number, n: number): ClientKey => ({
  key: `2001:db8:${group}:${n}::/64`,
  group: `2001:db8:${group}::/48`,
});

/** A network of all groups whose number begins with the same digit. */
const networkOf = (group: string) => group.slice(0, "2001:db8:1".length);

/** Acquires as many permits as the client gets without waiting. */
function takeAll(semaphore: Semaphore, client: ClientKey): Permit[] {
  const permits: Permit[] = [];
  for (;;) {
    const permit = semaphore.tryAcquire(client);
    if (permit === null) return permits;
    permits.push(permit);
  }
}

/** Callers that append to `order` when they get their permit. */
function queue(semaphore: Semaphore, order: string[]) {
  return (client: ClientKey, name = client.key) =>
    semaphore.acquire({ client, signal }, patient).then((permit) => {
      order.push(name);
      return permit;
    });
}

Deno.test("Semaphore - one greedy client gets half, and other clients still get permits; those of one /48 count as one", () => {
  const semaphore = new Semaphore({ permits: 64, maxWaiting: 64 });
  for (const [n, count] of [32, 16, 8, 4, 4].entries()) {
    assert.equal(takeAll(semaphore, v4(n)).length, count);
  }
  assert.equal(semaphore.acquired, 64);
  const few = new Semaphore({ permits: 64, maxWaiting: 64, maxPerGroup: 3 });
  assert.equal(takeAll(few, v4(1)).length, 3);
  const groups = new Semaphore({ permits: 64, maxWaiting: 64 });
  for (let n = 0; n < 64; n++) groups.tryAcquire(v6(1, n));
  assert.equal(groups.acquired, 32);
  assert.notEqual(groups.tryAcquire(v6(2, 0)), null);
});

Deno.test("Semaphore - gives several permits at once or none, and takes them back together", () => {
  const options = { permits: 16, maxWaiting: 0, guaranteedShare: 2 };
  const semaphore = new Semaphore(options);
  assert.equal(semaphore.tryAcquire(v4(1), 9), null);
  const eight = semaphore.tryAcquire(v4(1), 8)!;
  assert.equal(semaphore.tryAcquire(v4(1)), null);
  assert.equal(semaphore.tryAcquire(v4(2), 5), null);
  assert(semaphore.tryAcquire(v4(2), 4));
  assert.equal(semaphore.acquired, 12);
  eight[Symbol.dispose]();
  eight[Symbol.dispose]();
  assert.equal(semaphore.acquired, 4);
  assert.equal(takeAll(semaphore, v4(1)).length, 6);
});

Deno.test("Semaphore - a network of many clients leaves a quarter to others, two leave a seventh", () => {
  const semaphore = new Semaphore({ permits: 70, maxWaiting: 0, networkOf });
  const one = Array.from({ length: 70 }, (_, n) => v6(100 + n, 0));
  const taken = one.map((client) => semaphore.tryAcquire(client))
    .filter((permit) => permit !== null);
  assert.equal(taken.length, 53);
  assert.equal(semaphore.tryAcquire(v6(199, 0), 1), null);
  const two = Array.from({ length: 70 }, (_, n) => v6(200 + n, 0));
  for (const client of two) semaphore.tryAcquire(client);
  assert.equal(semaphore.acquired, 66);
  assert(semaphore.tryAcquire(v4(1), 3));
  assert.equal(semaphore.acquired, 69);
  taken[0][Symbol.dispose]();
  assert.equal(semaphore.tryAcquire(one[0]), null);
  assert(semaphore.tryAcquire(v4(2)));
  for (const permit of taken) permit[Symbol.dispose]();
  assert(semaphore.tryAcquire(one[0]));
});

Deno.test("Semaphore - a network gets the last permit while it holds two of seven, not while it holds three", () => {
  for (const [first, isGranted] of [[2, true], [3, false]] as const) {
    const semaphore = new Semaphore({ permits: 7, maxWaiting: 0, networkOf });
    for (let n = 0; n < 6; n++) {
      assert(semaphore.tryAcquire(v6(n < first ? 100 + n : 200 + n, 0)));
    }
    assert.equal(semaphore.tryAcquire(v6(190, 0)) !== null, isGranted);
  }
});

Deno.test("Semaphore - serves waiting clients in turn, those below their share first", async () => {
  const options = { permits: 2, maxWaiting: 10, guaranteedShare: 1 };
  const semaphore = new Semaphore(options);
  const [one, two] = [1, 2].map((n) => semaphore.tryAcquire(v4(n))!);
  const order: string[] = [];
  const wait = queue(semaphore, order);
  const greedy = [wait(v4(1), "1a"), wait(v4(1), "1b"), wait(v4(1), "1c")];
  const quiet = [wait(v4(3), "3"), wait(v4(4), "4a"), wait(v4(4), "4b")];
  assert.deepEqual([semaphore.acquired, semaphore.waiting], [2, 6]);
  two[Symbol.dispose]();
  const three = await quiet[0];
  // Disposing of a permit twice releases it once.
  two[Symbol.dispose]();
  assert.equal(semaphore.acquired, 2);
  three[Symbol.dispose]();
  const four = await quiet[1];
  one[Symbol.dispose]();
  const first = await greedy[0];
  assert.deepEqual(order, ["3", "4a", "1a"]);
  first[Symbol.dispose]();
  // Each client holds its share or nothing now, and 4 holds one.
  const second = await greedy[1];
  four[Symbol.dispose]();
  (await quiet[2])[Symbol.dispose]();
  second[Symbol.dispose]();
  (await greedy[2])[Symbol.dispose]();
  assert.deepEqual(order, ["3", "4a", "1a", "1b", "4b", "1c"]);
  assert.deepEqual([semaphore.acquired, semaphore.waiting], [0, 0]);
});

Deno.test("Semaphore - of several permits released together, the first goes to a client below its share", async () => {
  const options = { permits: 8, maxWaiting: 2, guaranteedShare: 1 };
  const semaphore = new Semaphore(options);
  using three = semaphore.tryAcquire(v4(2), 3)!;
  const held = [1, 11, 12, 13, 14].map((n) => semaphore.tryAcquire(v4(n))!);
  const order: string[] = [];
  const wait = queue(semaphore, order);
  const waiting = [wait(v4(1), "over"), wait(v4(3), "below")];
  three[Symbol.dispose]();
  held.push(...await Promise.all(waiting));
  assert.deepEqual(order, ["below", "over"]);
  for (const permit of held) permit[Symbol.dispose]();
  assert.equal(semaphore.acquired, 0);
});

Deno.test("Semaphore - serves the clients of a /48 in turn", async () => {
  const semaphore = new Semaphore({ permits: 1, maxWaiting: 10 });
  let permit = semaphore.tryAcquire(v4(1))!;
  const order: string[] = [];
  const wait = queue(semaphore, order);
  const granted = [wait(v6(1, 1), "a1"), wait(v6(1, 1), "a2")];
  granted.push(wait(v6(1, 2), "b"), wait(v6(2, 1), "c"));
  for (const index of [0, 3, 2, 1]) {
    permit[Symbol.dispose]();
    permit = await granted[index];
  }
  assert.deepEqual(order, ["a1", "c", "b", "a2"]);
});

Deno.test("Semaphore - a full queue rejects the newest caller of the largest group", async () => {
  const semaphore = new Semaphore({ permits: 1, maxWaiting: 3 });
  const permit = semaphore.tryAcquire(v4(9))!;
  const outcomes: string[] = [];
  const wait = (client: ClientKey, name: string) =>
    semaphore.acquire({ client, signal }, patient).then((permit) => {
      outcomes.push(name);
      permit[Symbol.dispose]();
    }, (error) => {
      assert(error instanceof SemaphoreError);
      outcomes.push(`${name} refused`);
    });
  const all = [
    wait(v6(1, 1), "1a"),
    wait(v6(1, 2), "neighbor"),
    wait(v6(1, 1), "1b"),
    // These two displace callers of the largest client, then of the largest group.
    wait(v4(2), "2"),
    wait(v4(3), "3"),
  ];
  // All groups are equal now: the newest caller is rejected.
  assert.equal(semaphore.refuses(), true);
  all.push(wait(v4(4), "4"));
  await Promise.all([all[0], all[2], all[5]]);
  assert.equal(semaphore.waiting, 3);
  permit[Symbol.dispose]();
  await Promise.all(all);
  const refused = ["1b refused", "1a refused", "4 refused"];
  assert.deepEqual(outcomes, [...refused, "neighbor", "2", "3"]);
});

Deno.test("Semaphore - the wait ends with its timeout or the signal", async () => {
  const semaphore = new Semaphore({ permits: 1, maxWaiting: 10 });
  const permit = semaphore.tryAcquire(v4(1))!;
  const late = semaphore.acquire({ client: v4(2), signal }, { timeoutMs: 1 });
  const timeout = { name: "SemaphoreError", message: "no permit in time" };
  await assert.rejects(late, timeout);
  const controller = new AbortController();
  const caller = { client: v4(2), signal: controller.signal };
  const reason = new Error("gone");
  const waiting = semaphore.acquire(caller, patient);
  assert.equal(semaphore.waiting, 1);
  controller.abort(reason);
  assert.equal(semaphore.waiting, 0);
  permit[Symbol.dispose]();
  await assert.rejects(waiting, reason);
  await assert.rejects(semaphore.acquire(caller, patient), reason);
  assert.equal(semaphore.acquired, 0);
});

Deno.test("Semaphore - a client without a permit gets the 503 that its caller names", async () => {
  const semaphore = new Semaphore({ permits: 1, maxWaiting: 0 });
  using _held = semaphore.tryAcquire(v4(1));
  const params = { reason: "batches_busy" } as const;
  const options = { ...patient, busy: [params, 7] } as const;
  const error: AppError = await semaphore
    .acquire({ client: v4(2), signal }, options).catch((error) => error);
  assert.deepEqual([error.status, error.params], [503, params]);
  assert.deepEqual(error.headers, { "retry-after": "7" });
  assert(error.cause instanceof SemaphoreError);
  const one = new Semaphore({ permits: 1, maxWaiting: 1 });
  using _other = one.tryAcquire(v4(1));
  const controller = new AbortController();
  const caller = { client: v4(2), signal: controller.signal };
  const waiting = one.acquire(caller, options);
  controller.abort(new Error("left"));
  await assert.rejects(waiting, { message: "left" });
});

Deno.test("Semaphore - a caller that aborts in the turn in which it gets its permit leaks none", async () => {
  const semaphore = new Semaphore({ permits: 1, maxWaiting: 10 });
  const permit = semaphore.tryAcquire(v4(1))!;
  const controller = new AbortController();
  const caller = { client: v4(2), signal: controller.signal };
  const waiting = semaphore.acquire(caller, patient);
  permit[Symbol.dispose]();
  controller.abort(new Error("gone"));
  assert.deepEqual([semaphore.acquired, semaphore.waiting], [1, 0]);
  (await waiting)[Symbol.dispose]();
  assert.deepEqual([semaphore.acquired, semaphore.waiting], [0, 0]);
});

Deno.test("Semaphore - a caller that aborts in the turn in which it is displaced leaves the queue once", async () => {
  const semaphore = new Semaphore({ permits: 1, maxWaiting: 2 });
  const permit = semaphore.tryAcquire(v4(1))!;
  const controller = new AbortController();
  const wait = (n: number, signal: AbortSignal) =>
    semaphore.acquire({ client: v4(n), signal }, patient);
  const [first, displaced] = [wait(2, signal), wait(2, controller.signal)];
  const second = wait(3, signal);
  controller.abort(new Error("gone"));
  assert.equal(semaphore.waiting, 2);
  await assert.rejects(displaced, { message: "too many callers are waiting" });
  permit[Symbol.dispose]();
  for (const waiting of [first, second]) (await waiting)[Symbol.dispose]();
});

interface Caller {
  readonly client: ClientKey;
  readonly controller: AbortController;
  state: "waiting" | "held" | "refused" | "left" | "released";
  permit?: Permit;
}

const client = fc.oneof(
  fc.nat(9).map(v4),
  fc.tuple(fc.nat(2), fc.nat(3)).map(([group, n]) => v6(group, n)),
);
// Most steps acquire, and few abort.
const kind = fc.nat(6).map((n) =>
  n < 4 ? "acquire" : n < 6 ? "release" : "abort"
);
const step = fc.record({ kind, client, which: fc.nat() });

Deno.test("Semaphore - under any sequence no permit is lost or idle while one may have it, and no client below its share is rejected for a greedy one", () =>
  forAllAsync([
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: 0, max: 8 }),
    fc.integer({ min: 1, max: 3 }),
    fc.array(step, { maxLength: 120 }),
  ], async (permits, maxWaiting, guaranteedShare, steps) => {
    const share = guaranteedShare;
    const semaphore = new Semaphore({ permits, maxWaiting, guaranteedShare });
    const callers: Caller[] = [];
    const inState = (state: Caller["state"]) =>
      callers.filter((one) => one.state === state);
    const countOf = (state: Caller["state"], group: string) =>
      inState(state).filter(({ client }) => client.group === group).length;
    const check = () => {
      const free = permits - inState("held").length;
      assert(free >= 0);
      assert.equal(semaphore.acquired, permits - free);
      assert.equal(semaphore.waiting, inState("waiting").length);
      assert(semaphore.waiting <= maxWaiting);
      for (const { client: { group } } of inState("waiting")) {
        const held = countOf("held", group);
        assert(free === 0 || held >= share && held >= free, "idle");
      }
    };
    for (const { kind, client, which } of steps) {
      if (kind === "acquire") {
        const held = countOf("held", client.group);
        const free = permits - inState("held").length;
        const counts = inState("waiting")
          .map(({ client: { group } }) => countOf("waiting", group));
        const most = Math.max(...counts, countOf("waiting", client.group) + 1);
        const controller = new AbortController();
        const mine: Caller = { client, controller, state: "waiting" };
        callers.push(mine);
        const before = inState("waiting").filter((other) => other !== mine);
        const refusesAll = semaphore.refuses();
        const refuses = semaphore.refuses(client);
        assert(refuses || !refusesAll);
        const caller = { client, signal: controller.signal };
        semaphore.acquire(caller, patient).then((permit) => {
          mine.state = "held";
          mine.permit = permit;
        }, (error) => {
          mine.state = error instanceof SemaphoreError ? "refused" : "left";
        });
        await settled();
        const admitted = free > 0 && (held < share || held < free);
        assert.equal(mine.state === "held", admitted);
        const isAlone = before.every(({ state }) => state === "waiting");
        assert.equal(refuses, mine.state === "refused");
        if (refuses) assert(isAlone);
        for (const other of before) {
          if (other.state !== "refused") continue;
          const { group } = other.client;
          // It was counted as waiting until now.
          assert.equal(countOf("waiting", group) + 1, most);
        }
      } else if (kind === "release") {
        const held = inState("held");
        if (held.length === 0) continue;
        const mine = held[which % held.length];
        mine.state = "released";
        mine.permit![Symbol.dispose]();
      } else {
        const waiting = inState("waiting");
        if (waiting.length === 0) continue;
        waiting[which % waiting.length].controller.abort(new Error("gone"));
      }
      await settled();
      check();
    }
    for (let held = inState("held"); held.length > 0;) {
      held[0].state = "released";
      held[0].permit![Symbol.dispose]();
      await settled();
      held = inState("held");
    }
    assert.deepEqual([semaphore.acquired, semaphore.waiting], [0, 0]);
    assert.deepEqual(inState("waiting"), []);
  }, { numRuns: 300 }));

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

Deno.test("Mutex.run - runs one at a time, in order, and an error reaches only its own caller", async () => {
  const turns = new Mutex();
  const events: string[] = [];
  const work = (name: string, ticks: number) =>
    turns.run(async () => {
      events.push(`${name} begins`);
      for (let i = 0; i < ticks; i++) await Promise.resolve();
      events.push(`${name} ends`);
      return name;
    });
  const results = await Promise.all([work("a", 9), work("b", 0), work("c", 3)]);
  const names = ["a", "b", "c"];
  assert.deepEqual(results, names);
  const expected = names.flatMap((name) => [`${name} begins`, `${name} ends`]);
  assert.deepEqual(events, expected);
  const error = new Error("no disk");
  const failing = turns.run(() => Promise.reject(error));
  const next = turns.run(() => Promise.resolve("next"));
  await assert.rejects(failing, error);
  assert.equal(await next, "next");
});
