import assert from "node:assert/strict";
import {
  deleteByPrefix,
  retryLocked,
  Store,
  storeUnavailable,
} from "../../../lib/store/store.ts";
import { UNAVAILABLE } from "../accounts/quotas/quota_fixture.ts";
import {
  assertRefused,
  entriesOf,
  openFixture,
  pause,
  times,
} from "../accounts/fixture.ts";
import { DatabaseSync } from "node:sqlite";
import { AppError, InputError } from "../../../lib/core/errors.ts";
import {
  gatedKv,
  test,
  withKvFile,
  withTwoHandles,
} from "../limits/gated_kv.ts";

Deno.test("storeUnavailable - 503 with Retry-After; the cause stays private", async () => {
  const cause = new Error("disk I/O error");
  const error = storeUnavailable(cause);
  assert.equal(error.cause, cause);
  await assertRefused(Promise.reject(error), UNAVAILABLE);
});

const locked = new TypeError("database is locked");

Deno.test("retryLocked - retries until the lock is released", async () => {
  let attempts = 0;
  const result = await retryLocked(() =>
    ++attempts < 4 ? Promise.reject(locked) : Promise.resolve("done")
  );
  assert.equal(result, "done");
  assert.equal(attempts, 4);
});

Deno.test("retryLocked - rejects after the timeout", async () => {
  let attempts = 0;
  const fail = () => (attempts++, Promise.reject(locked));
  await assert.rejects(retryLocked(fail, 7), locked);
  // Immediately, and after 1, 2 and 4 ms.
  assert.equal(attempts, 4);
});

Deno.test("retryLocked - rejects immediately for any other error", async () => {
  const error = new TypeError("Too many checks (max 100)");
  let attempts = 0;
  const fail = () => (attempts++, Promise.reject(error));
  await assert.rejects(retryLocked(fail), error);
  assert.equal(attempts, 1);
});

Deno.test("retryLocked - two handles on one file lose no increment", () =>
  withTwoHandles(async (handles) => {
    const increments = handles.map(async (kv) => {
      for (let done = 0; done < 100;) {
        const entry = await kv.get<number>(["n"]);
        const next = (entry.value ?? 0) + 1;
        const { ok } = await retryLocked(() =>
          kv.atomic().check(entry).set(["n"], next).commit()
        );
        if (ok) done++;
      }
    });
    await Promise.all(increments);
    assert.equal((await handles[0].get(["n"])).value, 200);
  }));

/** The 503 with Retry-After and the expected cause. */
const unavailable = (cause: RegExp) => (error: unknown) => {
  assert(error instanceof AppError);
  const { name, status, code, params, headers } = error;
  assert.deepEqual({ name, status, code, params, headers }, UNAVAILABLE);
  assert.match(String(error.cause), cause);
  return true;
};

const isLate = unavailable(/no response within/);

function forever(): Promise<never> {
  return new Promise(() => {});
}

function failToRead(): Promise<never> {
  return Promise.reject(new Error("disk I/O error"));
}

/** A KV whose lists wait for `gate` before each step. */
function gatedList(kv: Deno.Kv, gate: () => Promise<void>): Deno.Kv {
  function list<T>(
    selector: Deno.KvListSelector,
    options?: Deno.KvListOptions,
  ): Deno.KvListIterator<T> {
    const entries = kv.list<T>(selector, options);
    const next = entries.next.bind(entries);
    entries.next = () => gate().then(next);
    return entries;
  }
  return { list } as Deno.Kv;
}

/** Of the entries below `n`. */
function keysOf(store: Store): Promise<unknown[]> {
  const entries = store.list({ prefix: ["n"] }, { batchSize: 2 });
  return Array.fromAsync(entries, ({ key }) => key[1]);
}

async function setNumbers(kv: Deno.Kv, count: number) {
  for (let i = 0; i < count; i++) await kv.set(["n", i], i);
}

test("Store - reads, lists and commits", async (kv) => {
  const store = new Store({ kv });
  const check = { key: ["n", 0], versionstamp: null };
  const create = (value: number) =>
    store.commit(store.atomic().check(check).set(["n", 0], value));
  assert(await create(0));
  assert.equal((await store.get(["n", 0])).value, 0);
  assert.equal(await create(1), null);
  assert.equal((await store.get(["n", 0])).value, 0);
  await setNumbers(kv, 5);
  assert.deepEqual(await keysOf(store), [0, 1, 2, 3, 4]);
});

test("Store.commitOnce - writes no mark into a store of this machine", async (kv) => {
  const store = new Store({ kv });
  assert.notEqual(await store.commitOnce(store.atomic().set(["n"], 1)), null);
  const entries = await Array.fromAsync(kv.list({ prefix: [] }));
  assert.deepEqual(entries.map(({ key }) => key), [["n"]]);
});

