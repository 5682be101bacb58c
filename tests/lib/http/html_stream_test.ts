import assert from "node:assert/strict";
import { htmlStream, partsAround } from "../../../lib/http/html_stream.ts";

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
