import assert from "node:assert/strict";
import fc from "fast-check";
import { pathnameOf } from "../../../lib/fresh/pathname.ts";

/** Characters that mean something in a URL, among plain ones. */
const text = fc.string({
  unit: fc.constantFrom(..."ab0/.:@?#%\\[]~-_é \t%2e%2f".split("")),
  maxLength: 12,
});

Deno.test("pathnameOf - agrees with the URL parser, runs of slashes made one", () => {
  fc.assert(
    fc.property(
      text,
      text,
      fc.constantFrom("http", "https"),
      (host, path, scheme) => {
        const url = `${scheme}://h${host}/${path}`;
        const parsed = URL.parse(url);
        if (parsed !== null) {
          assert.equal(
            pathnameOf(url),
            parsed.pathname.replace(/\/{2,}/g, "/"),
          );
        }
      },
    ),
    { numRuns: 5000 },
  );
});

Deno.test("pathnameOf - keeps what a path may hold and drops the query", () => {
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

Deno.test("pathnameOf - is undefined when it meets a host that cannot be", () => {
  assert.equal(pathnameOf("http://a b/"), undefined);
  assert.equal(pathnameOf("http://h%zz/"), undefined);
});
