import assert from "node:assert/strict";
import {
  boundedBody,
  fetchTransport,
  mediaType,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
  readBody,
  send,
  type Transport,
} from "../../../lib/core/outbound.ts";
import { testWithoutLeaks as test, upstream } from "../../support/upstream.ts";

const { signal } = new AbortController();

/** A server whose URLs redirect to the listed ones, or respond. */
function transportOf(locations: Record<string, string | undefined>) {
  const requests: string[] = [];
  const authorizations: (string | null)[] = [];
  const counts = { redirects: [] as number[], open: 0 };
  const transport: Transport = (url, { headers, redirects }) => {
    requests.push(url.href);
    authorizations.push(headers.get("authorization"));
    counts.redirects.push(redirects);
    counts.open++;
    const location = locations[url.href];
    const response = location === undefined
      ? responseOf(null)
      : responseOf(null, { location }, 302);
    return Promise.resolve({
      ...response,
      [Symbol.asyncDispose]: () => Promise.resolve(void counts.open--),
    });
  };
  const get = (url: string, options: Partial<OutboundRequest> = {}) =>
    send({ transport, url: new URL(url), signal, ...options });
  return { requests, authorizations, counts, get };
}

function responseOf(
  chunks: AsyncIterable<Uint8Array> | null,
  headers: Record<string, string> = {},
  status = 200,
): OutboundResponse {
  const own = { status, headers: new Headers(headers), body: chunks };
  return { ...own, [Symbol.asyncDispose]: () => Promise.resolve() };
}

async function* chunksOf(...sizes: number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield await Promise.resolve(new Uint8Array(size));
}

/** Whether an error is the very one. */
const is = (expected: Error) => (error: unknown) => error === expected;

Deno.test("send - follows no redirect without a policy", async () => {
  const { requests, counts, get } = transportOf({ "https://a/": "https://b/" });
  const { response, url } = await get("https://a/");
  assert.equal(response.status, 302);
  assert.equal(url.href, "https://a/");
  assert.deepEqual(requests, ["https://a/"]);
  assert.equal(counts.open, 1);
});

Deno.test("send - follows at most max redirects, and disposes of each response", async () => {
  const { requests, counts, get } = transportOf({
    "https://a/1": "2",
    "https://a/2": "//b/3",
    "https://b/3": "/4",
  });
  const { response, url } = await get("https://a/1", { redirects: { max: 3 } });
  assert.equal(response.status, 200);
  assert.equal(url.href, "https://b/4");
  assert.deepEqual(counts, { redirects: [0, 1, 2, 3], open: 1 });
  const message = "the server redirects more than 2 times";
  const tooMany = new OutboundError("too_many_redirects", message);
  const many = get("https://a/1", { redirects: { max: 2 } });
  await assert.rejects(many, tooMany);
  assert.equal(counts.open, 1);
  const again = ["https://a/1", "https://a/2", "https://b/3"];
  assert.deepEqual(requests.slice(4), again);
});

Deno.test("send - calls check before each hop, which may refuse it", async () => {
  const locations = { "https://a/": "https://b/", "https://b/": "http://c/" };
  const { requests, counts, get } = transportOf(locations);
  const seen: string[] = [];
  const refusal = new Error("not there");
  const check = (to: URL, from: URL) => {
    seen.push(`${from.href} ${to.href}`);
    if (to.protocol !== "https:") throw refusal;
  };
  const refused = get("https://a/", { redirects: { max: 5, check } });
  await assert.rejects(refused, is(refusal));
  assert.deepEqual(seen, ["https://a/ https://b/", "https://b/ http://c/"]);
  assert.deepEqual(requests, ["https://a/", "https://b/"]);
  assert.equal(counts.open, 0);
});

Deno.test("send - an invalid Location is an error that does not contain it", async () => {
  const { counts, get } = transportOf({ "https://a/": "https://[::s3cr3t" });
  await assert.rejects(get("https://a/", { redirects: { max: 5 } }), {
    code: "bad_redirect",
    message: "the server redirects to an invalid URL",
  });
  assert.equal(counts.open, 0);
});

Deno.test("send - sends credentials only to the first origin, and drops those in a Location", async () => {
  const { requests, authorizations, get } = transportOf({
    "https://a/": "https://eve:pw@a/2",
    "https://a/2": "https://a:8443/",
    "https://a:8443/": "http://a/",
    "http://a/": "https://a/end",
  });
  const authorization = "Basic abc";
  await get("https://a/", { authorization, redirects: { max: 9 } });
  assert.deepEqual(requests.map((url, i) => [url, authorizations[i]]), [
    ["https://a/", authorization],
    ["https://a/2", authorization],
    ["https://a:8443/", null],
    ["http://a/", null],
    ["https://a/end", authorization],
  ]);
});

