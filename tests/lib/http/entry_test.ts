import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createEntry,
  errorResponseFor,
  searchOf,
} from "../../../lib/http/entry.ts";
import { FinalResponse } from "../../../lib/http/compression.ts";
import { splitUrl } from "../../../lib/http/hosts.ts";
import { createLog, LogRateLimiter } from "../../../lib/core/log.ts";
import { codePoint } from "../../support/code_point.ts";
import { webUrl } from "../../support/web_url.ts";
import { forAll, forAllAsync } from "../../support/for_all.ts";
import { infoOf } from "../../support/caller.ts";
import { assertResponse, types } from "../../support/responses.ts";
import samples from "./entry.json" with { type: "json" };

const info = infoOf();

type Fetch = (request: Request) => Response | Promise<Response>;

/** The response to a request for a path of h.example. */
async function send(fetch: Fetch, path: string, init?: RequestInit) {
  const front = createEntry(fetch, { hostRole: () => "main" });
  const url = path.startsWith("/") ? `http://h.example${path}` : path;
  return await front(new Request(url, init), info);
}

const echo = (request: Request) => new Response(request.url);
const unreached = () => assert.fail("the app was called");

Deno.test("splitUrl - agrees with URL if URL rewrites nothing", () =>
  forAll([webUrl({ withQuery: true })], (text) => {
    const url = new URL(text);
    const place = splitUrl(url.href);
    assert.equal(place.authority, url.host);
    assert.equal(place.pathname, url.pathname);
  }));

Deno.test("searchOf - returns the query with its question mark, or an empty text", () => {
  assert.equal(searchOf("http://h.example/a?b=c&d=/e?f"), "?b=c&d=/e?f");
  assert.equal(searchOf("http://h.example/a"), "");
});

Deno.test("createEntry - refuses a host longer than any name and a malformed Host, and takes one that differs from the URL's", async () => {
  const labels = `${"a".repeat(63)}.`.repeat(4).slice(0, 253);
  const longest = `http://${labels}.:65535/`;
  assert.equal(await (await send(echo, longest)).text(), longest);
  for (const path of ["/", "/docs"]) {
    const refused = await send(echo, `http://${labels}a.:65535${path}`);
    assert.equal(refused.status, 400);
    assert.equal(await refused.text(), "The host name is too long.\n");
  }
  const get = async (host: string) => {
    const response = await send(echo, "/", { headers: { host } });
    return [response.status, await response.text()];
  };
  assert.deepEqual(await get("other.example"), [200, "http://h.example/"]);
  assert.deepEqual(await get("a b"), [400, "The Host header is malformed.\n"]);
});

Deno.test("createEntry - removes trailing slashes and keeps the query", async () => {
  const cases = [
    ["/a/?x=1/", "/a?x=1/"],
    ["/a//", "/a"],
    ["/a%20b/", "/a%20b"],
    ["/", "/"],
    ["//", "/"],
  ];
  for (const [path, kept] of cases) {
    const response = await send(echo, path);
    assert.equal(await response.text(), `http://h.example${kept}`);
  }
});

Deno.test("createEntry - HEAD reaches the app as GET, with its headers", async () => {
  const response = await send(
    ({ method, headers }) => new Response(`${method} ${headers.get("accept")}`),
    "/a/",
    { method: "HEAD", headers: { accept: "text/html" } },
  );
  assert.equal(await response.text(), "GET text/html");
});

Deno.test("createEntry - a client that hangs up aborts HEAD as it aborts GET", async () => {
  let seen: AbortSignal | undefined;
  const controller = new AbortController();
  await send(
    ({ signal }) => {
      seen = signal;
      return new Response();
    },
    "/a",
    { method: "HEAD", signal: controller.signal },
  );
  assert.equal(seen?.aborted, false);
  controller.abort();
  assert.equal(seen?.aborted, true);
});

const cases = [
  [
    "/api/v1/ip/8.8.8.8",
    types.json,
    '{"ok":false,"error":{"code":"METHOD_NOT_ALLOWED","message":"This method is not supported."}}',
  ],
  ["/", types.text, "This method is not supported.\n"],
];
for (const [path, type, body] of cases) {
  Deno.test(`createEntry - an unknown method at ${path} is 405 with Allow`, async () => {
    for (const method of ["PROPFIND", "BREW"]) {
      const response = await send(unreached, path, { method });
      assert.equal(response.headers.get("allow"), "GET, HEAD, OPTIONS");
      await assertResponse(response, 405, type, body);
    }
  });
}

Deno.test("createEntry - HEAD of V2 stays HEAD, because GET uses up the quota", async () => {
  const methodAt = async (path: string) => {
    const app = ({ method }: Request) => new Response(method);
    return await (await send(app, path, { method: "HEAD" })).text();
  };
  for (const path of ["/api/v2", "/api/v2/", "//api//v2/ip/8.8.8.8"]) {
    assert.equal(await methodAt(path), "HEAD", path);
  }
  for (const path of ["/api/v1/ip/8.8.8.8", "/api/v20", "/x/api/v2"]) {
    assert.equal(await methodAt(path), "GET", path);
  }
});

for (const [path, type, body] of samples.rows) {
  Deno.test(`createEntry - ${path} never reaches the app`, () =>
    assertResponse(send(unreached, path), 400, type, body));
}

Deno.test("createEntry - refuses paths that the host does not serve, and no path makes it throw or return 5xx", async () => {
  const front = createEntry(unreached, { hostRole: () => "v4" });
  const response = await front(new Request("http://h.example/style.css"), info);
  assert.equal(response.status, 404);
  assert.equal(await response.text(), "There is no page at this URL.\n");
  await forAllAsync([fc.string({ unit: codePoint })], async (path) => {
    if (!URL.canParse(`http://h.example/${path}`)) return;
    const response = await send(echo, `/${path}`);
    assert(response.status < 500);
  });
});

Deno.test("errorResponseFor - logs the error and does not disclose it", async () => {
  const lines: string[] = [];
  const now = () => 0;
  const fault = new Error("the inside", { cause: new Error("deeper") });
  const answering = errorResponseFor({
    log: createLog({ level: "debug", now, write: (line) => lines.push(line) }),
    lines: new LogRateLimiter({ now }),
  });
  for (let i = 0; i < 3; i++) {
    const response = answering(fault);
    assert.equal(response.status, 500);
    const text = "Something went wrong on the server. Try again in a moment.\n";
    assert.equal(await response.text(), text);
  }
  assert.equal(lines.length, 1);
  assert.match(lines[0], /request failed .*the inside.*deeper/s);
});

Deno.test("createEntry - sends a final response as it is, and compresses another", async () => {
  const headers = { "content-type": "text/html; charset=utf-8" };
  const page = "<p>".repeat(1000);
  const final = new FinalResponse(page, { headers });
  const other = new Response(page, { headers });
  for (const [made, encoding] of [[final, null], [other, "gzip"]] as const) {
    const response = await send(() => Promise.resolve(made), "/", {
      headers: { "accept-encoding": "gzip" },
    });
    assert.equal(response === made, made === final);
    assert.equal(response.headers.get("content-encoding"), encoding);
  }
});
