import assert from "node:assert/strict";
import { fetchJson, type JsonRequest } from "../../../lib/core/fetch_json.ts";
import { OutboundError } from "../../../lib/core/outbound.ts";
import {
  endlessWaits,
  type Reply,
  testWithoutLeaks as test,
  upstream,
  useless,
} from "../../support/upstream.ts";
import samples from "./fetch_json.json" with { type: "json" };

const SECRET = "s3cr3t";

function ask(server: { url: URL }, options: Partial<JsonRequest> = {}) {
  return fetchJson({
    fetch,
    url: new URL(`/data?key=${SECRET}`, server.url),
    headers: { "x-key": SECRET },
    signal: AbortSignal.timeout(20_000),
    ...options,
  });
}

async function failure(fetched: Promise<unknown>): Promise<OutboundError> {
  const error = await fetched.then(() => null, (error) => error);
  assert(error instanceof OutboundError, String(error));
  const text = Deno.inspect(error) + error.stack;
  assert(!text.includes(SECRET) && !text.includes("127.0.0.1"), text);
  assert.equal(error.cause, undefined);
  return error;
}

test("fetchJson - sends its User-Agent and the given headers, and returns status, headers and body", async () => {
  const sent = { city: "Zürich", list: [1, null] };
  await using server = upstream({ headers: { "x-rl": "44" }, body: sent });
  const response = await ask(server);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("x-rl"), "44");
  assert.deepEqual(response.body, sent);
  const [{ method, target, headers }] = server.received;
  assert.equal(method, "GET");
  assert.equal(target, `/data?key=${SECRET}`);
  assert.equal(headers.accept, "application/json");
  assert.equal(headers["user-agent"], "porthole");
  assert.equal(headers["x-key"], SECRET);
});

test("fetchJson - accepts only JSON content types", async () => {
  await using server = upstream({});
  const fetchAs = (type: string) => {
    server.reply = { headers: { "content-type": type }, body: { ok: 1 } };
    return ask(server);
  };
  const types = [
    ...["application/json", "application/json; charset=utf-8"],
    ...["Application/JSON", "text/json", "application/rdap+json"],
    "application/vnd.maxmind.com-city+json; charset=UTF-8; version=2.1",
  ];
  for (const type of types) {
    assert.deepEqual((await fetchAs(type)).body, { ok: 1 }, type);
  }
  const cases = [
    ...["", "text/plain", "text/html; x=application/json"],
    ...["application/jsonp", "application/json-seq"],
    ...["text/vnd.x+json", "application/+json"],
  ];
  for (const type of cases) {
    const error = await failure(fetchAs(type));
    assert.equal(error.message, "the response is not declared as JSON", type);
    assert.equal(error.status, 200);
  }
});

test("fetchJson - errors have the status and headers of the response", async () => {
  await using server = upstream({
    status: 429,
    headers: { "retry-after": "7" },
    body: { error: "slow down" },
  });
  const error = await failure(ask(server));
  assert.equal(error.message, "the server responded with 429");
  assert.equal(error.status, 429);
  assert.equal(error.headers.get("retry-after"), "7");
  server.reply = { status: 300, body: {} };
  const { status } = await failure(ask(server));
  assert.equal(status, 300);
});

test("fetchJson - reads the body if the status is in errorStatuses", async () => {
  await using server = upstream({ status: 404, body: { code: "NOT_FOUND" } });
  const { status, body } = await ask(server, { errorStatuses: [400, 404] });
  assert.equal(status, 404);
  assert.deepEqual(body, { code: "NOT_FOUND" });
  server.reply = { status: 403, body: {} };
  const refused = failure(ask(server, { errorStatuses: [400, 404] }));
  assert.equal((await refused).status, 403);
});

test("fetchJson - does not follow redirects", async () => {
  await using elsewhere = upstream({ body: {} });
  for (const status of [301, 302, 303, 307, 308]) {
    const headers = { location: elsewhere.url.href };
    await using server = upstream({ status, headers, body: {} });
    assert.equal((await failure(ask(server))).status, status);
  }
  assert.deepEqual(elsewhere.received, []);
});

