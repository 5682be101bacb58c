import assert from "node:assert/strict";
import { ChargeQueue } from "../../../../lib/accounts/quotas/charge_queue.ts";
import {
  type Change,
  GroupCommit,
} from "../../../../lib/accounts/quotas/group_commit.ts";
import { quotaKey } from "../../../../lib/store/keys.ts";
import { addToken, MONTH, openQuotas, RESET_MS } from "./quota_rig.ts";
import { START_MS } from "../rig.ts";

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
  const rig = await openQuotas();
  const { store } = rig;
  const { account, hash } = await addToken(rig.kv);
  const commits = new NotedCommits({ store });
  const queue = new ChargeQueue({
    store,
    commits,
    now: () => START_MS,
    accountId: account.id,
    hash,
    month: MONTH,
    resetAtMs: RESET_MS,
  });
  return {
    ...rig,
    commits,
    queue,
    key: quotaKey(account.id, 0, MONTH),
    async [Symbol.asyncDispose]() {
      commits.close();
      await rig[Symbol.asyncDispose]();
    },
  };
}

const waiting = { isOver: false };

Deno.test("ChargeQueue.take - after repeated conflicts, a record gets its own commit", async () => {
  await using rig = await openQueue();
  await rig.queue.take(waiting);
  let others = 4;
  rig.tricky.onCommit = async (commit) => {
    if (others-- > 0) await rig.kv.set(rig.key, { used: 1, bonus: others });
    return await commit();
  };
  await rig.queue.take(waiting);
  await rig.queue.take(waiting);
  assert.deepEqual(rig.commits.wasAlone, [
    false,
    // Refused four times.
    false,
    false,
    true,
    true,
    true,
    // After a success.
    false,
  ]);
});

Deno.test("ChargeQueue.take - a conflict of another change does not count", async () => {
  await using rig = await openQueue();
  await rig.queue.take(waiting);
  rig.commits.refusals = 4;
  const { quota } = await rig.queue.take(waiting);
  assert.equal(quota.used, 2);
  assert.deepEqual(rig.commits.wasAlone, new Array(6).fill(false));
});

Deno.test("ChargeQueue.take - after a conflict, waiting charges keep their order", async () => {
  await using rig = await openQueue();
  rig.commits.refusals = 1;
  const order: number[] = [];
  const take = (n: number) =>
    rig.queue.take(waiting).then(({ quota }) => {
      order.push(n);
      return quota.used;
    });
  const third = Promise.withResolvers<number>();
  rig.commits.onWrite = () => {
    rig.commits.onWrite = () => {};
    third.resolve(take(3));
  };
  const first = [take(1), take(2)];
  assert.deepEqual(await Promise.all([...first, third.promise]), [1, 2, 3]);
  assert.deepEqual(order, [1, 2, 3]);
});

Deno.test("ChargeQueue.take - a call that is over is not charged", async () => {
  await using rig = await openQueue();
  const gone = rig.queue.take({ isOver: true });
  const there = rig.queue.take(waiting);
  await assert.rejects(gone, /deadline exceeded/);
  assert.equal((await there).quota.used, 1);
});
