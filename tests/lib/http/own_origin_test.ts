import assert from "node:assert/strict";
import { isOwnOrigin } from "../../../lib/http/own_origin.ts";

const asked = new URL("http://ip.example:8000/sign-in");
const base = new URL("https://porthole.example");

for (
  const origin of [
    "http://ip.example:8000",
    "https://ip.example:8000",
    "https://porthole.example",
  ]
) {
  Deno.test(`isOwnOrigin - ${origin} is ours`, () => {
    assert.equal(isOwnOrigin(origin, asked, base), true);
  });
}

for (
  const origin of [
    "null",
    "",
    "http://ip.example",
    "https://ip.example",
    "http://ip.example:8001",
    "http://porthole.example",
    "https://porthole.example:444",
    "https://porthole.example.evil.example",
    "https://a.porthole.example",
    "https://evil.example",
    "ftp://ip.example:8000",
    "https://porthole.example/",
  ]
) {
  Deno.test(`isOwnOrigin - "${origin}" is not`, () => {
    assert.equal(isOwnOrigin(origin, asked, base), false);
  });
}

Deno.test("isOwnOrigin - null is never ours, nor is undefined without a BASE_URL", () => {
  assert.equal(isOwnOrigin("null", new URL("http://null/")), false);
  assert.equal(isOwnOrigin("undefined", asked), false);
});

Deno.test("isOwnOrigin - under HTTPS a page without it is not, since anybody on the wire could write it", () => {
  const secure = new URL("https://ip.example/sign-in");
  const behindProxy = new URL("http://porthole.example/sign-in");
  const origins = (url: URL) =>
    ["https", "http"].map((scheme) =>
      isOwnOrigin(`${scheme}://${url.host}`, url, base)
    );
  assert.deepEqual(origins(secure), [true, false]);
  assert.deepEqual(origins(behindProxy), [true, false]);
});
