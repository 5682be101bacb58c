import assert from "node:assert/strict";
import { QuotaRefunds } from "../../../../lib/accounts/quotas/quota_refunds.ts";
import { GroupCommit } from "../../../../lib/accounts/quotas/group_commit.ts";
import { Store } from "../../../../lib/store/store.ts";
import { RESET_MS, TrickyKv } from "./quota_fixture.ts";
import { START_MS } from "../fixture.ts";
import { testIn } from "../../../support/test_with.ts";

const test = testIn(withRefunds);

const KEY = ["quotas", "a", 0, "2026-11"];
const failing = () => Promise.reject(new Error("a simulated error"));

async function withRefunds(
  body: (
    fixture: { kv: Deno.Kv; tricky: TrickyKv; refunds: QuotaRefunds },
  ) => Promise<void>,
) {
  const kv = await Deno.openKv(":memory:");
  await kv.set(KEY, { used: 10, bonus: 50 });
  const tricky = new TrickyKv(kv);
  const store = new Store({ kv: tricky.kv });
  const commits = new GroupCommit({ store });
  const now = () => START_MS;
  const refunds = new QuotaRefunds({
    store,
    commits,
    now,
    pauseMs: 1,
    maxRecords: 2,
  });
  await body({ kv, tricky, refunds });
  await refunds.close();
  commits.close();
  kv.close();
}

async function used(kv: Deno.Kv, key: Deno.KvKey = KEY) {
  return (await kv.get<{ used: number }>(key)).value?.used;
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

test("QuotaRefunds.add - combines concurrent refunds", async ({ kv, tricky, refunds }) => {
  for (let i = 0; i < 4; i++) refunds.add(KEY, RESET_MS);
  await refunds.flush();
  assert.deepEqual((await kv.get(KEY)).value, { used: 6, bonus: 50 });
  assert.equal(tricky.commits, 1);
});

test("QuotaRefunds.add - refunds what arrives in the meantime", async ({ kv, tricky, refunds }) => {
  let isFirst = true;
  tricky.onCommit = (commit) => {
    if (isFirst) refunds.add(KEY, RESET_MS);
    isFirst = false;
    return commit();
  };
  refunds.add(KEY, RESET_MS);
  await refunds.flush();
  assert.equal(await used(kv), 8);
});

test("QuotaRefunds.add - retries after the store failed", async ({ kv, tricky, refunds }) => {
  let reads = 0;
  tricky.onRead = (read) => ++reads < 3 ? failing() : read();
  failCommits(tricky, { 1: "before", 2: "before" });
  refunds.add(KEY, RESET_MS);
  await refunds.flush();
  assert.equal(await used(kv), 9);
  assert.equal(tricky.commits, 3);
});

test("QuotaRefunds.add - refunds nothing twice if a commit took effect but failed", async ({ kv, tricky, refunds }) => {
  failCommits(tricky, { 1: "after" });
  refunds.add(KEY, RESET_MS);
  refunds.add(KEY, RESET_MS);
  await refunds.flush();
  assert.equal(await used(kv), 8);
  assert.equal(tricky.commits, 1);
  refunds.add(KEY, RESET_MS);
  await refunds.flush();
  assert.equal(await used(kv), 7);
});

test("QuotaRefunds.add - refunds nothing twice if a commit takes effect late", async ({ kv, tricky, refunds }) => {
  const late: (() => Promise<unknown>)[] = [];
  tricky.onCommit = (commit) => {
    if (late.push(commit) === 1) return failing();
    // The one given up is carried out first after all.
    return late[0]().then(commit);
  };
  refunds.add(KEY, RESET_MS);
  refunds.add(KEY, RESET_MS);
  await refunds.flush();
  assert.equal(await used(kv), 8);
});

test("QuotaRefunds.add - reads again if another writer was faster", async ({ kv, tricky, refunds }) => {
  let others = 3;
  tricky.onCommit = async (commit) => {
    if (others-- > 0) await kv.set(KEY, { used: 20 + others, bonus: 0 });
    return await commit();
  };
  refunds.add(KEY, RESET_MS);
  await refunds.flush();
  assert.equal(await used(kv), 19);
});

test("QuotaRefunds.add - writes nothing for an account that was deleted", async ({ kv, tricky, refunds }) => {
  await kv.delete(KEY);
  refunds.add(KEY, RESET_MS);
  await refunds.flush();
  assert.equal((await kv.get(KEY)).versionstamp, null);
  assert.equal(tricky.commits, 0);
});

test("QuotaRefunds.add - limits the number of records", async ({ kv, refunds }) => {
  const keys = [1, 2, 3].map((slot) => ["quotas", "a", slot, "2026-11"]);
  for (const key of keys) await kv.set(key, { used: 5, bonus: 0 });
  for (const key of keys) refunds.add(key, RESET_MS);
  await refunds.flush();
  assert.deepEqual(await Promise.all(keys.map((key) => used(kv, key))), [
    4,
    4,
    5,
  ]);
});

test("QuotaRefunds.close - does not wait for a failing store", async ({ kv, tricky, refunds }) => {
  tricky.onRead = failing;
  refunds.add(KEY, RESET_MS);
  await refunds.close();
  assert.equal(await used(kv), 10);
});
