import assert from "node:assert/strict";
import fc from "fast-check";
import {
  summarizedHeaders,
  summarizeRequest,
} from "../../../../lib/ipinfo/home/request_summary.ts";

Deno.test("summarizeRequest - names browser, system, languages and proxies", () => {
  assert.deepEqual(
    summarizeRequest(
      new Headers({
        host: "example.org",
        "user-agent":
          "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
        "accept-language": "de-CH, en;q=0.7",
        via: "1.1 proxy.example",
      }),
    ),
    {
      browser: "Firefox 145",
      system: "Linux",
      languages: "de-CH, en",
      protocol: "HTTP/1.1",
      proxies: "1.1 proxy.example",
    },
  );
});

Deno.test("summarizeRequest - has null for unknown parts", () => {
  assert.deepEqual(summarizeRequest(new Headers()), {
    browser: null,
    system: null,
    languages: null,
    protocol: "HTTP/2",
    proxies: null,
  });
});

Deno.test("summarizeRequest - accepts any headers, up to 300 characters of each", () => {
  const text = fc.string({ maxLength: 600, unit: "grapheme-ascii" });
  fc.assert(fc.property(text, text, (userAgent, via) => {
    const headers = new Headers({ "user-agent": userAgent, via });
    const { proxies } = summarizeRequest(headers);
    assert((proxies?.length ?? 0) <= 300);
    assert(summarizedHeaders(headers).length < 1_000);
  }));
});