Deno.test("send - sends nothing after an abort, not even between two hops", async () => {
  const reason = new Error("enough");
  const { requests, get } = transportOf({ "https://a/": "https://b/" });
  const aborted = get("https://a/", { signal: AbortSignal.abort(reason) });
  await assert.rejects(aborted, is(reason));
  const controller = new AbortController();
  const { signal } = controller;
  const check = () => controller.abort(reason);
  const between = get("https://a/", { redirects: { max: 1, check }, signal });
  await assert.rejects(between, is(reason));
  assert.deepEqual(requests, ["https://a/"]);
});

Deno.test("send - rejects with the transport's error unchanged", async () => {
  const refusal = new RangeError("no such place");
  const transport = () => Promise.reject(refusal);
  const sent = send({ transport, url: new URL("https://a/"), signal });
  await assert.rejects(sent, is(refusal));
});

const fetching = fetchTransport(fetch);

test("fetchTransport - a response can be left unread", async () => {
  await using server = upstream({ status: 404, body: { a: 1 } });
  const headers = { "x-key": "1" };
  const { url } = server;
  const request = { transport: fetching, url, headers, signal };
  const { response } = await send(request);
  await using _response = response;
  assert.equal(response.status, 404);
  assert.equal(server.received[0].method, "GET");
  assert.equal(server.received[0].headers["x-key"], "1");
});

test("fetchTransport - `unreachable` with the cause if the connection fails", async () => {
  const server = upstream({});
  await server[Symbol.asyncDispose]();
  const error = await send({ transport: fetching, url: server.url, signal })
    .catch((error) => error);
  assert(error instanceof OutboundError);
  assert.equal(error.code, "unreachable");
  assert.equal(error.status, null);
  assert(error.cause instanceof TypeError);
  const { code, message, cause } = error.withoutCause();
  assert.deepEqual([code, cause], ["unreachable", undefined]);
  assert.equal(message, "the server did not respond");
});

Deno.test("OutboundError - has status and headers, but does not print the headers", () => {
  const head = { status: 302, headers: new Headers({ location: "s3cr3t" }) };
  const message = "the server responded with 302";
  const errorOf = (cause?: Error) =>
    new OutboundError("bad_status", message, { head, cause });
  const without = errorOf(new Error("s3cr3t")).withoutCause();
  for (const error of [errorOf(), without]) {
    assert.equal(error.status, 302);
    assert.equal(error.headers.get("location"), "s3cr3t");
    assert.equal(Deno.inspect(error).includes("s3cr3t"), false);
  }
});

Deno.test("boundedBody - throws for a Content-Length over the limit before reading", () => {
  const exact = responseOf(chunksOf(10), { "content-length": "10" });
  boundedBody(exact, 10);
  const response = responseOf(chunksOf(1), { "content-length": "11" });
  assert.throws(() => boundedBody(response, 10), {
    code: "too_large",
    message: "the response is over 10 bytes",
    status: 200,
  });
});

Deno.test("boundedBody - yields chunks within the limit, then closes the body", async () => {
  let isClosed = false;
  async function* body() {
    try {
      yield* chunksOf(4, 6, 1, 1);
    } finally {
      isClosed = true;
    }
  }
  const sizes: number[] = [];
  await assert.rejects(async () => {
    for await (const chunk of boundedBody(responseOf(body()), 10)) {
      sizes.push(chunk.length);
    }
  }, { code: "too_large" });
  assert.deepEqual(sizes, [4, 6]);
  assert.equal(isClosed, true);
});

Deno.test("boundedBody - does not change an error of its reader", async () => {
  const own = new Error("the disk is full");
  await assert.rejects(async () => {
    for await (const _ of boundedBody(responseOf(chunksOf(1, 1)), 10)) {
      throw own;
    }
  }, is(own));
});

Deno.test("readBody - joins the chunks; empty without a body", async () => {
  const options = { maxBytes: 10, signal };
  const length = async (response: OutboundResponse) =>
    (await readBody(response, options)).length;
  assert.equal(await length(responseOf(chunksOf(4, 6))), 10);
  assert.equal(await length(responseOf(chunksOf(3))), 3);
  assert.equal(await length(responseOf(null)), 0);
});

Deno.test("readBody - `broken_off` if the connection breaks, the signal's reason after an abort", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const broken = new Error("reset");
  async function* body(last: () => void) {
    yield* chunksOf(1);
    last();
  }
  const fail = () => {
    throw broken;
  };
  const read = (last: () => void, { signal }: AbortController) =>
    readBody(responseOf(body(last)), { maxBytes: 10, signal });
  await assert.rejects(read(fail, new AbortController()), {
    code: "broken_off",
    message: "the response broke off",
    cause: broken,
  });
  // Some transports end such a body as if it were complete.
  const aborted = read(() => controller.abort(reason), controller);
  await assert.rejects(aborted, is(reason));
});

Deno.test("mediaType - lower case, without parameters", () => {
  const type = (text: string) =>
    mediaType(new Headers({ "content-type": text }));
  assert.equal(type("Application/JSON; charset=utf-8"), "application/json");
  const two = "text/html, application/json";
  assert.equal(type(two), two);
  assert.equal(mediaType(new Headers()), "");
});
