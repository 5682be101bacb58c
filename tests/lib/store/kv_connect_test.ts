import assert from "node:assert/strict";
import { openStore } from "../../../lib/store/open_store.ts";
import { Store } from "../../../lib/store/store.ts";
import { withAccessToken } from "../../support/access_token.ts";
import {
  type KvConnectOptions,
  KvConnectServer,
} from "../../support/kv_connect.ts";

const token = "token-for-this-test";

/** Runs a test with a server and a client. */
function withServer(
  test: (store: Store, server: KvConnectServer, kv: Deno.Kv) => Promise<void>,
  options: Partial<KvConnectOptions> = {},
): Promise<void> {
  return withAccessToken(token, async () => {
    await using server = new KvConnectServer({ token, ...options });
    using kv = await openStore({ dataDir: "unused", kvUrl: server.url });
    await test(patient(kv), server, kv);
  });
}

/** A long timeout, so that a busy machine does not cause failures. */
function patient(kv: Deno.Kv, isRemote = false): Store {
  return new Store({ kv, timeoutMs: 60_000, isRemote });
}

async function until(isSo: () => boolean | Promise<boolean>) {
  while (!await isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const UNAVAILABLE = {
  name: "AppError",
  status: 503,
  code: "SERVICE_UNAVAILABLE",
  headers: { "retry-after": "5" },
};

for (const version of [1, 2, 3]) {
  Deno.test(`Store - reads what it wrote to a server of version ${version}`, () =>
    withServer(async (store) => {
      const keys = Array.from({ length: 250 }, (_, i) => ["row", i]);
      const operation = store.atomic();
      for (const key of keys) operation.set(key, { key, at: new Date(0) });
      assert(await store.commit(operation));
      const one = await store.get(["row", 7]);
      assert.deepEqual(one.value, { key: ["row", 7], at: new Date(0) });
      const some = keys.slice(0, 25);
      const many = await store.getMany([...some, ["none"]]);
      assert.deepEqual(
        many.map(({ key, versionstamp }) => [key, versionstamp]),
        [...some.map((key) => [key, one.versionstamp]), [["none"], null]],
      );
      const keysOf = (options?: Deno.KvListOptions) =>
        Array.fromAsync(
          store.list({ prefix: ["row"] }, options),
          ({ key }) => key,
        );
      assert.deepEqual(await keysOf(), keys);
      const last = await keysOf({ reverse: true, limit: 2 });
      assert.deepEqual(last, [["row", 249], ["row", 248]]);
      assert(await store.commit(store.atomic().delete(["row", 7])));
      assert.equal((await store.get(["row", 7])).value, null);
    }, { versions: [version] }));
}

Deno.test("Store.commit - changes nothing if a check fails", () =>
  withServer(async (store) => {
    const before = await store.get(["n"]);
    assert(await store.commit(store.atomic().check(before).set(["n"], 1)));
    const second = store.atomic().check(before).set(["n"], 2).set(["m"], 2);
    assert.equal(await store.commit(second), null);
    assert.equal((await store.get(["n"])).value, 1);
    assert.equal((await store.get(["m"])).value, null);
  }));

Deno.test("Store.get - no expired entries", () =>
  withServer(async (store) => {
    const operation = store.atomic()
      .set(["soon"], 1, { expireIn: 1 })
      .set(["late"], 2, { expireIn: 3_600_000 });
    assert(await store.commit(operation));
    await until(async () => (await store.get(["soon"])).value === null);
    assert.equal((await store.get(["late"])).value, 2);
  }));

function increment(store: Store): Promise<number> {
  return store.transact(async () => {
    const entry = await store.get(["n"]);
    const result = Number(entry.value ?? 0) + 1;
    const operation = store.atomic().check(entry).set(["n"], result);
    return { operation, result };
  });
}

Deno.test("Store.commit - two clients of one server share counters", () =>
  withServer(async (store, server) => {
    using otherKv = await openStore({ dataDir: "unused", kvUrl: server.url });
    const stores = [store, patient(otherKv)];
    await Promise.all(stores.map(async (store) => {
      for (let i = 0; i < 20; i++) await increment(store);
    }));
    for (const store of stores) {
      assert.equal((await store.get(["n"])).value, 40);
    }
  }));

Deno.test("Store - renews an expired server token transparently", () =>
  withServer(async (store, server) => {
    await store.commit(store.atomic().set(["n"], 1));
    server.received.length = 0;
    server.expireTokens();
    assert.equal((await store.get(["n"])).value, 1);
    assert.ok(server.received.includes("metadata"));
  }));

/** The same database, and all operations on it that have begun. */
function recorded(kv: Deno.Kv): { kv: Deno.Kv; begun: Promise<unknown>[] } {
  const begun: Promise<unknown>[] = [];
  const record = <T>(operation: Promise<T>): Promise<T> => {
    begun.push(operation);
    return operation;
  };
  const same: Pick<Deno.Kv, "get" | "getMany" | "list" | "atomic"> = {
    get: (key) => record(kv.get(key)),
    getMany: (keys) => record(kv.getMany(keys)),
    list(selector) {
      const entries = kv.list<never>(selector);
      const next = entries.next.bind(entries);
      return Object.assign(entries, { next: () => record(next()) });
    },
    atomic() {
      const operation = kv.atomic();
      const commit = operation.commit.bind(operation);
      return Object.assign(operation, { commit: () => record(commit()) });
    },
  };
  return { kv: same as Deno.Kv, begun };
}

const operations: Record<string, (store: Store) => Promise<unknown>> = {
  get: (store) => store.get(["n"]),
  getMany: (store) => store.getMany([["n"], ["m"]]),
  list: (store) => Array.fromAsync(store.list({ prefix: ["n"] })),
  commit: (store) => store.commit(store.atomic().set(["m"], 1)),
};
const faults = [403, 429, 500, 503, "garbage", "hang", "drop"] as const;
for (const outage of [...faults, "gone"] as const) {
  Deno.test(`Store - 503 within the timeout while the server fails (${outage}), and works again afterwards`, () =>
    withServer(async (store, server, kv) => {
      await store.commit(store.atomic().set(["n"], 1));
      if (outage === "gone") await server.leave();
      else server.dataFault = outage;
      const { kv: watched, begun } = recorded(kv);
      const hasty = new Store({ kv: watched, timeoutMs: 50 });
      for (const operate of Object.values(operations)) {
        await assert.rejects(operate(hasty), UNAVAILABLE);
      }
      server.dataFault = null;
      // A request without a response ends only with its connection.
      if (outage === "hang") await server.leave();
      if (outage === "hang" || outage === "gone") server.comeBack();
      assert.equal((await store.get(["n"])).value, 1);
      for (const operate of Object.values(operations)) await operate(store);
      // The client continues operations after their timeout; none may outlive the test.
      await Promise.allSettled(begun);
    }));
}

Deno.test("Store.commit - is not applied twice if the response was lost", () =>
  withServer(async (store, server) => {
    const before = await store.get(["n"]);
    server.writeFaults.push("lost");
    // The client sends it again, and the check of the second fails because of the first.
    const operation = store.atomic().check(before).set(["n"], 1);
    assert.equal(await store.commit(operation), null);
    const { value, versionstamp } = await store.get(["n"]);
    assert.deepEqual([value, versionstamp], [1, "00000000000000010000"]);
  }));

Deno.test("Store.commitOnce - tells a lost response from a conflict", () =>
  withServer(async (_, server, kv) => {
    const store = patient(kv, true);
    const before = await store.get(["n"]);
    const set = (value: number) =>
      store.commitOnce(store.atomic().check(before).set(["n"], value));
    server.writeFaults.push("lost", "lost");
    const stamp = await set(1);
    assert.equal(stamp, "00000000000000010000");
    assert.equal((await store.get(["n"])).versionstamp, stamp);
    assert.equal(await set(2), null);
    assert.equal((await store.get(["n"])).value, 1);
  }));

Deno.test("Store.transact - runs once if the response was lost", () =>
  withServer(async (_, server, kv) => {
    const store = patient(kv, true);
    server.writeFaults.push("lost");
    assert.equal(await increment(store), 1);
    assert.equal((await store.get(["n"])).value, 1);
    assert.equal(await increment(store), 2);
  }));
