import assert from "node:assert/strict";
import { PageCache } from "../../../lib/ipinfo/page_cache.ts";

/** Creates a page with a number that counts calls. */
function counting(name = "page") {
  let count = 0;
  return () => Promise.resolve([`${name} ${++count}`]);
}

Deno.test("PageCache - returns a cached page synchronously", async () => {
  const pages = new PageCache<string[]>();
  const make = counting();
  const part = {};
  const first = await pages.get("a", [part], make);
  assert.deepEqual(first, ["page 1"]);
  assert.equal(pages.get("a", [part], make), first);
});

Deno.test("PageCache - returns a page synchronously if it is created so", () => {
  const pages = new PageCache<string[]>();
  assert.deepEqual(pages.get("a", [], () => ["page"]), ["page"]);
});

Deno.test("PageCache - caches separately by key", async () => {
  const pages = new PageCache<string[]>();
  const make = counting();
  assert.deepEqual(await pages.get("a", [], make), ["page 1"]);
  assert.deepEqual(await pages.get("b", [], make), ["page 2"]);
  assert.deepEqual(await pages.get("a", [], make), ["page 1"]);
});

Deno.test("PageCache - creates a page again if one of its objects is replaced", async () => {
  const pages = new PageCache<string[]>();
  const make = counting();
  const [first, second] = [{}, {}];
  assert.deepEqual(await pages.get("a", [first, second], make), ["page 1"]);
  assert.deepEqual(await pages.get("a", [{}, second], make), ["page 2"]);
  assert.deepEqual(await pages.get("a", [first, {}], make), ["page 3"]);
});

Deno.test("PageCache - evicts the least recently used page", async () => {
  const pages = new PageCache<string[]>(2);
  const make = counting();
  await pages.get("a", [], make);
  await pages.get("b", [], make);
  await pages.get("a", [], make);
  await pages.get("c", [], make);
  assert.deepEqual(await pages.get("a", [], make), ["page 1"]);
  assert.deepEqual(await pages.get("b", [], make), ["page 4"]);
});

Deno.test("PageCache - passes on an error, and does not cache it", async () => {
  const pages = new PageCache<string[]>();
  const failing = () => Promise.reject(new Error("no page"));
  await assert.rejects(async () => await pages.get("a", [], failing), {
    message: "no page",
  });
  assert.deepEqual(await pages.get("a", [], counting()), ["page 1"]);
});
