import assert from "node:assert/strict";
import fc from "fast-check";
import {
  safeRedirectPath,
  signInPath,
} from "../../../lib/http/safe_redirect.ts";
import { codePoint } from "../../support/code_point.ts";
import { webUrl } from "../../support/web_url.ts";
import { forAll } from "../../support/for_all.ts";

for (
  const path of [
    "/",
    "/console",
    "/console/ad?a=1&b=%2F#c",
    "/lookup?q=http://a.example//b#//c",
    "/@evil.example",
    "/evil.example",
    "/a:b",
  ]
) {
  Deno.test(`safeRedirectPath - keeps ${path}`, () => {
    assert.equal(safeRedirectPath(path, "/fallback"), path);
  });
}

Deno.test("safeRedirectPath - normalizes the path as a URL", () => {
  assert.equal(safeRedirectPath("/ä b", "/"), "/%C3%A4%20b");
  assert.equal(safeRedirectPath("/a/../b", "/"), "/b");
});

for (
  const text of [
    null,
    "",
    "console",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "/.\\evil.com",
    "/.\\/evil.com",
    "/./\\evil.com",
    "\\\\evil.example",
    "/a//b",
    "/.//evil.example",
    "/a/..//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/%0d%0a\r\nset-cookie:a=b",
    "/\u0085/evil.example",
    "https://evil.example/",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,a",
    "?next=/",
    `/${"a".repeat(2000)}`,
  ]
) {
  Deno.test(`safeRedirectPath - ${JSON.stringify(text)?.slice(0, 40)} returns the fallback`, () => {
    assert.equal(safeRedirectPath(text, "/fallback"), "/fallback");
  });
}

Deno.test("safeRedirectPath - keeps up to 2,000 characters", () => {
  const path = "/".padEnd(2_000, "a");
  assert.equal(safeRedirectPath(path, "/fallback"), path);
  assert.equal(safeRedirectPath(path + "a", "/fallback"), "/fallback");
});

Deno.test("safeRedirectPath - never leaves the site", () => {
  const piece = fc.constantFrom(
    ..."/\\.:@?#%\t\n\r a",
    "..",
    "//",
    "http:",
    "evil.example",
    "%2f",
    "%5c",
    "\u2028",
    "ä",
  );
  const hostile = fc.array(piece, { maxLength: 12 }).map((list) =>
    list.join("")
  );
  const text = fc.oneof(
    hostile,
    hostile.map((rest) => `/${rest}`),
    fc.string({ unit: codePoint }),
    webUrl(),
  );
  forAll([text], (text) => {
    const path = safeRedirectPath(text, "/fallback");
    assert.match(path, /^\/(?![/\\])[\x21-\x7e]*$/);
    for (const base of ["http://own.example", "https://own.example/a/b"]) {
      const url = new URL(path, base);
      assert.equal(url.origin, new URL(base).origin);
      assert.equal(url.username + url.password, "");
    }
  }, { numRuns: 2000 });
});

Deno.test("signInPath - contains the path to continue to", () => {
  assert.equal(
    signInPath("/console?a=1&b"),
    "/sign-in?next=%2Fconsole%3Fa%3D1%26b",
  );
});
