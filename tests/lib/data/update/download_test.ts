import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  download,
  type DownloadOptions,
} from "../../../../lib/data/update/download.ts";
import { cutServer, feedServer, file } from "./feed_server.ts";
import { patient } from "./update_fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(withTarget);

const sha256 = (text: string) =>
  createHash("sha256").update(text).digest("hex");

/** A server, and downloads from it to a temporary file. */
async function withTarget() {
  const target = await Deno.makeTempFile();
  const steps: [number, number?][] = [];
  const server = feedServer();
  return {
    ...server,
    target,
    steps,
    text: () => Deno.readTextFile(target),
    download: (url: string, more?: Partial<DownloadOptions>) =>
      download(new URL(url, server.origin).href, {
        fetch,
        headers: {},
        signal: new AbortController().signal,
        target,
        maxBytes: 1000,
        limits: patient,
        onBytes: (done, total) => steps.push([done, total]),
        ...more,
      }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await Deno.remove(target);
    },
  };
}

function endless(intervalMs: number, chunk: string): Response {
  let timer: ReturnType<typeof setInterval>;
  const bytes = new TextEncoder().encode(chunk);
  return new Response(
    new ReadableStream({
      start(controller) {
        timer = setInterval(() => controller.enqueue(bytes), intervalMs);
      },
      cancel: () => clearInterval(timer),
    }),
  );
}

/** A body sent one byte at a time. */
function pieces(count: number, intervalMs: number): Response {
  const piece = new TextEncoder().encode("x");
  return new Response(
    new ReadableStream({
      async pull(controller) {
        if (count-- === 0) return controller.close();
        await new Promise((resolve) => setTimeout(resolve, intervalMs));
        controller.enqueue(piece);
      },
    }),
  );
}

test("download - writes the file, returns its digest and validators", async ({ routes, download, target, text, steps }) => {
  const headers = { etag: 'W/"1"', "last-modified": "yesterday" };
  routes["/a"] = () => new Response("hello", { headers });
  await Deno.writeTextFile(target, "something longer of before");
  assert.deepEqual(await download("/a"), {
    kind: "fresh",
    bytes: 5,
    sha256: sha256("hello"),
    etag: 'W/"1"',
    lastModified: "yesterday",
  });
  assert.equal(await text(), "hello");
  assert.deepEqual(steps.at(-1), [5, 5]);
});

test("download - 304 is unchanged, but only for a conditional request", async ({ routes, host, download }) => {
  routes["/a"] = file("hello", '"1"');
  routes["/b"] = () => new Response(null, { status: 304 });
  const headers = { "if-none-match": '"1"' };
  assert.deepEqual(await download("/a", { headers }), { kind: "unchanged" });
  const since = { "if-modified-since": "yesterday" };
  assert.deepEqual(await download("/b", { headers: since }), {
    kind: "unchanged",
  });
  await assert.rejects(download("/b"), { message: `${host} responded 304` });
});

test("download - 404 and 410 are missing; other statuses reject without a retry", async ({ routes, requests, host, download }) => {
  for (const status of [404, 410]) {
    routes["/a"] = () => new Response("no", { status });
    assert.deepEqual(await download("/a"), { kind: "missing" });
  }
  for (const status of [204, 206, 401, 403, 429, 500, 503]) {
    const body = status === 204 ? null : "no";
    routes["/a"] = () => new Response(body, { status });
    requests.length = 0;
    const message = `${host} responded ${status}`;
    await assert.rejects(download("/a"), { message });
    assert.equal(requests.length, 1);
  }
});

test("download - says that the credentials were rejected, without showing them", async ({ routes, host, download }) => {
  for (const status of [401, 403, 500]) {
    routes["/a"] = () => new Response("no", { status });
    const why = status === 500 ? "" : ": it rejects the credentials";
    await assert.rejects(download("/a", { authorization: "Basic abc" }), {
      message: `${host} responded ${status}${why}`,
    });
  }
});

const tooLarge = { message: "the download is larger than 1.0 KB" };

test("download - a response announced as too large does not change the file", async ({ target, text, download }) => {
  await Deno.writeTextFile(target, "of before");
  let isRead = false;
  const body = new ReadableStream({
    pull(controller) {
      isRead = true;
      controller.close();
    },
  }, { highWaterMark: 0 });
  const headers = { "content-length": "1001" };
  const fetch = () => Promise.resolve(new Response(body, { headers }));
  await assert.rejects(download("/a", { fetch }), tooLarge);
  assert.equal(isRead, false);
  assert.equal(await text(), "of before");
});

