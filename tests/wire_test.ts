import assert from "node:assert/strict";
import { startApp } from "./support/app_process.ts";
import samples from "./wire.json" with { type: "json" };

const app = await startApp({
  RATE_LIMIT_TEXT: "0",
  RATE_LIMIT_GEOIP: "0",
  RATE_LIMIT_JSONIP: "0",
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

/** Sends bytes as they are and returns all that comes back. */
async function send(text: string): Promise<string> {
  using connection = await Deno.connect({ port: app.port });
  await connection.write(new TextEncoder().encode(text)).catch(() => 0);
  const chunks: string[] = [];
  try {
    for await (const chunk of connection.readable) {
      chunks.push(new TextDecoder().decode(chunk));
    }
  } catch {
    // A server may answer and drop the rest of what it was sent.
  }
  return chunks.join("");
}

/** Sends one request of its own connection. */
const ask = (line: string, ...headers: string[]) =>
  send([line, ...headers, "Connection: close", "", ""].join("\r\n"));

const host = "Host: porthole.test";

function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1] ?? 0);
}

function bodyOf(response: string): string {
  return response.slice(response.indexOf("\r\n\r\n") + 4);
}

Deno.test("wire - HEAD has the headers of GET and no body", async () => {
  for (const path of ["/", "/api/jsonip", "/api/v1/ip/8.8.8.8"]) {
    const get = await ask(`GET ${path} HTTP/1.1`, host);
    const head = await ask(`HEAD ${path} HTTP/1.1`, host);
    const headersOf = (response: string) =>
      response.slice(0, response.indexOf("\r\n\r\n")).replace(
        /^date: .*\r\n/im,
        "",
      )
        .split("\r\n").sort();
    assert.deepEqual(headersOf(head), headersOf(get));
    assert.equal(bodyOf(head), "");
  }
});

Deno.test("wire - HEAD of V2 has no body, and no length that GET would not have", async () => {
  const get = await ask("GET /api/v2/ip/8.8.8.8 HTTP/1.1", host);
  const head = await ask("HEAD /api/v2/ip/8.8.8.8 HTTP/1.1", host);
  assert.deepEqual([statusOf(get), statusOf(head)], [401, 401]);
  assert.equal(bodyOf(head), "");
  const lengthOf = (response: string) =>
    /^content-length: (\d+)/im.exec(response)?.[1];
  assert(lengthOf(get));
  assert([undefined, lengthOf(get)].includes(lengthOf(head)), head);
});

Deno.test("wire - a 9 kB path is refused in words", async () => {
  const response = await ask(
    `GET /api/geoip/${"a".repeat(9000)} HTTP/1.1`,
    host,
  );
  assert.equal(statusOf(response), 400);
  assert.equal(JSON.parse(bodyOf(response)).error.code, "INVALID_TARGET");
  assert(response.length < 1000);
});

Deno.test("wire - broken percent escapes are refused in words", async () => {
  for (const path of ["%", "%z", "%zz", "%C3", "%E0%A4%A", "%FF%FE", "%%%"]) {
    const response = await ask(`GET /api/geoip/${path} HTTP/1.1`, host);
    assert.equal(statusOf(response), 400, path);
    assert.equal(JSON.parse(bodyOf(response)).error.code, "INVALID_TARGET");
  }
});

Deno.test("wire - no Accept and no Host still get the default host", async () => {
  // Deno does not tell HTTP/1.0, which needs no Host, from HTTP/1.1.
  for (const headers of [[host], ["Host:"], ["Host: "], []]) {
    const response = await ask("GET / HTTP/1.1", ...headers);
    assert.equal(statusOf(response), 200);
    assert.equal(bodyOf(response), "127.0.0.1\n");
  }
});

/** No host with or without a port (RFC 9112 section 3.2). */
const brokenHosts = samples.brokenHosts;

Deno.test("wire - an invalid Host is 400 on every path", async () => {
  for (const odd of brokenHosts) {
    const response = await ask("GET / HTTP/1.1", `Host: ${odd}`);
    assert.equal(statusOf(response), 400, odd);
    assert.match(
      response,
      /^content-type: text\/plain; charset=utf-8\r$/im,
      odd,
    );
    assert.equal(bodyOf(response), "The Host header is malformed.\n", odd);
  }
  const long = await ask("GET / HTTP/1.1", `Host: ${"a".repeat(9000)}`);
  assert.equal(statusOf(long), 400);
  assert.equal(bodyOf(long), "The host name is too long.\n");
});

