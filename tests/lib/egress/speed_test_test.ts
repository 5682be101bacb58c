import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { requireSpeedTest, SpeedTest } from "../../../lib/egress/speed_test.ts";

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
const { signal } = new AbortController();
const callerOf = (group: string) => ({ client: { key: group, group }, signal });
const ann = callerOf("192.0.2.1");
const bob = callerOf("198.51.100.2");
const invalid = { status: 400, code: "INVALID_INPUT" };

async function bytesOf(stream: ReadableStream<Uint8Array>) {
  return new Uint8Array(await new Response(stream as never).arrayBuffer());
}

Deno.test("SpeedTest.download - has exactly the requested bytes, which do not compress", async () => {
  const test = new SpeedTest({ random });
  for (const length of [1, 65_536, 65_537, 3_000_001]) {
    const bytes = await bytesOf(test.download(length, ann));
    assert.equal(bytes.length, length);
    assert(gzipSync(bytes).length >= length);
  }
  assert.equal(test.transfers.acquired, 0);
});

Deno.test("SpeedTest.download - limits the transfers of a client and of all, and releases them on abort", async () => {
  const test = new SpeedTest({ random, maxConcurrent: 6, maxPerClient: 2 });
  const busy = { status: 503, headers: { "retry-after": "5" } };
  const open = [test.download(9, ann), test.download(9, ann)];
  assert.throws(() => test.download(9, ann), busy);
  await assert.rejects(test.upload(null, ann), busy);
  for (let i = 3; i < 7; i++) {
    open.push(test.download(9, callerOf(`203.${i}.113.1`)));
  }
  assert.equal(test.transfers.acquired, 6);
  assert.throws(() => test.download(9, bob), busy);
  await open[0].cancel();
  assert.equal(test.transfers.acquired, 5);
  open.push(test.download(9, bob));
  await Promise.all(open.slice(1).map((stream) => stream.cancel()));
  assert.equal(test.transfers.acquired, 0);
});

Deno.test("SpeedTest.download - breaks off when its time is up, and releases its place", async () => {
  const test = new SpeedTest({ random, timeoutMs: 1 });
  const reader = test.download(25_000_000, ann).getReader();
  // Nobody reads meanwhile, as with a client that stalls.
  await assert.rejects(reader.closed, { name: "TimeoutError" });
  assert.equal(test.transfers.acquired, 0);
});

Deno.test("SpeedTest.parseBytes - accepts 1 to the limit", () => {
  const test = new SpeedTest({ random, maxBytes: 1000 });
  assert.equal(test.parseBytes(null), 1000);
  assert.equal(test.parseBytes("1"), 1);
  assert.equal(test.parseBytes("1000"), 1000);
  for (const text of ["0", "1001", "", "-1", "1.5", "1e3", "01", " 1"]) {
    assert.throws(() => test.parseBytes(text), invalid, text);
  }
});

/** A body of some chunks, then one that never comes. */
function bodyOf(chunks: number[], isStalled = false) {
  let isCanceled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const length = chunks.shift();
      if (length !== undefined) controller.enqueue(new Uint8Array(length));
      else if (!isStalled) controller.close();
      else return new Promise<void>(() => {});
    },
    cancel() {
      isCanceled = true;
    },
  });
  return { stream, isCanceled: () => isCanceled };
}

Deno.test("SpeedTest.upload - counts the bytes, up to its limit", async () => {
  const test = new SpeedTest({ random, maxBytes: 1000 });
  assert.equal(await test.upload(null, ann), 0);
  assert.equal(await test.upload(bodyOf([400, 0, 600]).stream, ann), 1000);
  const large = bodyOf([400, 601, 1]);
  const tooLarge = { status: 413, code: "PAYLOAD_TOO_LARGE" };
  await assert.rejects(test.upload(large.stream, ann), tooLarge);
  assert.equal(large.isCanceled(), true);
  assert.equal(test.transfers.acquired, 0);
});

Deno.test("SpeedTest.upload - ends when its time is up, and releases its place", async () => {
  const test = new SpeedTest({ random, timeoutMs: 1 });
  const stalled = bodyOf([400], true);
  await assert.rejects(test.upload(stalled.stream, ann), invalid);
  assert.equal(stalled.isCanceled(), true);
  assert.equal(test.transfers.acquired, 0);
});

Deno.test("requireSpeedTest - is 404 where it is off", () => {
  const notFound = { status: 404, code: "NOT_FOUND" };
  assert.throws(() => requireSpeedTest(null), notFound);
});
