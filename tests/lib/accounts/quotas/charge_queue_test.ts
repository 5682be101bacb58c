import assert from "node:assert/strict";
import { ChargeQueue } from "../../../../lib/accounts/quotas/charge_queue.ts";
import {
  type Change,
  GroupCommit,
} from "../../../../lib/accounts/quotas/group_commit.ts";
import { quotaKey } from "../../../../lib/store/keys.ts";
import { MONTH, openQuotas, RESET_MS } from "./quota_fixture.ts";
import { pause, START_MS } from "../fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(openQueue);

/** Notes which changes asked to be alone, and may refuse them as for another's conflict. */
class NotedCommits extends GroupCommit {
  readonly wasAlone: boolean[] = [];
  refusals = 0;
  /** Called when a change is to be written. */
  onWrite = () => {};

  override write(change: Change): Promise<string | null> {
    this.wasAlone.push(change.isAlone);
    this.onWrite();
    return this.refusals-- > 0 ? Promise.resolve(null) : super.write(change);
  }
}

async function openQueue() {
  const fixture = await openQuotas();
  const { store, account, hash } = fixture;
  const commits = new NotedCommits({ store });
  const queue = new ChargeQueue({
    store,
    commits,
    now: () => START_MS,
    accountId: account.id,
    hash,
    month: MONTH,
    resetAtMs: RESET_MS,
    refund: () => assert.fail("every commit was in time"),
  });
  return {
    ...fixture,
    commits,
    queue,
    /** Takes them at once. @returns how many were granted and are used */
    async takeAll(...counts: [count: number, least?: number][]) {
      const charges = counts.map((count) => queue.take(waiting, ...count));
      return (await Promise.all(charges))
        .map(({ granted, quota }) => [granted, quota.used]);
    },
    key: quotaKey(account.id, 0, MONTH),
    async [Symbol.asyncDispose]() {
      commits.close();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

const waiting = { isOver: false, isHeld: false };

test("ChargeQueue.take - after repeated conflicts, a record gets its own commit", async ({ queue, tricky, kv, key, commits }) => {
  await queue.take(waiting);
  let others = 4;
  tricky.onCommit = async (commit) => {
    if (others-- > 0) await kv.set(key, { used: 1, bonus: others });
    return await commit();
  };
  await queue.take(waiting);
  await queue.take(waiting);
  const refusedFourTimes = [false, false, true, true, true];
  const afterSuccess = [false];
  const alone = [false, ...refusedFourTimes, ...afterSuccess];
  assert.deepEqual(commits.wasAlone, alone);
});

test("ChargeQueue.take - a conflict of another change does not count", async ({ queue, commits }) => {
  await queue.take(waiting);
  commits.refusals = 4;
  const { quota } = await queue.take(waiting);
  assert.equal(quota.used, 2);
  assert.deepEqual(commits.wasAlone, new Array(6).fill(false));
});

test("ChargeQueue.take - after a conflict, waiting charges keep their order", async ({ commits, queue }) => {
  commits.refusals = 1;
  const order: number[] = [];
  const take = (n: number) =>
    queue.take(waiting).then(({ quota }) => {
      order.push(n);
      return quota.used;
    });
  const third = Promise.withResolvers<number>();
  commits.onWrite = () => {
    commits.onWrite = () => {};
    third.resolve(take(3));
  };
  const first = [take(1), take(2)];
  assert.deepEqual(await Promise.all([...first, third.promise]), [1, 2, 3]);
  assert.deepEqual(order, [1, 2, 3]);
});

test("ChargeQueue.take - holds a call while a commit counts it, and no longer after a conflict", async ({ kv, key, tricky, commits, queue }) => {
  const call = { isOver: false, isHeld: false };
  const held: boolean[] = [];
  commits.onWrite = () => held.push(call.isHeld);
  tricky.onCommit = async (commit) => {
    held.push(call.isHeld);
    if (held.length === 2) await kv.set(key, { used: 1, bonus: 0 });
    return await commit();
  };
  assert.equal((await queue.take(call)).quota.used, 2);
  assert.deepEqual(held, [false, true, false, true]);
});

test("ChargeQueue.take - a call that is over is not charged", async ({ queue, commits }) => {
  const gone = queue.take({ isOver: true, isHeld: false });
  const there = queue.take(waiting);
  await assert.rejects(gone, /deadline exceeded/);
  assert.equal((await there).quota.used, 1);
  const call = { isOver: false, isHeld: false };
  commits.onWrite = () => call.isOver = true;
  const ends = queue.take(call);
  const stays = queue.take(waiting);
  await assert.rejects(ends, /deadline exceeded/);
  assert.equal((await stays).quota.used, 2);
});

test("ChargeQueue.take - serves charges again after it was idle", async ({ queue }) => {
  for (const used of [1, 2]) {
    assert.equal((await queue.take(waiting)).quota.used, used);
    await pause();
  }
});

test("ChargeQueue.take - of charges that arrive together, grants each that still fits", async ({ takeAll, tricky }) => {
  // Of a hundred.
  const charges = await takeAll([60], [41], [39], [2], [1], [1]);
  const last = [[0, 99], [1, 100], [0, 100]];
  assert.deepEqual(charges, [[60, 60], [0, 60], [39, 99], ...last]);
  assert.equal(tricky.commits, 1);
});

test("ChargeQueue.take - takes what is left, if that is enough", async ({ queue, takeAll, tricky }) => {
  const charges = await takeAll([60, 60], [50, 41], [50, 40], [1, 1], [50, 1]);
  const last = [[40, 100], [0, 100], [0, 100]];
  assert.deepEqual(charges, [[60, 60], [0, 60], ...last]);
  assert.equal(tricky.commits, 1);
  const { quota } = await queue.take(waiting, 1);
  assert.equal(quota.used, 100);
});

test("ChargeQueue.take - reads the store only for what the last known quota doesn't cover", async ({ queue, tricky }) => {
  await queue.take(waiting, 90);
  const steps: unknown[] = [];
  for (const count of [9, 2, 1, 1]) {
    const { reads, commits } = tricky;
    const { granted } = await queue.take(waiting, count);
    steps.push([granted, tricky.reads - reads, tricky.commits - commits]);
  }
  assert.deepEqual(steps, [
    [9, 0, 1],
    // It may have grown since.
    [0, 1, 0],
    // All that is left.
    [1, 0, 1],
    [0, 1, 0],
  ]);
});

test("ChargeQueue.take - for calls that are over, nothing is read or written", async ({ tricky, queue }) => {
  const { reads } = tricky;
  const gone = queue.take({ isOver: true, isHeld: false });
  await assert.rejects(gone, /deadline exceeded/);
  await pause();
  assert.deepEqual([tricky.reads - reads, tricky.commits], [0, 0]);
});
