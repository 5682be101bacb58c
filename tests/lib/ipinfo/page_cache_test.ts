import assert from "node:assert/strict";
import { PageCache } from "../../../lib/ipinfo/page_cache.ts";

/** Renders a page with a number that tells how often it was rendered. */
function counting(name = "page") {
  let count = 0;
  return () => Promise.resolve(new Response(`${name} ${++count}`));
}

Deno.test("RenderedPages - what was rendered is given again", async () => {
  const pages = new PageCache();
  const render = counting();
  const part = {};
  assert.equal(await pages.html("a", [part], render), "page 1");
  assert.equal(await pages.html("a", [part], render), "page 1");
});

Deno.test("RenderedPages - another key is another page", async () => {
  const pages = new PageCache();
  const render = counting();
  assert.equal(await pages.html("a", [], render), "page 1");
  assert.equal(await pages.html("b", [], render), "page 2");
  assert.equal(await pages.html("a", [], render), "page 1");
});

Deno.test("RenderedPages - another object in any place renders anew", async () => {
  const pages = new PageCache();
  const render = counting();
  const [first, second] = [{}, {}];
  assert.equal(await pages.html("a", [first, second], render), "page 1");
  assert.equal(await pages.html("a", [{}, second], render), "page 2");
  assert.equal(await pages.html("a", [first, {}], render), "page 3");
});

Deno.test("RenderedPages - the page asked for longest ago makes room", async () => {
  const pages = new PageCache(2);
  const render = counting();
  await pages.html("a", [], render);
  await pages.html("b", [], render);
  await pages.html("a", [], render);
  await pages.html("c", [], render);
  assert.equal(await pages.html("a", [], render), "page 1");
  assert.equal(await pages.html("b", [], render), "page 4");
});

Deno.test("RenderedPages - a failure is the caller's, and not kept", async () => {
  const pages = new PageCache();
  const failing = () => Promise.reject(new Error("no page"));
  await assert.rejects(pages.html("a", [], failing), { message: "no page" });
  assert.equal(await pages.html("a", [], counting()), "page 1");
});
