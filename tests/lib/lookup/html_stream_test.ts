import assert from "node:assert/strict";
import { htmlStream, splitAtSlots } from "../../../lib/lookup/html_stream.ts";

async function* parts(onEnd: () => void = () => {}) {
  try {
    yield "<p>é";
    await Promise.resolve();
    yield "</p>";
  } finally {
    onEnd();
  }
}

Deno.test("htmlStream - encodes the parts as UTF-8", async () => {
  const body = htmlStream(parts(), () => assert.fail());
  assert.equal(await new Response(body).text(), "<p>é</p>");
});

Deno.test("htmlStream - generates nothing before it is read", async () => {
  let made = 0;
  async function* source() {
    made++;
    yield await Promise.resolve("a");
  }
  const body = htmlStream(source(), () => {});
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(made, 0);
  await body.cancel();
});

Deno.test("htmlStream - calls onCancel and ends the source when the reader disconnects", async () => {
  const ended: string[] = [];
  const source = parts(() => ended.push("source"));
  const body = htmlStream(source, () => ended.push("reader"));
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
  assert.deepEqual(ended, ["reader", "source"]);
});

Deno.test("htmlStream - calls onStall once if the reader pauses too long in total", async () => {
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  let times = 0;
  let nowMs = 0;
  const body = htmlStream(parts(), () => assert.fail(), {
    onStall: () => {
      times++;
      leave();
    },
    timeoutMs: 10_000,
    now: () => nowMs,
  });
  const reader = body.getReader();
  nowMs = 9_990;
  const { value: first } = await reader.read();
  // 10 ms are left.
  await gone;
  // A reader that returns gets the rest of the source.
  const { value: last } = await reader.read();
  const texts = [first, last].map((bytes) => new TextDecoder().decode(bytes));
  assert.deepEqual(texts, ["<p>é", "</p>"]);
  assert.equal((await reader.read()).done, true);
  assert.equal(times, 1);
});

Deno.test("htmlStream - does not count the time that the source takes", async () => {
  let nowMs = 0;
  async function* source() {
    for (let i = 0; i < 3; i++) {
      nowMs += 60_000;
      await Promise.resolve();
      yield "a";
    }
  }
  const fail = () => assert.fail();
  const options = { onStall: fail, timeoutMs: 10_000, now: () => nowMs };
  const body = htmlStream(source(), fail, options);
  assert.equal(await new Response(body).text(), "aaa");
});

Deno.test("htmlStream - passes the source's error to the reader", async () => {
  const failure = new Error("broken");
  async function* source() {
    yield await Promise.resolve("a");
    throw failure;
  }
  const body = htmlStream(source(), () => {});
  await assert.rejects(new Response(body).text(), failure);
});

Deno.test("splitAtSlots - returns the parts around each slot", () => {
  assert.deepEqual(splitAtSlots("a<1>b<2>c", ["<1>", "<2>"]), ["a", "b", "c"]);
  assert.deepEqual(splitAtSlots("abc", []), ["abc"]);
});

Deno.test("splitAtSlots - throws if a slot is missing or occurs twice", () => {
  assert.throws(() => splitAtSlots("abc", ["<1>"]), /Cannot find/);
  assert.throws(() => splitAtSlots("a<1>b<1>", ["<1>"]), /Cannot find/);
  assert.throws(() => splitAtSlots("a<2>b<1>c", ["<1>", "<2>"]), /Cannot find/);
});
