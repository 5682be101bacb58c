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
import samples from "./entry.json" with { type: "json" };

const info = infoOf();

function frontOf(fetch: (request: Request) => Response | Promise<Response>) {
  return createEntry(fetch, { hostRole: () => "main" });
}

const echo = (request: Request) => new Response(request.url);

Deno.test("splitUrl - returns authority and path", () => {
  assert.deepEqual(splitUrl("http://h.example:80/a/b?c=/d?e"), {
    authority: "h.example:80",
    pathname: "/a/b",
  });
  assert.deepEqual(splitUrl("http://[::1]:8000/"), {
    authority: "[::1]:8000",
    pathname: "/",
  });
});

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

Deno.test("createEntry - refuses a host longer than any name", async () => {
  const front = frontOf(echo);
  const labels = `${"a".repeat(63)}.`.repeat(4).slice(0, 253);
  const longest = `http://${labels}.:65535/`;
  const response = await front(new Request(longest), info);
  assert.equal(await response.text(), longest);
  for (const path of ["/", "/docs"]) {
    const refused = await front(
      new Request(`http://${labels}a.:65535${path}`),
      info,
    );
    assert.equal(refused.status, 400);
    assert.equal(await refused.text(), "The host name is too long.\n");
  }
});

Deno.test("createEntry - refuses a malformed Host, and takes one that differs from the URL's", async () => {
  const front = frontOf(echo);
  const url = "http://h.example/";
  const get = async (host: string) => {
    const response = await front(new Request(url, { headers: { host } }), info);
    return [response.status, await response.text()];
  };
  assert.deepEqual(await get("other.example"), [200, url]);
  assert.deepEqual(await get("a b"), [400, "The Host header is malformed.\n"]);
});

Deno.test("createEntry - removes trailing slashes and keeps the query", async () => {
  const front = frontOf(echo);
  const get = async (path: string) => {
    const response = await front(new Request(`http://h.example${path}`), info);
    return await response.text();
  };
  assert.equal(await get("/a/?x=1/"), "http://h.example/a?x=1/");
  assert.equal(await get("/a//"), "http://h.example/a");
  assert.equal(await get("/a%20b/"), "http://h.example/a%20b");
  assert.equal(await get("/"), "http://h.example/");
  assert.equal(await get("//"), "http://h.example/");
});

Deno.test("createEntry - HEAD reaches the app as GET, with its headers", async () => {
  const front = frontOf((request) =>
    new Response(`${request.method} ${request.headers.get("accept")}`)
  );
  const response = await front(
    new Request("http://h.example/a/", {
      method: "HEAD",
      headers: { accept: "text/html" },
    }),
    info,
  );
  assert.equal(await response.text(), "GET text/html");
});

Deno.test("createEntry - a client that hangs up aborts HEAD as it aborts GET", async () => {
  let seen: AbortSignal | undefined;
  const front = frontOf(({ signal }) => {
    seen = signal;
    return new Response();
  });
  const controller = new AbortController();
  const { signal } = controller;
  await front(
    new Request("http://h.example/a", { method: "HEAD", signal }),
    info,
  );
  assert.equal(seen?.aborted, false);
  controller.abort();
  assert.equal(seen?.aborted, true);
});

const cases = [
  [
    "/api/v1/ip/8.8.8.8",
    "application/json; charset=utf-8",
    '{"ok":false,"error":{"code":"METHOD_NOT_ALLOWED","message":"This method is not supported."}}',
  ],
  [
    "/",
    "text/plain; charset=utf-8",
    "This method is not supported.\n",
  ],
];
for (const [path, type, body] of cases) {
  Deno.test(`createEntry - an unknown method at ${path} is 405 with Allow`, async () => {
    const front = frontOf(() => assert.fail("the app was called"));
    for (const method of ["PROPFIND", "BREW"]) {
      const url = `http://h.example${path}`;
      const response = await front(new Request(url, { method }), info);
      assert.equal(response.status, 405);
      assert.equal(response.headers.get("allow"), "GET, HEAD, OPTIONS");
      assert.equal(response.headers.get("content-type"), type);
      assert.equal(await response.text(), body);
    }
  });
}

Deno.test("createEntry - HEAD of V2 stays HEAD, because GET uses up the quota", async () => {
  const front = frontOf((request) => new Response(request.method));
  const methodAt = async (path: string) => {
    const request = new Request(`http://h.example${path}`, { method: "HEAD" });
    return await (await front(request, info)).text();
  };
  for (const path of ["/api/v2", "/api/v2/", "//api//v2/ip/8.8.8.8"]) {
    assert.equal(await methodAt(path), "HEAD", path);
  }
  for (const path of ["/api/v1/ip/8.8.8.8", "/api/v20", "/x/api/v2"]) {
    assert.equal(await methodAt(path), "GET", path);
  }
});

const rows = samples.rows;
for (const [path, type, body] of rows) {
  Deno.test(`createEntry - ${path} never reaches the app`, async () => {
    const front = frontOf(() => assert.fail("the app was called"));
    const response = await front(new Request(`http://h.example${path}`), info);
    assert.equal(response.status, 400);
    assert.equal(response.headers.get("content-type"), type);
    assert.equal(await response.text(), body);
  });
}

Deno.test("createEntry - refuses paths that the host does not serve", async () => {
  const front = createEntry(() => assert.fail("the app was called"), {
    hostRole: () => "v4",
  });
  const response = await front(new Request("http://h.example/style.css"), info);
  assert.equal(response.status, 404);
  assert.equal(await response.text(), "There is no page at this URL.\n");
});

Deno.test("errorResponseFor - logs the error and does not disclose it", async () => {
  const lines: string[] = [];
  const log = createLog({
    level: "debug",
    now: () => 0,
    write: (line) => lines.push(line),
  });
  const fault = new Error("the inside", { cause: new Error("deeper") });
  const answering = errorResponseFor({
    log,
    lines: new LogRateLimiter({ now: () => 0 }),
  });
  for (let i = 0; i < 3; i++) {
    const response = answering(fault);
    assert.equal(response.status, 500);
    assert.equal(
      await response.text(),
      "Something went wrong on the server. Try again in a moment.\n",
    );
  }
  assert.equal(lines.length, 1);
  assert.match(lines[0], /request failed .*the inside.*deeper/s);
});

Deno.test("createEntry - no path makes it throw or return 5xx", async () => {
  const front = frontOf(echo);
  await forAllAsync([fc.string({ unit: codePoint })], async (path) => {
    let request: Request;
    try {
      request = new Request(`http://h.example/${path}`);
    } catch {
      return;
    }
    const response = await front(request, info);
    assert(response.status < 500);
  });
});

Deno.test("createEntry - sends a final response as it is, and compresses another", async () => {
  const headers = { "content-type": "text/html; charset=utf-8" };
  const page = "<p>".repeat(1000);
  const final = new FinalResponse(page, { headers });
  const other = new Response(page, { headers });
  for (const [made, encoding] of [[final, null], [other, "gzip"]] as const) {
    const front = frontOf(() => Promise.resolve(made));
    const request = new Request("http://h.example/", {
      headers: { "accept-encoding": "gzip" },
    });
    const response = await front(request, info);
    assert.equal(response === made, made === final);
    assert.equal(response.headers.get("content-encoding"), encoding);
  }
});
