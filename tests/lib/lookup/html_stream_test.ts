import assert from "node:assert/strict";
import { htmlStream, partsAround } from "../../../lib/lookup/html_stream.ts";

async function* parts(onEnd: () => void = () => {}) {
  try {
    yield "<p>é";
    await Promise.resolve();
    yield "</p>";
  } finally {
    onEnd();
  }
}

Deno.test("htmlStream - the parts as UTF-8", async () => {
  const body = htmlStream(parts(), () => assert.fail());
  assert.equal(await new Response(body).text(), "<p>é</p>");
});

Deno.test("htmlStream - nothing is made before it is read", async () => {
  let made = 0;
  const body = htmlStream(
    async function* () {
      made++;
      yield await Promise.resolve("a");
    }(),
    () => {},
  );
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(made, 0);
  await body.cancel();
});

Deno.test("htmlStream - a reader that leaves is told of, and the source ends", async () => {
  const ended: string[] = [];
  const body = htmlStream(
    parts(() => ended.push("source")),
    () => ended.push("reader"),
  );
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
  assert.deepEqual(ended, ["reader", "source"]);
});

Deno.test("htmlStream - a reader that stays away too long, all parts together, is told of once", async () => {
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  let times = 0;
  let nowMs = 0;
  const body = htmlStream(parts(), () => assert.fail(), {
    onAway: () => {
      times++;
      leave();
    },
    limitMs: 10_000,
    now: () => nowMs,
  });
  const reader = body.getReader();
  nowMs = 9_990;
  const { value: first } = await reader.read();
  // A hundredth of a second is left.
  await gone;
  // Whoever comes back gets what the source still has to say.
  const { value: last } = await reader.read();
  const texts = [first, last].map((bytes) => new TextDecoder().decode(bytes));
  assert.deepEqual(texts, ["<p>é", "</p>"]);
  assert.equal((await reader.read()).done, true);
  assert.equal(times, 1);
});

Deno.test("htmlStream - the time its parts take is not the reader's", async () => {
  let nowMs = 0;
  const body = htmlStream(
    async function* () {
      for (let i = 0; i < 3; i++) {
        nowMs += 60_000;
        await Promise.resolve();
        yield "a";
      }
    }(),
    () => assert.fail(),
    { onAway: () => assert.fail(), limitMs: 10_000, now: () => nowMs },
  );
  assert.equal(await new Response(body).text(), "aaa");
});

Deno.test("htmlStream - what the source throws is the reader's error", async () => {
  const failure = new Error("broken");
  const body = htmlStream(
    async function* () {
      yield await Promise.resolve("a");
      throw failure;
    }(),
    () => {},
  );
  await assert.rejects(new Response(body).text(), failure);
});

Deno.test("partsAround - what lies around each slot", () => {
  assert.deepEqual(partsAround("a<1>b<2>c", ["<1>", "<2>"]), ["a", "b", "c"]);
  assert.deepEqual(partsAround("abc", []), ["abc"]);
});

Deno.test("partsAround - a slot that is missing, or there twice, is a fault", () => {
  assert.throws(() => partsAround("abc", ["<1>"]), /Cannot find/);
  assert.throws(() => partsAround("a<1>b<1>", ["<1>"]), /Cannot find/);
  assert.throws(() => partsAround("a<2>b<1>c", ["<1>", "<2>"]), /Cannot find/);
});
