import assert from "node:assert/strict";
import fc from "fast-check";
import { App } from "fresh";
import { pathnameOf, Router } from "../../../lib/fresh/router.ts";
import { send } from "./request.ts";
import { forAll } from "../../support/for_all.ts";

Deno.test("Router.add - keeps the first handler of a method and pattern", async () => {
  for (const path of ["/fixed", "/:id"]) {
    const app = new App()
      .get(path, () => new Response("first"))
      .get(path, () => new Response("second"))
      .post(path, () => new Response("posted"));
    assert.equal((await send(app, "GET /fixed")).body, "first");
    assert.equal((await send(app, "POST /fixed")).body, "posted");
  }
});

Deno.test("Router.compile - freezes the parameters of a fixed path, which requests share", () => {
  const router = new Router();
  router.add("GET", "/fixed", router.chain("/fixed", []));
  const match = router.compile()("/fixed");
  assert.deepEqual(match?.params, {});
  assert.equal(Reflect.set(match.params, "id", "of one visitor"), false);
  assert.deepEqual(router.compile()("/fixed")?.params, {});
});

Deno.test("Router.compile - creates parameters for each request", () => {
  const router = new Router();
  router.add("GET", "/t/:id", router.chain("/t/:id", []));
  const find = router.compile();
  const one = find("/t/1");
  assert(one);
  one.params.id = "changed";
  assert.deepEqual(find("/t/1")?.params, { id: "1" });
});

/** Characters with a special meaning in URLs, and plain ones. */
const text = fc.string({
  unit: fc.constantFrom(..."ab0/.:@?#%\\[]~-_é \t%2e%2f".split("")),
  maxLength: 12,
});

Deno.test("pathnameOf - agrees with the URL parser, but collapses slashes", () =>
  forAll(
    [text, text, fc.constantFrom("http", "https")],
    (host, path, scheme) => {
      const url = `${scheme}://h${host}/${path}`;
      const parsed = URL.parse(url);
      if (parsed !== null) {
        assert.equal(pathnameOf(url), parsed.pathname.replace(/\/{2,}/g, "/"));
      }
    },
    { numRuns: 5000 },
  ));

Deno.test("pathnameOf - normalizes the path and drops the query", () => {
  const cases = {
    "http://h/": "/",
    "http://h": "/",
    "http://h?a/b": "/",
    "http://h:80/a.b/c~d;e=f,g?x=/y": "/a.b/c~d;e=f,g",
    "http://[2001:db8::1]/a": "/a",
    "http://h/a/../b": "/b",
    "http://h/a/./b": "/a/b",
    "http://h/a/%2e%2e/b": "/b",
    "http://h//a///b": "/a/b",
    "http://h/a\\b": "/a/b",
    "http://h/%zz": "/%zz",
  };
  for (const [url, path] of Object.entries(cases)) {
    assert.equal(pathnameOf(url), path);
  }
});

Deno.test("pathnameOf - is undefined if the host is invalid", () => {
  assert.equal(pathnameOf("http://a b/"), undefined);
  assert.equal(pathnameOf("http://h%zz/"), undefined);
});