Deno.test("wire - an invalid Host is refused in the error format of the path", async () => {
  for (const path of ["/api/jsonip", "/api/geoip/8.8.8.8", "/api/v1/"]) {
    for (const odd of ["a:b", "[", "a b", "<script>", "user@a"]) {
      const response = await ask(`GET ${path} HTTP/1.1`, `Host: ${odd}`);
      assert.equal(statusOf(response), 400, `${path} on ${odd}`);
      assert.deepEqual(JSON.parse(bodyOf(response)).error, {
        code: "INVALID_TARGET",
        message: "The Host header is malformed.",
      });
    }
  }
});

Deno.test("wire - two Host headers are 400, equal ones too", async () => {
  for (const other of ["Host: b.example", host]) {
    assert.equal(statusOf(await ask("GET / HTTP/1.1", host, other)), 400);
  }
});

Deno.test("wire - an absolute request target sets the host, but the Host header must still be valid", async () => {
  const status = async (target: string, ...headers: string[]) =>
    statusOf(await ask(`GET ${target} HTTP/1.1`, ...headers));
  const targets = [
    "http://elsewhere.example/healthz",
    "http://elsewhere.example:81/healthz",
    "http://[::1]:8000/healthz",
    "http://elsewhere.example",
  ];
  for (const target of targets) {
    assert.equal(await status(target, host), 200, target);
    assert.equal(await status(target), 200, target);
    assert.equal(await status(target, "Host: a/healthz?"), 400, target);
  }
  const cases = [
    "http://user@elsewhere.example/",
    "http://user:secret@elsewhere.example/",
    "ftp://elsewhere.example/",
  ];
  for (const target of cases) {
    assert.equal(await status(target, host), 400, target);
  }
});

Deno.test("wire - a request target with a fragment is 400", async () => {
  for (const path of ["/healthz#", "/#a", "/api/jsonip?x=1#a"]) {
    assert.equal(statusOf(await ask(`GET ${path} HTTP/1.1`, host)), 400, path);
  }
});

Deno.test("wire - a backslash is part of no target", async () => {
  const response = await ask("GET /api/geoip/a\\b HTTP/1.1", host);
  assert.equal(statusOf(response), 400);
  assert.equal(JSON.parse(bodyOf(response)).error.code, "INVALID_TARGET");
});

Deno.test("wire - all spellings of a path have the same meaning", async () => {
  const paths = [
    "//api/v1/ip/1.2.3",
    "/./api/v1/ip//1.2.3",
    "/x/../api/v1/ip/1.2.3/",
  ];
  for (const path of paths) {
    const response = await ask(`GET ${path} HTTP/1.1`, host);
    assert.equal(statusOf(response), 400, path);
    assert.equal(JSON.parse(bodyOf(response)).error.code, "INVALID_IPV4", path);
  }
});

Deno.test("wire - odd request lines never give a 5xx", async () => {
  const lines = samples.oddLines;
  for (const line of lines) {
    const status = statusOf(await ask(line, host));
    assert(status < 500, `${status} for ${line}`);
  }
});

Deno.test("wire - malformed HTTP ends only its own connection", async () => {
  const messages = [
    "\r\n\r\n",
    "hello\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + "\0".repeat(64) +
    "\r\n\r\n",
  ];
  for (const bytes of messages) {
    assert(statusOf(await send(bytes)) < 500);
  }
  const big = await ask(
    "GET / HTTP/1.1",
    host,
    `X-Big: ${"a".repeat(1_000_000)}`,
  );
  assert(statusOf(big) < 500);
  assert.equal(bodyOf(await ask("GET / HTTP/1.1", host)), "127.0.0.1\n");
});

Deno.test("wire - a spoofed X-Forwarded-For changes nothing", async () => {
  const response = await ask(
    "GET / HTTP/1.1",
    host,
    "X-Forwarded-For: 203.0.113.9",
    'X-Forwarded-For: , ,;;"',
    "Forwarded: for=203.0.113.9",
    "X-Real-IP: 203.0.113.9",
  );
  assert.equal(bodyOf(response), "127.0.0.1\n");
});

Deno.test("wire - a hostile callback is refused in JSON", async () => {
  const response = await ask(
    "GET /api/jsonip?callback=alert(document.domain)// HTTP/1.1",
    host,
  );
  assert.equal(statusOf(response), 400);
  assert.match(response, /content-type: application\/json/i);
  assert.equal(JSON.parse(bodyOf(response)).error.code, "INVALID_CALLBACK");
});

Deno.test("wire - none of these tests caused a server error", () => {
  assert.equal(/ error /.test(app.log()), false, app.log());
});