test("Store.commitOnce - tells a commit whose response was lost from a conflict", async (kv) => {
  const store = new Store({ kv, isRemote: true });
  const once = (isLost: boolean) => {
    const operation = store.atomic().check({ key: ["n"], versionstamp: null })
      .set(["n"], 1);
    return store.commitOnce(operation, async () => {
      const stamp = await store.commit(operation);
      return isLost ? null : stamp;
    });
  };
  for (const isLost of [false, true]) {
    await kv.delete(["n"]);
    const stamp = await once(isLost);
    assert.equal(stamp, (await kv.get(["n"])).versionstamp);
  }
  assert.equal(await once(false), null);
});

test("Store.getMany - reads more entries than KV allows at once, in order", async (kv) => {
  await setNumbers(kv, 23);
  const keys = [...Array(25).keys()].map((i) => ["n", 24 - i]);
  const entries = await new Store({ kv }).getMany(keys);
  assert.deepEqual(entries.map(({ key }) => key), keys);
  const values = entries.map(({ value }) => value);
  const numbers = [...Array(23).keys()].reverse();
  assert.deepEqual(values, [null, null, ...numbers]);
  // KV is not asked for nothing.
  assert.deepEqual(await new Store({ kv: {} as Deno.Kv }).getMany([]), []);
});

const outages = [
  ["does not respond", forever, /no response within/],
  ["fails, with the error as its cause", failToRead, /disk I\/O error/],
] as const;
for (const [when, gate, cause] of outages) {
  test(`Store - 503 if KV ${when}`, async (kv) => {
    const timeoutMs = gate === forever ? 5 : 60_000;
    const store = new Store({ kv: gatedKv(kv, gate), timeoutMs });
    const expected = unavailable(cause);
    await assert.rejects(store.get(["n"]), expected);
    await assert.rejects(store.getMany([["n"]]), expected);
    const operation = store.atomic().set(["n"], 1);
    await assert.rejects(store.commit(operation), expected);
    assert.equal(store.failures, 3);
    const list = new Store({ kv: gatedList(kv, gate), timeoutMs });
    await assert.rejects(keysOf(list), expected);
  });
}

Deno.test("Store - 503 if KV is closed", async () => {
  const kv = await Deno.openKv(":memory:");
  const store = new Store({ kv });
  const operation = store.atomic().set(["n"], 1);
  kv.close();
  const isClosed = unavailable(/./);
  await assert.rejects(store.get(["n"]), isClosed);
  await assert.rejects(store.commit(operation), isClosed);
  await assert.rejects(keysOf(store), isClosed);
});

/** Runs a test with a store, and another process that locks its file. */
function withLock(
  timeoutMs: number,
  test: (store: Store, lock: DatabaseSync, kv: Deno.Kv) => Promise<void>,
) {
  return withKvFile(async (path) => {
    using kv = await Deno.openKv(path);
    // KV may still be creating its file.
    using lock = new DatabaseSync(path, { timeout: 10_000 });
    await test(new Store({ kv, timeoutMs }), lock, kv);
  });
}

Deno.test("Store.commit - waits while another process locks the file", () =>
  withLock(20_000, async (store, lock) => {
    await store.commit(store.atomic().set(["n"], 1));
    lock.exec("BEGIN IMMEDIATE");
    const committed = store.commit(store.atomic().set(["n"], 2));
    await pause(30);
    lock.exec("ROLLBACK");
    assert(await committed);
    assert.equal((await store.get(["n"])).value, 2);
  }));

Deno.test("Store - 503 while the file stays locked, also for reads after the commit", () =>
  withLock(30, async (store, lock, kv) => {
    lock.exec("BEGIN IMMEDIATE");
    const commit = store.commit(store.atomic().set(["n"], 1));
    const read = store.get(["n"]);
    await assert.rejects(commit, isLate);
    await assert.rejects(read, isLate);
    lock.exec("ROLLBACK");
    const patient = new Store({ kv, timeoutMs: 60_000 });
    assert(await patient.commit(patient.atomic().set(["n"], 2)));
    assert.equal((await patient.get(["n"])).value, 2);
  }));

for (const [what, isLost] of [["late", false], ["lost", true]] as const) {
  test(`Store - sends one operation at a time while KV does not respond, and all again afterwards (responds ${what})`, async (kv) => {
    let reads = 0;
    let answers = Promise.withResolvers<void>();
    const gated = gatedKv(kv, () => (reads++, answers.promise));
    const store = new Store({ kv: gated, timeoutMs: 100 });
    const ask = () => store.get(["n"]);
    const overdue = times(100, ask);
    for (const one of overdue) await assert.rejects(one, isLate);
    const trial = ask();
    const overdueNow = unavailable(/100 operations are overdue/);
    await assert.rejects(ask(), overdueNow);
    await assert.rejects(trial, isLate);
    assert.equal(reads, 101);
    if (isLost) answers = Promise.withResolvers();
    answers.resolve();
    // On a busy machine the first of them can be late as well.
    let both;
    do both = await Promise.allSettled([ask(), ask()]); while (
      both.some(({ status }) => status === "rejected")
    );
  });
}

