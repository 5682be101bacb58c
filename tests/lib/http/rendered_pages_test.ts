import assert from "node:assert/strict";
import { RenderedPages } from "../../../lib/http/rendered_pages.ts";

/** Renders a page with a number that tells how often it was rendered. */
function counting(name = "page") {
  let count = 0;
  return () => Promise.resolve(new Response(`${name} ${++count}`));
}

async function htmlOf(
  pages: RenderedPages,
  ...asked: Parameters<RenderedPages["answer"]>
): Promise<string> {
  return await (await pages.answer(...asked)).text();
}

Deno.test("RenderedPages - what was rendered is given again", async () => {
  const pages = new RenderedPages();
  const render = counting();
  const part = {};
  assert.equal(await htmlOf(pages, "a", [part], render), "page 1");
  assert.equal(await htmlOf(pages, "a", [part], render), "page 1");
});

Deno.test("RenderedPages - another key is another page", async () => {
  const pages = new RenderedPages();
  const render = counting();
  assert.equal(await htmlOf(pages, "a", [], render), "page 1");
  assert.equal(await htmlOf(pages, "b", [], render), "page 2");
  assert.equal(await htmlOf(pages, "a", [], render), "page 1");
});

Deno.test("RenderedPages - another object in any place renders anew", async () => {
  const pages = new RenderedPages();
  const render = counting();
  const [first, second] = [{}, {}];
  assert.equal(await htmlOf(pages, "a", [first, second], render), "page 1");
  assert.equal(await htmlOf(pages, "a", [{}, second], render), "page 2");
  assert.equal(await htmlOf(pages, "a", [first, {}], render), "page 3");
});

Deno.test("RenderedPages - the page asked for longest ago makes room", async () => {
  const pages = new RenderedPages(2);
  const render = counting();
  await htmlOf(pages, "a", [], render);
  await htmlOf(pages, "b", [], render);
  await htmlOf(pages, "a", [], render);
  await htmlOf(pages, "c", [], render);
  assert.equal(await htmlOf(pages, "a", [], render), "page 1");
  assert.equal(await htmlOf(pages, "b", [], render), "page 4");
});

Deno.test("RenderedPages - a failure is the caller's, and not kept", async () => {
  const pages = new RenderedPages();
  const failing = () => Promise.reject(new Error("no page"));
  await assert.rejects(pages.answer("a", [], failing), { message: "no page" });
  assert.equal(await htmlOf(pages, "a", [], counting()), "page 1");
});

Deno.test("RenderedPages - a page with a nonce is given as it is, and not kept", async () => {
  const pages = new RenderedPages();
  let rendered: Response | undefined;
  const render = () => {
    rendered = new Response('<script nonce="1">');
    return Promise.resolve(rendered);
  };
  const first = await pages.answer("a", [], render);
  // Its nonce is known to the engine by the object.
  assert.equal(first, rendered);
  assert.equal(await first.text(), '<script nonce="1">');
  assert.notEqual(await pages.answer("a", [], render), first);
});
