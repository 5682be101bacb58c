import assert from "node:assert/strict";
import fc from "fast-check";
import {
  summarizedHeaders,
  summarizeRequest,
} from "../../../../lib/ipinfo/home/guest_pages.ts";

const direct = { via: "peer" } as const;

Deno.test("summarizeRequest - names browser, system, languages and proxies", () => {
  const headers = new Headers({
    host: "example.org",
    "user-agent":
      "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    "accept-language": "de-CH, en;q=0.7",
    via: "1.1 proxy.example",
  });
  assert.deepEqual(summarizeRequest(headers, direct), {
    browser: "Firefox 145",
    system: "Linux",
    languages: "de-CH, en",
    protocol: null,
    proxies: "1.1 proxy.example",
  });
});

Deno.test("summarizeRequest - infers the HTTP version of a direct connection", () => {
  const headers = new Headers({ host: "example.org" });
  assert.equal(summarizeRequest(headers, direct).protocol, "HTTP/1.1");
  headers.set("forwarded", "for=192.0.2.1");
  assert.equal(summarizeRequest(headers, direct).protocol, null);
});

Deno.test("summarizeRequest - has null for unknown parts", () => {
  const { protocol, ...rest } = summarizeRequest(new Headers(), direct);
  assert.equal(protocol, "HTTP/2");
  const none = { browser: null, system: null, languages: null, proxies: null };
  assert.deepEqual(rest, none);
});

Deno.test("summarizeRequest - leaves out the HTTP version behind a trusted proxy", () => {
  const headers = new Headers({ host: "example.org" });
  const client = { via: "x-forwarded-for" } as const;
  assert.equal(summarizeRequest(headers, client).protocol, null);
  const ofPeer = summarizedHeaders(headers, direct);
  assert.notEqual(summarizedHeaders(headers, client), ofPeer);
});

Deno.test("summarizeRequest - accepts any headers, up to 300 characters of each", () => {
  const text = fc.string({ maxLength: 600, unit: "grapheme-ascii" });
  fc.assert(fc.property(text, text, (userAgent, via) => {
    const headers = new Headers({ "user-agent": userAgent, via });
    const { proxies } = summarizeRequest(headers, direct);
    assert((proxies?.length ?? 0) <= 300);
    assert(summarizedHeaders(headers, direct).length < 1_000);
  }));
});
