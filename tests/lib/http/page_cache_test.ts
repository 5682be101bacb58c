import assert from "node:assert/strict";
import { PageCache, PageTemplate } from "../../../lib/http/page_cache.ts";
import { slotsOf } from "../../../lib/http/view/slots.ts";

const slots = slotsOf(["a", "b", "c", "name", "text"]);

Deno.test("PageTemplate - fills each slot wherever it is; a slot in a value is text", () => {
  const html = `<b title="${slots.name}">${slots.name}</b> · ${slots.text}`;
  const template = new PageTemplate(html, ["name", "text"]);
  const filled = template.fill({ name: "ä", text: "$& 中文 🇩🇪" });
  assert.equal(filled, '<b title="ä">ä</b> · $& 中文 🇩🇪');
  assert.equal(template.fill({ name: "", text: "" }), '<b title=""></b> · ');
  const two = new PageTemplate(slots.a + slots.b, ["a", "b"]);
  assert.equal(two.fill({ a: slots.b, b: "x" }), slots.b + "x");
});

Deno.test("PageTemplate - encodes the value of a slot in a URL", () => {
  const query = new URLSearchParams({ next: `/${slots.text}` });
  const template = new PageTemplate(`?${query} ${slots.text}`, ["text"]);
  for (const text of ["192.0.2.1", "2001:db8::1", ":".repeat(200_000)]) {
    const expected = new URLSearchParams({ next: `/${text}` });
    assert.equal(template.fill({ text }), `?${expected} ${text}`);
  }
});

Deno.test("PageTemplate - refers to the few characters beyond Latin-1", () => {
  const filled = (html: string) =>
    new PageTemplate(html, ["text"]).fill({ text: "值" });
  const rest = "·".repeat(100) + slots.text;
  assert.equal(
    filled(`<p title="–">😀${rest}`),
    `<p title="&#8211;">&#128512;${"·".repeat(100)}值`,
  );
  const pagesInTurn = [
    "<script>a – b</script>",
    '<script type="application/json">"</p>–"</script><p>',
    "<style>a::after { content: '–' }</style>",
    "简体中文".repeat(20),
  ];
  for (const html of pagesInTurn) {
    assert.equal(filled(html + rest), html + "·".repeat(100) + "值");
  }
});

Deno.test("PageTemplate - refuses a page without its slots, or with others", () => {
  assert.throws(
    () => new PageTemplate(`<p>${slots.a}</p>`, ["a", "b"]),
    new TypeError("Expected the slots a,b, received a"),
  );
  const other = new TypeError("Expected the slots , received c");
  assert.throws(() => new PageTemplate(slots.c, []), other);
});

/** Creates a page with a number that counts calls. */
function counting() {
  let count = 0;
  return () => Promise.resolve([`page ${++count}`]);
}

Deno.test("PageCache - returns a page synchronously if it is cached or created so", async () => {
  const pages = new PageCache<string[]>();
  const make = counting();
  const part = {};
  const first = await pages.get("a", [part], make);
  assert.deepEqual(first, ["page 1"]);
  assert.equal(pages.get("a", [part], make), first);
  assert.deepEqual(pages.get("a", [], () => ["page"]), ["page"]);
});

Deno.test("PageCache - caches separately by key, and creates a page again if one of its objects is replaced", async () => {
  const pages = new PageCache<string[]>();
  const make = counting();
  const [first, second] = [{}, {}];
  const cases = [
    ["a", [], 1],
    ["b", [], 2],
    ["a", [], 1],
    ["c", [first, second], 3],
    ["c", [{}, second], 4],
    ["c", [first, {}], 5],
  ] as const;
  for (const [key, parts, number] of cases) {
    assert.deepEqual(await pages.get(key, [...parts], make), [
      `page ${number}`,
    ]);
  }
});

Deno.test("PageCache - creates a page once for concurrent requests", async () => {
  const pages = new PageCache<string[]>();
  const make = counting();
  const [part, other] = [{}, {}];
  const made = [part, part, other, part].map((p) => pages.get("a", [p], make));
  const texts = (await Promise.all(made)).flat();
  assert.deepEqual(texts, ["page 1", "page 1", "page 2", "page 3"]);
  assert.deepEqual(pages.get("a", [part], make), ["page 3"]);
});

Deno.test("PageCache - an error of a page that was replaced meanwhile keeps the new one", async () => {
  const pages = new PageCache<string[]>();
  const { promise, reject } = Promise.withResolvers<string[]>();
  const first = pages.get("a", [{}], () => promise);
  const part = {};
  await pages.get("a", [part], counting());
  reject(new Error("no page"));
  await assert.rejects(async () => await first, { message: "no page" });
  assert.deepEqual(pages.get("a", [part], counting()), ["page 1"]);
});

Deno.test("PageCache - evicts the least recently used page", async () => {
  const pages = new PageCache<string[]>(2);
  const make = counting();
  for (const key of ["a", "b", "a", "c"]) await pages.get(key, [], make);
  assert.deepEqual(await pages.get("a", [], make), ["page 1"]);
  assert.deepEqual(await pages.get("b", [], make), ["page 4"]);
});

Deno.test("PageCache - passes on an error, and does not cache it", async () => {
  const pages = new PageCache<string[]>();
  const error = new Error("no page");
  const failing = () => Promise.reject(error);
  await assert.rejects(async () => await pages.get("a", [], failing), error);
  assert.deepEqual(await pages.get("a", [], counting()), ["page 1"]);
});