test("download - accepts a response of exactly the limit", async ({ routes, download }) => {
  routes["/a"] = "x".repeat(1000);
  const result = await download("/a");
  assert.equal(result.kind === "fresh" && result.bytes, 1000);
});

test("download - times out if the server does not respond", async ({ routes, host, download }) => {
  const held = Promise.withResolvers<Response>();
  routes["/a"] = () => held.promise;
  const limits = { ...patient, idleTimeoutMs: 50 };
  let attempts = 0;
  const counted = (url: URL, init: RequestInit) => {
    attempts++;
    return fetch(url, init);
  };
  await assert.rejects(download("/a", { limits, fetch: counted }), {
    code: "no_response",
    message: `${host} sent nothing for 0.05 s`,
  });
  held.resolve(new Response());
  assert.equal(attempts, 1);
});

test("download - times out if the server stops sending", async ({ routes, host, download }) => {
  routes["/a"] = () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new Uint8Array(3)),
      }),
    );
  const limits = { ...patient, idleTimeoutMs: 300 };
  await assert.rejects(download("/a", { limits }), {
    code: "interrupted",
    message: `${host} sent nothing for 0.3 s`,
  });
});

test("download - times out if the server sends too slowly", async ({ routes, host, download }) => {
  routes["/a"] = () => endless(5, "x");
  const limits = { ...patient, totalTimeoutMs: 150 };
  await assert.rejects(download("/a", { limits, maxBytes: 1e9 }), {
    message: `${host} takes longer than 0.15 s`,
  });
});

Deno.test({
  name:
    "download - may take longer than the idle timeout, and leaves no timers",
  sanitizeOps: true,
  sanitizeResources: true,
  async fn() {
    await using fixture = await withTarget();
    const { routes, download, text } = fixture;
    const limits = { ...patient, idleTimeoutMs: 1_000 };
    routes["/a"] = () => pieces(12, 100);
    const result = await download("/a", { limits });
    assert.equal(result.kind === "fresh" && result.bytes, 12);
    assert.equal(await text(), "x".repeat(12));
  },
});

const cases = [
  ["is announced as too large", () => new Response("x".repeat(1001)), false],
  ["turns out too large", () => endless(1, "x".repeat(400)), true],
] as const;
for (const [what, respond, isRead] of cases) {
  test(`download - reads no more than the limit and closes the connection if the response ${what}`, async ({ routes, target, download, steps }) => {
    let signal: AbortSignal | null | undefined;
    routes["/a"] = respond;
    const watched = (url: URL, init: RequestInit) => {
      signal = init.signal;
      return fetch(url, init);
    };
    await assert.rejects(download("/a", { fetch: watched }), tooLarge);
    assert.equal(signal?.aborted, true);
    assert.equal(steps.length > 0, isRead);
    assert((await Deno.stat(target)).size <= 1000);
  });
}

test("download - retries once after a broken connection", async ({ download }) => {
  await using server = cutServer("hello");
  await assert.rejects(download(`${server.origin}/a`), {
    message: `${server.host} broke off after 5 bytes`,
  });
  assert.equal(server.connections(), 2);
});

test("download - the retry starts from the beginning", async ({ routes, download, target, text }) => {
  await Deno.remove(target);
  await using server = cutServer("x".repeat(50));
  routes["/a"] = "hello";
  let attempts = 0;
  const first = (url: URL, init: RequestInit) =>
    fetch(++attempts === 1 ? new URL(server.origin) : url, init);
  const result = await download("/a", { fetch: first });
  assert.equal(result.kind === "fresh" && result.sha256, sha256("hello"));
  assert.equal(await text(), "hello");
});

test("download - rejects if the body is shorter than announced as a number", async ({ download }) => {
  const announced = (length: string) => {
    const headers = { "content-length": length };
    const fetch = () => Promise.resolve(new Response("hell", { headers }));
    return download("http://lists.example/a", { fetch });
  };
  const message = "lists.example sent 4 of 5 bytes";
  await assert.rejects(announced("5"), { message });
  assert.equal((await announced("five")).kind, "fresh");
});

test("download - rejects with the signal's reason", async ({ routes, download }) => {
  routes["/a"] = () => endless(1, "x");
  const controller = new AbortController();
  const reason = new Error("enough");
  const { signal } = controller;
  const onBytes = () => controller.abort(reason);
  await assert.rejects(download("/a", { signal, onBytes }), reason);
});
