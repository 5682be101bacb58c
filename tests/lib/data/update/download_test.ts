import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  download,
  type DownloadOptions,
} from "../../../../lib/data/update/download.ts";
import { cutServer, feedServer, file } from "./feed_server.ts";
import { patient } from "./update_fixture.ts";
import { testIn } from "../../../support/test_with.ts";

const test = testIn(withTarget);

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Options of a download to a temporary file. */
async function withTarget(
  body: (options: DownloadOptions & { steps: [number, number?][] }) => Promise<
    void
  >,
) {
  const target = await Deno.makeTempFile();
  const steps: [number, number?][] = [];
  try {
    await body({
      fetch,
      headers: {},
      signal: new AbortController().signal,
      target,
      maxBytes: 1000,
      limits: patient,
      onBytes: (done, total) => steps.push([done, total]),
      steps,
    });
  } finally {
    await Deno.remove(target);
  }
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

test("download - writes the file, returns its digest and validators", async (options) => {
  await using server = feedServer({
    "/a": () =>
      new Response("hello", {
        headers: { etag: 'W/"1"', "last-modified": "yesterday" },
      }),
  });
  await Deno.writeTextFile(options.target, "something longer of before");
  assert.deepEqual(await download(`${server.origin}/a`, options), {
    kind: "fresh",
    bytes: 5,
    sha256: sha256("hello"),
    etag: 'W/"1"',
    lastModified: "yesterday",
  });
  assert.equal(await Deno.readTextFile(options.target), "hello");
  assert.deepEqual(options.steps.at(-1), [5, 5]);
});

test("download - 304 is unchanged, but only for a conditional request", async (options) => {
  await using server = feedServer({
    "/a": file("hello", '"1"'),
    "/b": () => new Response(null, { status: 304 }),
  });
  const headers = { "if-none-match": '"1"' };
  assert.deepEqual(
    await download(`${server.origin}/a`, { ...options, headers }),
    { kind: "unchanged" },
  );
  const { host } = new URL(server.origin);
  await assert.rejects(download(`${server.origin}/b`, options), {
    message: `${host} responded 304`,
  });
});

test("download - 404 and 410 are missing; other statuses reject without a retry", async (options) => {
  await using server = feedServer();
  const { host } = new URL(server.origin);
  for (const status of [404, 410]) {
    server.routes["/a"] = () => new Response("no", { status });
    assert.deepEqual(await download(`${server.origin}/a`, options), {
      kind: "missing",
    });
  }
  for (const status of [204, 206, 401, 403, 429, 500, 503]) {
    const body = status === 204 ? null : "no";
    server.routes["/a"] = () => new Response(body, { status });
    server.requests.length = 0;
    await assert.rejects(download(`${server.origin}/a`, options), {
      message: `${host} responded ${status}`,
    });
    assert.equal(server.requests.length, 1);
  }
});

test("download - says that the credentials were rejected, without showing them", async (options) => {
  await using server = feedServer({
    "/a": () => new Response("no", { status: 401 }),
  });
  const { host } = new URL(server.origin);
  await assert.rejects(
    download(`${server.origin}/a`, {
      ...options,
      authorization: "Basic abc",
    }),
    { message: `${host} responded 401: it rejects the credentials` },
  );
});

test("download - does not read a response announced as too large", async (options) => {
  await using server = feedServer({
    "/a": () => new Response("x".repeat(1001)),
  });
  await assert.rejects(download(`${server.origin}/a`, options), {
    message: "the download is larger than 1.0 KB",
  });
  assert.deepEqual(options.steps, []);
});

test("download - a response announced as too large does not change the file", async (options) => {
  await Deno.writeTextFile(options.target, "of before");
  let isRead = false;
  const body = new ReadableStream({
    pull(controller) {
      isRead = true;
      controller.close();
    },
  }, { highWaterMark: 0 });
  const headers = { "content-length": "1001" };
  const fetch = () => Promise.resolve(new Response(body, { headers }));
  await assert.rejects(
    download("http://lists.example/a", { ...options, fetch }),
    { message: "the download is larger than 1.0 KB" },
  );
  assert.equal(isRead, false);
  assert.equal(await Deno.readTextFile(options.target), "of before");
});

test("download - stops reading a response that turns out too large", async (options) => {
  await using server = feedServer({
    "/a": () => endless(1, "x".repeat(400)),
  });
  await assert.rejects(download(`${server.origin}/a`, options), {
    message: "the download is larger than 1.0 KB",
  });
  assert((await Deno.stat(options.target)).size <= 1000);
});

test("download - accepts a response of exactly the limit", async (options) => {
  await using server = feedServer({
    "/a": () => new Response("x".repeat(1000)),
  });
  const result = await download(`${server.origin}/a`, options);
  assert.equal(result.kind === "fresh" && result.bytes, 1000);
});

test("download - times out if the server does not respond", async (options) => {
  const held = Promise.withResolvers<Response>();
  await using server = feedServer({ "/a": () => held.promise });
  const { host } = new URL(server.origin);
  const limits = { ...patient, idleTimeoutMs: 50 };
  let attempts = 0;
  const counted = (url: URL, init: RequestInit) => {
    attempts++;
    return fetch(url, init);
  };
  await assert.rejects(
    download(`${server.origin}/a`, { ...options, limits, fetch: counted }),
    { message: `${host} sent nothing for 0.05 s` },
  );
  held.resolve(new Response());
  assert.equal(attempts, 1);
});

test("download - times out if the server stops sending", async (options) => {
  await using server = feedServer({
    "/a": () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new Uint8Array(3)),
        }),
      ),
  });
  const { host } = new URL(server.origin);
  const limits = { ...patient, idleTimeoutMs: 300 };
  await assert.rejects(
    download(`${server.origin}/a`, { ...options, limits }),
    { message: `${host} sent nothing for 0.3 s` },
  );
});

