import assert from "node:assert/strict";
import {
  IndexThread,
  IndexUnavailableError,
  UnusableIndexError,
} from "../../../../lib/dns/index/index_thread.ts";
import type { IndexRequest } from "../../../../lib/dns/index/index_worker.ts";
import { clientAt } from "../../../support/caller.ts";

/** A thread with another program: `answer(order)` of the given text. */
function threadOf(program: string): IndexThread {
  const text = `const answer = ${program};
    self.onmessage = ({ data }) => self.postMessage(answer(data));`;
  return new IndexThread(
    "test",
    new URL(`data:text/javascript,${encodeURIComponent(text)}`),
  );
}

const order: IndexRequest = { do: "size" };
const waitForever =
  "() => { for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }";

async function unavailable(call: Promise<unknown>, message: RegExp) {
  await assert.rejects(call, (error) => {
    assert(error instanceof IndexUnavailableError);
    assert.match(error.message, message);
    return true;
  });
}

Deno.test("IndexThread.call - each gets its own answer, in order", async () => {
  const thread = threadOf("(order) => ({ result: order.nowMs * 2 })");
  const calls = [1, 2, 3].map((nowMs) =>
    thread.call({ do: "set aside", nowMs })
  );
  assert.deepEqual(await Promise.all(calls), [2, 4, 6]);
  thread.end("over");
});

Deno.test("IndexThread.call - a fault says whether the file is to blame", async () => {
  const thread = threadOf(
    "({ nowMs }) => ({ message: 'so it is', isUnusable: nowMs === 1 })",
  );
  const fault = (nowMs: number) =>
    thread.call({ do: "set aside", nowMs }).catch((error) => error);
  const [broken, other] = [await fault(1), await fault(2)];
  assert(broken instanceof UnusableIndexError);
  assert(!(other instanceof UnusableIndexError));
  await unavailable(Promise.reject(other), /^so it is$/);
  thread.end("over");
});

Deno.test("IndexThread.call - a thread that crashes fails what waits, and what comes", async () => {
  const thread = threadOf("() => { throw new Error('crashed'); }");
  const calls = [thread.call(order), thread.call(order)];
  for (const call of calls) await unavailable(call, /crashed/);
  assert.equal(thread.hasEnded, true);
  await unavailable(thread.call(order), /crashed/);
});

Deno.test("IndexThread.call - a program that does not start is a fault, too", async () => {
  const thread = threadOf("](");
  await unavailable(thread.call(order), /./);
  assert.equal(thread.hasEnded, true);
});

Deno.test("IndexThread.end - who waits for a thread that hangs gets the reason", async () => {
  const thread = threadOf(waitForever);
  const calls = [thread.call(order), thread.call(order)];
  thread.end("no more");
  for (const call of calls) await unavailable(call, /^no more$/);
  thread.end("another reason");
  await unavailable(thread.call(order), /^no more$/);
});

Deno.test("IndexThread.call - what is taken back is not done, and makes room", async () => {
  const thread = threadOf(`(() => {
    let done = 0;
    return (order) => ({ result: ++done });
  })()`);
  const controller = new AbortController();
  const first = thread.call(order);
  const waiting = Array.from(
    { length: 256 },
    () => thread.call(order, { signal: controller.signal }),
  );
  await unavailable(thread.call(order), /^Too many searches wait/);
  const reason = new Error("left");
  controller.abort(reason);
  const last = thread.call(order);
  for (const call of waiting) await assert.rejects(call, reason);
  assert.deepEqual([await first, await last], [1, 2]);
  await assert.rejects(
    thread.call(order, { signal: controller.signal }),
    reason,
  );
  thread.end("over");
});

Deno.test("IndexThread.call - whoever asks for much has one turn, and then the others", async () => {
  const thread = threadOf("({ nowMs }) => ({ result: nowMs })");
  const done: unknown[] = [];
  const ask = (nowMs: number, address: string) =>
    thread.call({ do: "set aside", nowMs }, { client: clientAt(address) })
      .then((result) => done.push(result));
  const calls = [
    ...[1, 2, 3, 4].map((nowMs) => ask(nowMs, "192.0.2.1")),
    ask(5, "192.0.2.2"),
    ask(6, "192.0.2.3"),
  ];
  await Promise.all(calls);
  assert.deepEqual(done, [1, 2, 5, 6, 3, 4]);
  thread.end("over");
});
