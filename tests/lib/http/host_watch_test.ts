import assert from "node:assert/strict";
import { createHostWatch } from "../../../lib/http/host_watch.ts";

const BASE = "https://ip.example";

function watch(base: string | undefined, requests: [string, string?][]) {
  const warnings: unknown[][] = [];
  const look = createHostWatch({
    baseUrl: base === undefined ? undefined : new URL(base),
    warn: (...warning) => warnings.push(warning),
  });
  for (const [url, origin] of requests) {
    look(new URL(url), new Headers(origin === undefined ? {} : { origin }));
  }
  return warnings;
}

Deno.test("createHostWatch - warns once where a form of BASE_URL comes under another host", () => {
  assert.deepEqual(
    watch(BASE, [
      ["http://127.0.0.1:8000/sign-in", BASE],
      ["http://127.0.0.1:8000/sign-in", BASE],
    ]),
    [[
      "a page of BASE_URL asks for another host: session cookies go without Secure until the proxy passes the Host header on",
      { host: "127.0.0.1:8000" },
    ]],
  );
});

for (
  const [what, base, url, origin] of [
    ["the host is passed on", BASE, "http://ip.example/sign-in", BASE],
    ["the request came over HTTPS", BASE, "https://10.0.0.1/sign-in", BASE],
    ["there is no Origin", BASE, "http://10.0.0.1/sign-in", undefined],
    [
      "the box is asked by its address",
      BASE,
      "http://10.0.0.1/sign-in",
      "http://10.0.0.1",
    ],
    [
      "BASE_URL is http",
      "http://ip.example",
      "http://10.0.0.1/",
      "http://ip.example",
    ],
    ["there is no BASE_URL", undefined, "http://10.0.0.1/", BASE],
  ] as const
) {
  Deno.test(`createHostWatch - is quiet where ${what}`, () => {
    assert.deepEqual(watch(base, [[url, origin]]), []);
  });
}
