import assert from "node:assert/strict";
import {
  type Call,
  type Change,
  GroupCommit,
  SharedDeadline,
} from "../../../../lib/accounts/quotas/group_commit.ts";
import { Store } from "../../../../lib/store/store.ts";
import { gate, TrickyKv, UNAVAILABLE } from "./quota_fixture.ts";
import { assertRefused } from "../fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(openCommits);

const never = new Promise<never>(() => {});

Deno.test("SharedDeadline.run - returns the result of the work", async () => {
  const deadline = new SharedDeadline(60_000);
  const calls: Call[] = [];
  const done = (call: Call) => Promise.resolve(calls.push(call));
  assert.equal(await deadline.run(done), 1);
  const error = new Error("a simulated error");
  await assert.rejects(deadline.run(() => Promise.reject(error)), error);
  deadline.close();
  assert.equal(calls[0].isOver, false);
});

Deno.test("SharedDeadline.run - rejects after the timeout, and marks the call as over", async () => {
  const deadline = new SharedDeadline(20);
  const calls: Call[] = [];
  const slow = Promise.withResolvers<never>();
  const running = deadline.run((call) => {
    calls.push(call);
    return slow.promise;
  });
  assert.equal(calls[0].isOver, false);
  await assert.rejects(running, {
    name: "TimeoutError",
    message: "no response within 20 ms",
  });
  assert.equal(calls[0].isOver, true);
  // A late error has no caller left.
  slow.reject(new Error("a simulated error"));
});

Deno.test("SharedDeadline.run - work that starts later gets its full time", async () => {
  const deadline = new SharedDeadline(40);
  const ended: string[] = [];
  const first = deadline.run(() => never).catch(() => ended.push("first"));
  await new Promise((resolve) => setTimeout(resolve, 25));
  assert.equal(ended.length, 0);
  const second = deadline.run(() => never).catch(() => ended.push("second"));
  await first;
  assert.deepEqual(ended, ["first"]);
  await second;
  assert.deepEqual(ended, ["first", "second"]);
});

Deno.test("SharedDeadline.close - times out running work", async () => {
  const deadline = new SharedDeadline(60_000);
  const running = deadline.run(() => never);
  deadline.close();
  await assert.rejects(running, { name: "TimeoutError" });
});

async function openCommits() {
  const kv = await Deno.openKv(":memory:");
  const tricky = new TrickyKv(kv);
  const store = new Store({ kv: tricky.kv });
  const commits = new GroupCommit({ store, maxChanges: 3 });
  const close = () => {
    commits.close();
    kv.close();
  };
  const write = (...changes: Change[]) =>
    Promise.all(changes.map((change) => commits.write(change)));
  return { kv, tricky, commits, write, [Symbol.dispose]: close };
}

function change(n: number, more: Partial<Change> = {}): Change {
  const key = ["n", n];
  const checks = [{ key, versionstamp: null }];
  const usual = { value: n, expireInMs: 60_000, isAlone: false };
  return { key, checks, ...usual, ...more };
}

test("GroupCommit.write - returns the versionstamp", async ({ kv, commits }) => {
  const onLate = () => assert.fail("it was in time");
  const stamp = await commits.write(change(1, { onLate }));
  const { value, versionstamp } = await kv.get(["n", 1]);
  assert.deepEqual([value, versionstamp], [1, stamp]);
});

test("GroupCommit.write - groups concurrent changes, up to the maximum", async ({ tricky, write }) => {
  const stamps = await write(...[1, 2, 3, 4, 5].map((n) => change(n)));
  assert.equal(tricky.commits, 2);
  assert.equal(new Set(stamps.slice(0, 3)).size, 1);
  assert.equal(stamps[3], stamps[4]);
  assert.notEqual(stamps[0], stamps[3]);
});

test("GroupCommit.write - a failed check fails all changes of the commit", async ({ kv, write }) => {
  await kv.set(["n", 1], "before");
  const stamps = await write(...[1, 2, 3, 4].map((n) => change(n)));
  const fourth = stamps.pop();
  assert.deepEqual(stamps, [null, null, null]);
  assert.equal((await kv.get(["n", 1])).value, "before");
  assert.equal((await kv.get(["n", 2])).value, null);
  assert.equal((await kv.get(["n", 4])).versionstamp, fourth);
});

test("GroupCommit.write - never writes a record twice in a commit", async ({ kv, write }) => {
  const both = ["first", "second"].map((value) => change(1, { value }));
  const [first, second] = await write(...both);
  assert.equal(second, null);
  const entry = await kv.get(["n", 1]);
  assert.deepEqual([entry.value, entry.versionstamp], ["first", first]);
});

test("GroupCommit.write - a change with its own commit delays no others and gets its turn", async ({ kv, tricky, write }) => {
  await kv.set(["n", 2], "before");
  const alone = change(2, { isAlone: true });
  const stamps = await write(change(1), alone, change(3));
  assert.equal(tricky.commits, 2);
  assert.equal(stamps[0], stamps[2]);
  assert.equal(stamps[1], null);
});

test("GroupCommit.write - a failed commit is 503 for its changes", async ({ tricky, commits }) => {
  tricky.onCommit = () => {
    tricky.onCommit = (commit) => commit();
    return Promise.reject(new Error("a simulated error"));
  };
  const refused = [1, 2, 3]
    .map((n) => assertRefused(commits.write(change(n)), UNAVAILABLE));
  const fourth = commits.write(change(4));
  await Promise.all(refused);
  assert.notEqual(await fourth, null);
});

test("GroupCommit.alone - no commit runs during a task", async ({ tricky, commits }) => {
  const slow = gate();
  tricky.onCommit = (commit) => slow.promise.then(commit);
  const order: string[] = [];
  const first = commits.write(change(1)).then(() => order.push("first"));
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.equal(tricky.commits, 1);
  const task = commits.alone(async () => {
    order.push("task begins");
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push("task ends");
  });
  const second = commits.write(change(2)).then(() => order.push("second"));
  slow.resolve();
  await Promise.all([first, task, second]);
  assert.deepEqual(order, ["first", "task begins", "task ends", "second"]);
});

test("GroupCommit.alone - a failing task does not stop later ones, and commits nothing", async ({ tricky, commits }) => {
  const error = new Error("a simulated error");
  await assert.rejects(commits.alone(() => Promise.reject(error)), error);
  assert.notEqual(await commits.write(change(1)), null);
  assert.equal(tricky.commits, 1);
});