test("fetchJson - reads at most maxBytes", async () => {
  const limit = { maxBytes: 1000 };
  const chunked = (length: number): Reply => ({
    headers: { "transfer-encoding": "chunked", "content-length": "" },
    body: `${length.toString(16)}\r\n"${"x".repeat(length - 2)}"\r\n0\r\n\r\n`,
  });
  await using server = upstream({});
  for (const [length, fits] of [[1000, true], [1001, false]] as const) {
    for (const withLength of [true, false]) {
      const text = "x".repeat(length - 2);
      server.reply = withLength ? { body: `"${text}"` } : chunked(length);
      if (fits) assert.equal((await ask(server, limit)).body, text);
      else {
        const { message } = await failure(ask(server, limit));
        assert.equal(message, "the response is over 1000 bytes");
      }
    }
  }
});

test("fetchJson - rejects a Content-Length over the limit without reading", async () => {
  await using server = upstream(async (client, stopped) => {
    const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n" +
      "content-length: 300000\r\n\r\n";
    await client.write(new TextEncoder().encode(head));
    await stopped;
  });
  const { message } = await failure(ask(server));
  assert.equal(message, "the response is over 262144 bytes");
});

test("fetchJson - the limit applies to the decompressed body", async () => {
  const packed = async (text: string) => {
    const stream = new Blob([text]).stream()
      .pipeThrough(new CompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
  const headers = { "content-encoding": "gzip" };
  await using server = upstream({ headers, body: await packed('{"a":1}') });
  assert.deepEqual((await ask(server)).body, { a: 1 });
  server.reply = { headers, body: await packed(" ".repeat(300_000)) };
  const { message } = await failure(ask(server));
  assert.equal(message, "the response is over 262144 bytes");
});

for (const [name, message] of Object.entries(samples.messages)) {
  test(`fetchJson - rejects ${name}`, async () => {
    await using server = upstream(useless[name]);
    assert.equal((await failure(ask(server))).message, message);
  });
}

test("fetchJson - `unreachable` if the connection fails", async () => {
  const server = upstream({});
  await server[Symbol.asyncDispose]();
  const error = await failure(ask(server));
  assert.equal(error.message, "the server did not respond");
  assert.equal(error.status, null);
  assert.deepEqual([...error.headers], []);
});

for (const [name, behaviour] of Object.entries(endlessWaits)) {
  test(`fetchJson - the signal aborts ${name}`, async () => {
    await using server = upstream(behaviour);
    const stop = new AbortController();
    const fetched = ask(server, { signal: stop.signal });
    const reason = new Error("time is up");
    setTimeout(() => stop.abort(reason), 50);
    await assert.rejects(fetched, (error) => error === reason);
  });
}

test("fetchJson - sends nothing if the signal is aborted", async () => {
  await using server = upstream({ body: {} });
  const reason = new Error("too late");
  await assert.rejects(
    ask(server, { signal: AbortSignal.abort(reason) }),
    (error) => error === reason,
  );
  assert.deepEqual(server.received, []);
});

test("fetchJson - sends JSON by POST", async () => {
  const received: unknown[] = [];
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const type = request.headers.get("content-type");
      received.push([request.method, type, await request.text()]);
      return Response.json({});
    },
  );
  const url = new URL(`http://127.0.0.1:${server.addr.port}`);
  assert.deepEqual((await ask({ url }, { json: { a: "ü" } })).body, {});
  assert.deepEqual(received, [["POST", "application/json", '{"a":"ü"}']]);
});

test("fetchJson - returns an error's plain text with acceptsErrorText", async () => {
  const headers = { "content-type": "text/plain; charset=utf-8" };
  const text = { headers, body: "Unauthorized" };
  await using server = upstream({ status: 401, ...text });
  const options = { errorStatuses: [401], acceptsErrorText: true };
  const { status, body } = await ask(server, options);
  assert.deepEqual([status, body], [401, "Unauthorized"]);
  const refused = "the response is not declared as JSON";
  const withoutText = await failure(ask(server, { errorStatuses: [401] }));
  assert.equal(withoutText.message, refused);
  server.reply = text;
  assert.equal((await failure(ask(server, options))).message, refused);
});