for (const outcome of ["come through", "fail"] as const) {
  test(`Store - overdue operations that finally ${outcome} block no others`, async (memory) => {
    let gate = Promise.withResolvers<void>();
    const counts = { begun: 0, ended: 0 };
    const get = async (key: Deno.KvKey) => {
      counts.begun++;
      try {
        await gate.promise;
        return await memory.get(key);
      } finally {
        counts.ended++;
      }
    };
    const store = new Store({ kv: { get } as Deno.Kv, timeoutMs: 20 });
    const ask = () => store.get(["n"]);
    const overdue = times(100, ask);
    for (const one of overdue) await assert.rejects(one, isLate);
    if (outcome === "fail") gate.reject(new Error("disk I/O error"));
    else gate.resolve();
    while (counts.ended < 100) await pause(1);
    gate = Promise.withResolvers();
    // Neither is the single trial.
    const both = [ask(), ask()];
    for (const one of both) await assert.rejects(one, isLate);
    assert.equal(counts.begun, 102);
  });
}

test("Store.commit - is not retried after a 503", async (kv) => {
  let attempts = 0;
  const failing = gatedKv(kv, () => (attempts++, Promise.reject(locked)));
  const store = new Store({ kv: failing, timeoutMs: 10 });
  await assert.rejects(
    store.commit(store.atomic().set(["n"], 1)),
    unavailable(/no response within|database is locked/),
  );
  const before = attempts;
  // Longer than any delay between attempts.
  await pause(60);
  assert.equal(attempts, before);
  assert(before > 1);
});

test("Store.commit - may be applied after a 503", async (kv) => {
  const gate = Promise.withResolvers<void>();
  const gated = gatedKv(kv, () => gate.promise);
  const store = new Store({ kv: gated, timeoutMs: 5 });
  await assert.rejects(store.commit(store.atomic().set(["n"], 1)), isLate);
  assert.equal((await kv.get(["n"])).value, null);
  gate.resolve();
  while ((await kv.get(["n"])).value === null) await pause(1);
  assert.equal((await kv.get(["n"])).value, 1);
});

test("Store.commit - uses the caller's timeout", async (kv) => {
  const gate = Promise.withResolvers<void>();
  const gated = gatedKv(kv, () => gate.promise);
  const store = new Store({ kv: gated, timeoutMs: 1 });
  const committed = store.commit(store.atomic().set(["n"], 1), 60_000);
  await assert.rejects(store.get(["n"]), isLate);
  gate.resolve();
  assert(await committed);
});

test("Store.list - leaves nothing behind if the iteration stops", async (kv) => {
  await setNumbers(kv, 9);
  const store = new Store({ kv });
  for await (const { key } of store.list({ prefix: ["n"] })) {
    if (key[1] === 4) break;
  }
  const started = store.list({ prefix: ["n"] }, { batchSize: 2 });
  assert.equal((await started.next()).done, false);
  await started.return(undefined);
  assert.deepEqual(await started.next(), { value: undefined, done: true });
  // A list that was never started leaves nothing behind either; the sanitizers check it.
  store.list({ prefix: ["n"] });
});

test("Store.list - retries a step while the file is locked, and loses no entry", async (kv) => {
  await setNumbers(kv, 6);
  let steps = 0;
  const list = gatedList(kv, async () => {
    if (++steps % 2 === 0) await Promise.reject(locked);
  });
  const keys = await keysOf(new Store({ kv: list }));
  assert.deepEqual(keys, [0, 1, 2, 3, 4, 5]);
  assert.equal(steps, 13);
});

function increment(store: Store): Promise<number> {
  return store.transact(async () => {
    const entry = await store.get(["n"]);
    const next = Number(entry.value ?? 0) + 1;
    const operation = store.atomic().check(entry).set(["n"], next);
    return { operation, result: next };
  });
}

Deno.test("Store.transact - two handles of one file lose no increment", () =>
  withTwoHandles(async (handles) => {
    const results = await Promise.all(handles.map(async (kv) => {
      const store = new Store({ kv, timeoutMs: 60_000, random: Math.random });
      const counts: number[] = [];
      for (let i = 0; i < 50; i++) counts.push(await increment(store));
      return counts;
    }));
    const counts = results.flat().sort((a, b) => a - b);
    assert.deepEqual(counts, times(100, (i) => i + 1));
  }));

