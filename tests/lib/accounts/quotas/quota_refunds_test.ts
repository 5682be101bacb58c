import assert from "node:assert/strict";
import { QuotaRefunds } from "../../../../lib/accounts/quotas/quota_refunds.ts";
import { GroupCommit } from "../../../../lib/accounts/quotas/group_commit.ts";
import { Store } from "../../../../lib/store/store.ts";
import { RESET_MS, TrickyKv } from "./quota_rig.ts";
import { START_MS } from "../rig.ts";

const KEY = ["quotas", "a", 0, "2026-11"];
const fault = () => Promise.reject(new Error("a fault of this test"));

async function withGiveBacks(
  test: (
    rig: { kv: Deno.Kv; tricky: TrickyKv; giveBacks: QuotaRefunds },
  ) => Promise<void>,
) {
  const kv = await Deno.openKv(":memory:");
  await kv.set(KEY, { used: 10, bonus: 50 });
  const tricky = new TrickyKv(kv);
  const store = new Store({ kv: tricky.kv });
  const commits = new GroupCommit({ store });
  const now = () => START_MS;
  const giveBacks = new QuotaRefunds({
    store,
    commits,
    now,
    pauseMs: 1,
    maxRecords: 2,
  });
  await test({ kv, tricky, giveBacks });
  await giveBacks.close();
  commits.close();
  kv.close();
}

async function used(kv: Deno.Kv, key: Deno.KvKey = KEY) {
  return (await kv.get<{ used: number }>(key)).value?.used;
}

/** Lets the commits numbered from 1 meet a fault before or after they are carried out. */
function failCommits(
  tricky: TrickyKv,
  faults: Record<number, "before" | "after">,
) {
  let commits = 0;
  tricky.onCommit = (commit) => {
    const fails = faults[++commits];
    if (fails === "before") return fault();
    return fails === "after" ? commit().then(fault) : commit();
  };
}

Deno.test("QuotaRefunds.add - combines concurrent refunds", () =>
  withGiveBacks(async ({ kv, tricky, giveBacks }) => {
    for (let i = 0; i < 4; i++) giveBacks.add(KEY, RESET_MS);
    await giveBacks.flush();
    assert.deepEqual((await kv.get(KEY)).value, { used: 6, bonus: 50 });
    assert.equal(tricky.commits, 1);
  }));

Deno.test("QuotaRefunds.add - refunds what arrives in the meantime", () =>
  withGiveBacks(async ({ kv, tricky, giveBacks }) => {
    let isFirst = true;
    tricky.onCommit = (commit) => {
      if (isFirst) giveBacks.add(KEY, RESET_MS);
      isFirst = false;
      return commit();
    };
    giveBacks.add(KEY, RESET_MS);
    await giveBacks.flush();
    assert.equal(await used(kv), 8);
  }));

Deno.test("QuotaRefunds.add - retries after the store failed", () =>
  withGiveBacks(async ({ kv, tricky, giveBacks }) => {
    let reads = 0;
    tricky.onRead = (read) => ++reads < 3 ? fault() : read();
    failCommits(tricky, { 1: "before", 2: "before" });
    giveBacks.add(KEY, RESET_MS);
    await giveBacks.flush();
    assert.equal(await used(kv), 9);
    assert.equal(tricky.commits, 3);
  }));

Deno.test("QuotaRefunds.add - refunds nothing twice if a commit took effect but failed", () =>
  withGiveBacks(async ({ kv, tricky, giveBacks }) => {
    failCommits(tricky, { 1: "after" });
    giveBacks.add(KEY, RESET_MS);
    giveBacks.add(KEY, RESET_MS);
    await giveBacks.flush();
    assert.equal(await used(kv), 8);
    giveBacks.add(KEY, RESET_MS);
    await giveBacks.flush();
    assert.equal(await used(kv), 7);
  }));

Deno.test("QuotaRefunds.add - refunds nothing twice if a commit takes effect late", () =>
  withGiveBacks(async ({ kv, tricky, giveBacks }) => {
    const late: (() => Promise<unknown>)[] = [];
    tricky.onCommit = (commit) => {
      if (late.push(commit) === 1) return fault();
      // The one given up is carried out first after all.
      return late[0]().then(commit);
    };
    giveBacks.add(KEY, RESET_MS);
    giveBacks.add(KEY, RESET_MS);
    await giveBacks.flush();
    assert.equal(await used(kv), 8);
  }));

Deno.test("QuotaRefunds.add - reads again if another writer was faster", () =>
  withGiveBacks(async ({ kv, tricky, giveBacks }) => {
    let others = 3;
    tricky.onCommit = async (commit) => {
      if (others-- > 0) await kv.set(KEY, { used: 20 + others, bonus: 0 });
      return await commit();
    };
    giveBacks.add(KEY, RESET_MS);
    await giveBacks.flush();
    assert.equal(await used(kv), 19);
  }));

Deno.test("QuotaRefunds.add - limits the number of records", () =>
  withGiveBacks(async ({ kv, giveBacks }) => {
    const keys = [1, 2, 3].map((slot) => ["quotas", "a", slot, "2026-11"]);
    for (const key of keys) await kv.set(key, { used: 5, bonus: 0 });
    for (const key of keys) giveBacks.add(key, RESET_MS);
    await giveBacks.flush();
    assert.deepEqual(await Promise.all(keys.map((key) => used(kv, key))), [
      4,
      4,
      5,
    ]);
  }));

Deno.test("QuotaRefunds.close - does not wait for a failing store", () =>
  withGiveBacks(async ({ kv, tricky, giveBacks }) => {
    tricky.onRead = fault;
    giveBacks.add(KEY, RESET_MS);
    await giveBacks.close();
    assert.equal(await used(kv), 10);
  }));
