import assert from "node:assert/strict";
import { QuotaRefunds } from "../../../../lib/accounts/quotas/quota_refunds.ts";
import { GroupCommit } from "../../../../lib/accounts/quotas/group_commit.ts";
import { Store } from "../../../../lib/store/store.ts";
import { RESET_MS, TrickyKv } from "./quota_fixture.ts";
import { START_MS } from "../fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(openRefunds);

const KEY = ["quotas", "a", 0, "2026-11"];
const failing = () => Promise.reject(new Error("a simulated error"));

async function openRefunds() {
  const kv = await Deno.openKv(":memory:");
  await kv.set(KEY, { used: 10, bonus: 50 });
  const tricky = new TrickyKv(kv);
  const store = new Store({ kv: tricky.kv });
  const commits = new GroupCommit({ store });
  const now = () => START_MS;
  const limits = { pauseMs: 1, maxRecords: 2 };
  const refunds = new QuotaRefunds({ store, commits, now, ...limits });
  return {
    kv,
    tricky,
    refunds,
    /** Refunds so many requests, one by one. */
    async refund(count: number) {
      for (let i = 0; i < count; i++) refunds.add(KEY, RESET_MS);
      await refunds.flush();
    },
    used: async (key: Deno.KvKey = KEY) =>
      (await kv.get<{ used: number }>(key)).value?.used,
    async [Symbol.asyncDispose]() {
      await refunds.close();
      commits.close();
      kv.close();
    },
  };
}

/** Lets the commits numbered from 1 fail before or after they are carried out. */
function failCommits(
  tricky: TrickyKv,
  failures: Record<number, "before" | "after">,
) {
  let commits = 0;
  tricky.onCommit = (commit) => {
    const fails = failures[++commits];
    if (fails === "before") return failing();
    return fails === "after" ? commit().then(failing) : commit();
  };
}

test("QuotaRefunds.add - combines concurrent refunds", async ({ kv, tricky, refund }) => {
  await refund(4);
  assert.deepEqual((await kv.get(KEY)).value, { used: 6, bonus: 50 });
  assert.equal(tricky.commits, 1);
});

test("QuotaRefunds.add - refunds what arrives in the meantime", async ({ tricky, refunds, refund, used }) => {
  let isFirst = true;
  tricky.onCommit = (commit) => {
    if (isFirst) refunds.add(KEY, RESET_MS);
    isFirst = false;
    return commit();
  };
  await refund(1);
  assert.equal(await used(), 8);
});

test("QuotaRefunds.add - retries after the store failed", async ({ tricky, refund, used }) => {
  let reads = 0;
  tricky.onRead = (read) => ++reads < 3 ? failing() : read();
  failCommits(tricky, { 1: "before", 2: "before" });
  await refund(1);
  assert.equal(await used(), 9);
  assert.equal(tricky.commits, 3);
});

test("QuotaRefunds.add - refunds nothing twice if a commit took effect but failed", async ({ tricky, refund, used }) => {
  failCommits(tricky, { 1: "after" });
  await refund(2);
  assert.equal(await used(), 8);
  assert.equal(tricky.commits, 1);
  await refund(1);
  assert.equal(await used(), 7);
});

test("QuotaRefunds.add - refunds nothing twice if a commit takes effect late", async ({ tricky, refund, used }) => {
  const late: (() => Promise<unknown>)[] = [];
  tricky.onCommit = (commit) => {
    if (late.push(commit) === 1) return failing();
    // The one given up is carried out first after all.
    return late[0]().then(commit);
  };
  await refund(2);
  assert.equal(await used(), 8);
});

test("QuotaRefunds.add - reads again if another writer was faster", async ({ kv, tricky, refund, used }) => {
  let others = 3;
  tricky.onCommit = async (commit) => {
    if (others-- > 0) await kv.set(KEY, { used: 20 + others, bonus: 0 });
    return await commit();
  };
  await refund(1);
  assert.equal(await used(), 19);
});

test("QuotaRefunds.add - writes nothing for an account that was deleted", async ({ kv, tricky, refund }) => {
  await kv.delete(KEY);
  await refund(1);
  assert.equal((await kv.get(KEY)).versionstamp, null);
  assert.equal(tricky.commits, 0);
});

test("QuotaRefunds.add - limits the number of records", async ({ kv, refunds, used }) => {
  const keys = [1, 2, 3].map((slot) => ["quotas", "a", slot, "2026-11"]);
  for (const key of keys) await kv.set(key, { used: 5, bonus: 0 });
  for (const key of keys) refunds.add(key, RESET_MS);
  await refunds.flush();
  const left = await Promise.all(keys.map((key) => used(key)));
  assert.deepEqual(left, [4, 4, 5]);
});

test("QuotaRefunds.close - does not wait for a failing store", async ({ tricky, refunds, used }) => {
  tricky.onRead = failing;
  refunds.add(KEY, RESET_MS);
  await refunds.close();
  assert.equal(await used(), 10);
});