test("Store.transact - reads again after a conflict and a random delay", async (kv) => {
  let paces = 0;
  const store = new Store({ kv, random: () => (paces++, 0) });
  let rounds = 0;
  const result = await store.transact(async () => {
    const entry = await store.get(["n"]);
    if (++rounds < 4) await kv.set(["n"], rounds);
    const operation = store.atomic().check(entry).set(["n"], "mine");
    return { operation, result: entry.value };
  });
  assert.deepEqual([result, rounds, paces], [3, 4, 3]);
  assert.equal((await kv.get(["n"])).value, "mine");
});

test("Store.transact - 503 if every commit conflicts", async (kv) => {
  const store = new Store({ kv, timeoutMs: 60_000, random: () => 0 });
  let rounds = 0;
  const always = store.transact(async () => {
    const entry = await store.get(["n"]);
    await kv.set(["n"], ++rounds);
    return { operation: store.atomic().check(entry), result: null };
  });
  await assert.rejects(always, unavailable(/50 commits conflicted/));
  assert.equal(rounds, 50);
});

test("Store.transact - rejects with the error of the attempt", async (kv) => {
  const store = new Store({ kv });
  const errors = [
    new InputError("email", { reason: "email_taken" }, 409),
    new DOMException("the caller has left", "AbortError"),
  ];
  for (const error of errors) {
    const failing = store.transact(() => Promise.reject(error));
    await assert.rejects(failing, (thrown) => thrown === error);
  }
});

test("Store.transact - 503 if the attempt takes too long, without a later commit", async (kv) => {
  const store = new Store({ kv, timeoutMs: 2 });
  const read = Promise.withResolvers<void>();
  const attempted = Promise.withResolvers<void>();
  await assert.rejects(
    store.transact(async () => {
      await read.promise;
      attempted.resolve();
      return { operation: store.atomic().set(["n"], 1), result: null };
    }),
    isLate,
  );
  read.resolve();
  await attempted.promise;
  for (let i = 0; i < 20; i++) await kv.get(["n"]);
  assert.equal((await kv.get(["n"])).value, null);
});

Deno.test("deleteByPrefix - deletes all keys below a prefix, in bounded commits, and no others", async () => {
  using fixture = await openFixture();
  const { kv, store } = fixture;
  for (let i = 0; i < 1_201; i += 400) {
    const operation = kv.atomic();
    for (let j = i; j < Math.min(i + 400, 1_201); j++) {
      operation.set(["a", "b", j], j);
    }
    await operation.commit();
  }
  await kv.atomic().set(["a", "c", 1], 1).set(["a", "b"], 1).commit();
  store.commitsLeft = 3;
  await deleteByPrefix(store, ["a", "b"]);
  assert.equal(store.commitsLeft, 0);
  const left = (await entriesOf(kv, ["a"])).map(({ key }) => key);
  assert.deepEqual(left, [["a", "b"], ["a", "c", 1]]);
});

Deno.test("deleteByPrefix - keeps selected keys, and commits nothing if there is nothing to delete", async () => {
  using fixture = await openFixture();
  const { kv, store } = fixture;
  await kv.atomic().set(["a", 1], 1).set(["a", 2], 2).commit();
  await deleteByPrefix(store, ["a"], { isKept: ([, id]) => id === 2 });
  store.commitsLeft = 0;
  await deleteByPrefix(store, ["a"], { isKept: () => true });
  await deleteByPrefix(store, ["b"]);
  const left = (await entriesOf(kv, ["a"])).map(({ key }) => key);
  assert.deepEqual(left, [["a", 2]]);
});

test("Store.check - writes, unless a commit took effect in the last 5 seconds", async (kv) => {
  let nowMs = 0;
  const store = new Store({ kv, elapsed: () => nowMs });
  const writes = async () => {
    const { versionstamp } = await kv.get(["write check"]);
    await store.check();
    return (await kv.get(["write check"])).versionstamp !== versionstamp;
  };
  assert.deepEqual([await writes(), await writes()], [true, false]);
  nowMs = 5_000;
  assert.equal(await writes(), true);
  nowMs = 9_000;
  await store.commit(store.atomic().set(["another"], 1));
  nowMs = 13_999;
  assert.equal(await writes(), false);
  nowMs = 14_000;
  assert.deepEqual([await writes(), await writes()], [true, false]);
  // Deno KV takes values of up to 64 KiB.
  const failing = store.atomic().set(["large"], new Uint8Array(100_000));
  await assertRefused(store.commit(failing), UNAVAILABLE);
  assert.deepEqual([await writes(), await writes()], [true, false]);
});
