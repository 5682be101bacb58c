import assert from "node:assert/strict";
import {
  IndexThread,
  UnusableIndexError,
} from "../../../../lib/dns/index/index_thread.ts";
import type { IndexRequest } from "../../../../lib/dns/index/index_worker.ts";
import { clientAt } from "../../../support/caller.ts";

/** A thread with another program, whose source is a function from request to reply. */
function threadOf(program: string): IndexThread {
  const text = `const reply = ${program};
    self.onmessage = ({ data }) => self.postMessage(reply(data));`;
  return new IndexThread(
    "test",
    new URL(`data:text/javascript,${encodeURIComponent(text)}`),
  );
}

const request: IndexRequest = { type: "size" };
const waitForever =
  "() => { for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }";

async function unavailable(call: Promise<unknown>, message: RegExp) {
  await assert.rejects(call, { name: "IndexUnavailableError", message });
}

Deno.test("IndexThread.call - returns the result of each request, in order", async () => {
  const thread = threadOf("({ nowMs }) => ({ result: nowMs * 2 })");
  const calls = [1, 2, 3].map((nowMs) =>
    thread.call({ type: "move aside", nowMs })
  );
  assert.deepEqual(await Promise.all(calls), [2, 4, 6]);
  thread.end("over");
});

Deno.test("IndexThread.call - UnusableIndexError only if the file is damaged", async () => {
  const thread = threadOf(
    "({ nowMs }) => ({ message: 'so it is', isUnusable: nowMs === 1 })",
  );
  const error = (nowMs: number) =>
    thread.call({ type: "move aside", nowMs }).catch((error) => error);
  const [broken, other] = [await error(1), await error(2)];
  assert(broken instanceof UnusableIndexError);
  assert(!(other instanceof UnusableIndexError));
  await unavailable(Promise.reject(other), /^so it is$/);
  thread.end("over");
});

Deno.test("IndexThread.call - rejects waiting and later requests after a crash", async () => {
  const thread = threadOf("() => { throw new Error('crashed'); }");
  const calls = [thread.call(request), thread.call(request)];
  for (const call of calls) await unavailable(call, /crashed/);
  assert.equal(thread.hasEnded, true);
  await unavailable(thread.call(request), /crashed/);
});

Deno.test("IndexThread.call - rejects if the program does not start", async () => {
  const thread = threadOf("](");
  await unavailable(thread.call(request), /./);
  assert.equal(thread.hasEnded, true);
});

Deno.test("IndexThread.end - pending requests reject with the reason", async () => {
  const thread = threadOf(waitForever);
  const calls = [thread.call(request), thread.call(request)];
  thread.end("no more");
  for (const call of calls) await unavailable(call, /^no more$/);
  thread.end("another reason");
  await unavailable(thread.call(request), /^no more$/);
});

Deno.test("IndexThread.call - drops aborted requests, which frees their place", async () => {
  const thread = threadOf(`(() => {
    let done = 0;
    return (order) => ({ result: ++done });
  })()`);
  const controller = new AbortController();
  const { signal } = controller;
  const first = thread.call(request);
  const call = () => thread.call(request, { signal });
  const waiting = Array.from({ length: 256 }, call);
  await unavailable(thread.call(request), /^Too many searches are waiting/);
  const reason = new Error("left");
  controller.abort(reason);
  const last = thread.call(request);
  for (const call of waiting) await assert.rejects(call, reason);
  assert.deepEqual([await first, await last], [1, 2]);
  await assert.rejects(call(), reason);
  thread.end("over");
});

Deno.test("IndexThread.call - a client with many requests takes turns with the others", async () => {
  const thread = threadOf("({ nowMs }) => ({ result: nowMs })");
  const done: unknown[] = [];
  const ask = (nowMs: number, address: string) =>
    thread.call({ type: "move aside", nowMs }, { client: clientAt(address) })
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