test("download - times out if the server sends too slowly", async (options) => {
  await using server = feedServer({ "/a": () => endless(5, "x") });
  const { host } = new URL(server.origin);
  const limits = { ...patient, totalTimeoutMs: 150 };
  await assert.rejects(
    download(`${server.origin}/a`, { ...options, limits, maxBytes: 1e9 }),
    { message: `${host} takes longer than 0.15 s` },
  );
});

Deno.test({
  name:
    "download - may take longer than the idle timeout, and leaves no timers",
  sanitizeOps: true,
  sanitizeResources: true,
  fn: () =>
    withTarget(async (options) => {
      const limits = { ...patient, idleTimeoutMs: 1_000 };
      await using server = feedServer({ "/a": () => pieces(12, 100) });
      const result = await download(`${server.origin}/a`, {
        ...options,
        limits,
      });
      assert.equal(result.kind === "fresh" && result.bytes, 12);
      assert.equal(await Deno.readTextFile(options.target), "x".repeat(12));
    }),
});

const cases = [
  ["is announced as too large", "x".repeat(1001), "larger than 1.0 KB"],
  ["turns out too large", null, "larger than 1.0 KB"],
] as const;
for (const [what, body, message] of cases) {
  test(`download - closes the connection if the response ${what}`, async (options) => {
    let signal: AbortSignal | null | undefined;
    await using server = feedServer({
      "/a": () => body ? new Response(body) : endless(1, "x".repeat(400)),
    });
    const watched = (url: URL, init: RequestInit) => {
      signal = init.signal;
      return fetch(url, init);
    };
    await assert.rejects(
      download(`${server.origin}/a`, { ...options, fetch: watched }),
      { message: `the download is ${message}` },
    );
    assert.equal(signal?.aborted, true);
  });
}

test("download - retries once after a broken connection", async (options) => {
  await using server = cutServer("hello");
  const { host } = new URL(server.origin);
  await assert.rejects(download(`${server.origin}/a`, options), {
    message: `${host} broke off after 5 bytes`,
  });
  assert.equal(server.connections(), 2);
});

test("download - the retry starts from the beginning", async (options) => {
  await using server = cutServer("x".repeat(50));
  await using whole = feedServer({ "/a": () => new Response("hello") });
  let attempts = 0;
  const first = (url: URL, init: RequestInit) =>
    fetch(++attempts === 1 ? new URL(server.origin) : url, init);
  const result = await download(`${whole.origin}/a`, {
    ...options,
    fetch: first,
  });
  assert.equal(result.kind === "fresh" && result.sha256, sha256("hello"));
  assert.equal(await Deno.readTextFile(options.target), "hello");
});

test("download - rejects if the body is shorter than announced", async (options) => {
  const fetch = () =>
    Promise.resolve(
      new Response("hell", { headers: { "content-length": "5" } }),
    );
  await assert.rejects(
    download("http://lists.example/a", { ...options, fetch }),
    { message: "lists.example sent 4 of 5 bytes" },
  );
});

test("download - rejects with the signal's reason", async (options) => {
  await using server = feedServer({ "/a": () => endless(1, "x") });
  const controller = new AbortController();
  const reason = new Error("enough");
  await assert.rejects(
    download(`${server.origin}/a`, {
      ...options,
      signal: controller.signal,
      onBytes: () => controller.abort(reason),
    }),
    reason,
  );
});
