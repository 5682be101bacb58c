import assert from "node:assert/strict";
import {
  FinalResponse,
  SizedResponse,
  streamOf,
} from "../../../lib/http/compression.ts";
import { InFlight, type InFlightOptions } from "../../../lib/http/in_flight.ts";
import type { Fetch } from "../../../lib/http/on_response.ts";
import { Turns } from "../../../lib/core/turns.ts";
import { clientAt, infoOf } from "../../support/caller.ts";

const KIB = 1024;

const next: Turns["next"] = () => assert.fail("no request waits");

/** An IPv4 address of documentation by its number, or an address as it is. */
type Client = number | string;

/** A guarded handler, and requests to it whose responses are read with `read`. */
function guarded(
  fetch: Fetch,
  { turns = { isOver: () => false, next }, ...options }:
    & Pick<InFlightOptions, "random" | "turns" | "refusal">
    & { maxBytes: number },
) {
  const inFlight = new InFlight({
    clientOf: (_, { remoteAddr }) =>
      clientAt((remoteAddr as Deno.NetAddr).hostname),
    ...options,
    turns,
  });
  const guard = inFlight.guard(fetch);
  const ask = (
    method = "GET",
    client: Client = 1,
    path = "/",
    headers: HeadersInit = {},
  ) => {
    const { promise: completed, resolve: read, reject: leave } = Promise
      .withResolvers<void>();
    const hostname = typeof client === "number" ? `192.0.2.${client}` : client;
    const info = { ...infoOf(hostname), completed };
    const request = new Request(`http://h.example${path}`, { method, headers });
    return { response: guard(request, info), read, leave };
  };
  /** Asserts what is held once these responses are there and read. */
  const end = async (requests: ReturnType<typeof ask>[], kept = 0) => {
    for (const { response, read } of requests) {
      await response;
      read();
    }
    await settled();
    assert.equal(inFlight.bytes, kept);
  };
  return { inFlight, ask, end };
}

/** Until every callback of a settled promise has run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

const x = new TextEncoder().encode("x");

/** Turns for which each request waits, until it is begun. */
function fewTurns() {
  const waiting: (() => void)[] = [];
  const next: Turns["next"] = (_, handle) =>
    new Promise((resolve) => waiting.push(() => resolve(handle())));
  return { waiting, turns: { isOver: () => true, next } };
}

/** A stream, which counts from its request until it is read. */
const later = () => Promise.resolve(new SizedResponse(streamOf(x), {}, 1));

async function assertRefused(response: Response | Promise<Response>) {
  const { status, headers, body } = await response;
  assert.equal(status, 503);
  assert.deepEqual(Object.fromEntries(headers), {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Retry-After",
    "cache-control": "no-store",
    "retry-after": "5",
  });
  // A client that reads nothing would keep a body in memory.
  assert.equal(body, null);
}

Deno.test("InFlight - a request keeps its memory until its response is read, or its client leaves", async () => {
  const { inFlight, ask } = guarded(later, { maxBytes: 1024 * KIB });
  const [one, two] = [ask(), ask()];
  assert.equal(await (await one.response).text(), "x");
  await two.response;
  await settled();
  assert.equal(inFlight.bytes, 16 * KIB);
  one.read();
  two.leave(new Deno.errors.Interrupted());
  await settled();
  assert.equal(inFlight.bytes, 0);
});

Deno.test("InFlight - a request with a body takes its length, or the longest one", async () => {
  const cases = [
    [undefined, 80],
    ["0", 24],
    ["1700", 32],
    [`${48 * KIB}`, 72],
    [`${56 * KIB}`, 80],
    ["10000000", 80],
    ["-80000", 80],
    ["1e", 80],
  ] as const;
  for (const [length, kib] of cases) {
    const { inFlight, ask, end } = guarded(later, { maxBytes: 1024 * KIB });
    const headers = new Headers();
    if (length !== undefined) headers.set("content-length", length);
    const post = ask("POST", 1, "/", headers);
    assert.equal(inFlight.bytes, kib * KIB, `${length}`);
    await end([post]);
  }
});

Deno.test("InFlight - a page takes its memory, whether the client accepts HTML or asks for what is only a page", async () => {
  const cases = [
    ["/", { accept: "text/html" }, 112],
    ["/8.8.8.8", { accept: "text/html" }, 112],
    ["/about", {}, 112],
    ["/console/account", { accept: "*/*" }, 112],
    ["/", {}, 8],
    ["/api/v1/ip/8.8.8.8", {}, 8],
    ["/nothing/here", {}, 8],
  ] as const;
  for (const [path, headers, kib] of cases) {
    const { inFlight, ask, end } = guarded(later, { maxBytes: 1024 * KIB });
    const page = ask("GET", 1, path, headers);
    assert.equal(inFlight.bytes, kib * KIB, path);
    await end([page]);
  }
});

Deno.test("InFlight - once a page is sent, what it was made of is free for the next", async () => {
  const { inFlight, ask, end } = guarded(later, { maxBytes: 1024 * KIB });
  const page = ask("GET", 1, "/", { accept: "text/html" });
  assert.equal(inFlight.bytes, 112 * KIB);
  await page.response;
  assert.equal(inFlight.bytes, 80 * KIB);
  await end([page]);
});

Deno.test("InFlight - a client that takes all it can is refused before its request is handled, and others are served", async () => {
  let handled = 0;
  const { ask } = guarded(() => {
    handled++;
    return later();
  }, { maxBytes: 16 * 8 * KIB });
  const mine = Array.from({ length: 8 }, () => ask());
  for (const { response } of mine) assert.equal((await response).status, 200);
  await assertRefused(ask().response);
  await assertRefused(ask("POST").response);
  assert.equal(handled, 8);
  const other = ask("GET", 2);
  assert.equal((await other.response).status, 200);
  mine[0].read();
  other.read();
  await settled();
  assert.equal((await ask().response).status, 200);
});

Deno.test("InFlight - a request that waits for its turn has its memory, and is refused at once without", async () => {
  const { waiting, turns } = fewTurns();
  let handled = 0;
  const { inFlight, ask, end } = guarded(() => {
    handled++;
    return later();
  }, { maxBytes: 16 * 8 * KIB, turns });
  const mine = Array.from({ length: 8 }, () => ask());
  await assertRefused(ask().response);
  assert.equal(handled, 0);
  assert.equal(inFlight.bytes, 64 * KIB);
  for (const begin of waiting) begin();
  assert.equal(handled, 8);
  for (const { response } of mine) assert.equal((await response).status, 200);
  await end(mine);
});

const busy = () =>
  new FinalResponse("busy", { status: 503, headers: { "x-busy": "1" } });

Deno.test("InFlight - a request that would be refused anyway takes no turn, and gets no body once half of the memory is in use", async () => {
  let isFull = false;
  const { inFlight, ask, end } = guarded(later, {
    maxBytes: 64 * 8 * KIB,
    random: () => 1,
    turns: { isOver: () => (assert(!isFull), false), next },
    refusal: () => isFull ? busy() : null,
  });
  const mine: ReturnType<typeof ask>[] = [];
  // A page takes 14 units, so 18 others leave half of the 64.
  for (const count of [0, 18]) {
    isFull = false;
    while (mine.length < count) mine.push(ask("GET", mine.length + 1));
    for (const { response } of mine) await response;
    isFull = true;
    const refused = await ask("GET", 99).response;
    assert.equal(refused.status, 503);
    assert.equal(await refused.text(), "busy");
    assert.equal(inFlight.bytes, count * 8 * KIB);
  }
  isFull = false;
  mine.push(ask("GET", 19));
  await mine[18].response;
  isFull = true;
  await assertRefused(ask("GET", 99).response);
  await end(mine);
});

Deno.test("InFlight - of the refusals, one in 256 is counted for all of them", async () => {
  const { inFlight, ask, end } = guarded(() => assert.fail("not handled"), {
    maxBytes: 1024 * KIB,
    random: () => 0,
    refusal: busy,
  });
  const refused = ask();
  assert.equal((await refused.response).status, 503);
  assert(inFlight.bytes > 0);
  await end([refused]);
});

Deno.test("InFlight - a request is refused whose pool was filled while it waited for its turn", async () => {
  let isFull = false;
  const { waiting, turns } = fewTurns();
  const { inFlight, ask } = guarded(() => assert.fail("not handled"), {
    maxBytes: 1024 * KIB,
    random: () => 1,
    turns,
    refusal: () => isFull ? busy() : null,
  });
  const { response } = ask();
  assert.equal(inFlight.bytes, 8 * KIB);
  isFull = true;
  waiting[0]();
  assert.equal(await (await response).text(), "busy");
  assert.equal(inFlight.bytes, 0);
});

Deno.test("InFlight - thousands of /48s of one provider, or addresses of one /16, leave room for others", async () => {
  const networks = [
    (n: number) => `2001:db8:${n.toString(16)}::/48`,
    (n: number) => `198.51.${n >> 8}.${n & 255}`,
  ];
  for (const client of networks) {
    const { inFlight, ask } = guarded(later, { maxBytes: 400 * 8 * KIB });
    const statuses: number[] = [];
    for (let n = 1; n <= 400; n++) {
      statuses.push((await ask("GET", client(n)).response).status);
    }
    assert.equal(statuses.filter((status) => status === 200).length, 300);
    assert.equal(inFlight.bytes, 300 * 8 * KIB);
    await assertRefused(ask("GET", client(0xfff)).response);
    assert.equal((await ask("GET", 1).response).status, 200);
    assert.equal((await ask("POST", "2001:db9:1::/48").response).status, 200);
  }
});

Deno.test("InFlight - a long response takes more, or is refused and canceled", async () => {
  let canceled = 0;
  const long = () => {
    const body = new ReadableStream({ cancel: () => void canceled++ });
    return Promise.resolve(new SizedResponse(body, {}, 60 * KIB));
  };
  const { inFlight, ask, end } = guarded(long, { maxBytes: 256 * KIB });
  const mine = [ask(), ask()];
  for (const { response } of mine) assert.equal((await response).status, 200);
  assert.equal(inFlight.bytes, 128 * KIB);
  const other = ask("GET", 2);
  assert.equal((await other.response).status, 200);
  // There is memory for the request, but not for its response.
  await assertRefused(ask("GET", "198.51.100.1").response);
  assert.equal(canceled, 1);
  assert.equal(inFlight.bytes, 192 * KIB);
  await end([...mine, other]);
});

Deno.test("InFlight - a response that was charged to a quota is not refused", async () => {
  const headers = { "x-ratelimit-remaining": "7" };
  const long = () =>
    Promise.resolve(new SizedResponse("x", { headers }, 900 * KIB));
  const { ask } = guarded(long, { maxBytes: 256 * KIB });
  assert.equal((await ask().response).status, 200);
});

Deno.test("InFlight - a file counts by its length, and is sent as a stream", async () => {
  const text = "x".repeat(100 * KIB);
  const headers = { "content-length": `${text.length}`, etag: '"1"' };
  const file = () => Promise.resolve(new Response(text, { headers }));
  const { inFlight, ask } = guarded(file, { maxBytes: 1024 * KIB });
  const response = await ask().response;
  assert.equal(inFlight.bytes, 144 * KIB);
  assert.deepEqual(Object.fromEntries(response.headers), {
    ...headers,
    "content-type": "text/plain;charset=UTF-8",
  });
  assert.equal(await response.text(), text);
});

Deno.test("InFlight - long text counts by its length and what a stream takes, and keeps its length, status and headers", async () => {
  const long = () => {
    const text = "ü".repeat(100 * KIB);
    const init = { status: 400, headers: { etag: '"1"' } };
    return Promise.resolve(new SizedResponse(text, init, text.length));
  };
  const { inFlight, ask, end } = guarded(long, { maxBytes: 1024 * KIB });
  const request = ask();
  const { status, headers, body } = await request.response;
  assert.equal(inFlight.bytes, 144 * KIB);
  assert.equal(status, 400);
  assert.deepEqual(Object.fromEntries(headers), {
    "content-type": "text/plain;charset=UTF-8",
    "content-length": `${200 * KIB}`,
    etag: '"1"',
  });
  assert.equal(await new Response(body).text(), "ü".repeat(100 * KIB));
  await end([request]);
});

Deno.test("InFlight - a response without a body stays as it is", async () => {
  const empty = () => Promise.resolve(new Response(null, { status: 304 }));
  const { ask } = guarded(empty, { maxBytes: 160 * KIB });
  const [plenty, scarce] = [ask("POST"), ask("GET", 2)];
  for (const { response } of [plenty, scarce]) {
    const { status, body } = await response;
    assert.deepEqual([status, body], [304, null]);
  }
});

for (const [size, ofAll] of [[1024, 256], [1025, 64]]) {
  Deno.test(`InFlight - one in ${ofAll} responses of ${size} bytes that are ready counts for all`, async () => {
    const numbers = [0.99, 1 / ofAll, 0.5, 0.9 / ofAll];
    const text = "x".repeat(size);
    const short = () => new FinalResponse(text, { headers: {} });
    const { inFlight, ask, end } = guarded(short, {
      maxBytes: 4096 * KIB,
      random: () => numbers.shift()!,
    });
    const sent = Array.from({ length: 4 }, () => ask());
    assert.equal(inFlight.bytes, ofAll * 8 * KIB);
    for (const { response } of sent) {
      assert.equal(await (await response).text(), text);
    }
    await end([sent[3]]);
  });
}

Deno.test("InFlight - a short response that is late counts until it is ready, and then by sample too", async () => {
  const numbers = [0.5, 0];
  const { promise, resolve } = Promise.withResolvers<void>();
  const { inFlight, ask, end } = guarded(
    () => promise.then(() => new SizedResponse("x", {}, 1)),
    { maxBytes: 1024 * KIB, random: () => numbers.shift()! },
  );
  const sent = [ask(), ask()];
  assert.equal(inFlight.bytes, 16 * KIB);
  resolve();
  for (const { response } of sent) {
    assert.equal(await (await response).text(), "x");
  }
  assert.equal(inFlight.bytes, 64 * 8 * KIB);
  await end([sent[1]]);
});

const text = "x".repeat(2000);
const short = () => new FinalResponse(text, { headers: {} });

Deno.test("InFlight - once half is taken, one in eight short responses counts for all", async () => {
  const numbers = [0, 1 / 8, 0.1];
  const { inFlight, ask, end } = guarded(short, {
    maxBytes: 1024 * KIB,
    random: () => numbers.shift()!,
  });
  ask("GET", 1);
  assert.equal(inFlight.bytes, 512 * KIB);
  assert.equal(await (await ask("GET", 2).response).text(), text);
  assert.equal(inFlight.bytes, 512 * KIB);
  const next = ask("GET", 2);
  assert.equal(inFlight.bytes, (512 + 64) * KIB);
  await assertRefused(ask("GET", 1).response);
  await end([next], 512 * KIB);
});

Deno.test("InFlight - of the last quarter, every short response is counted", async () => {
  const options = { maxBytes: 136 * 8 * KIB, random: () => 0 };
  const { inFlight, ask, end } = guarded(short, options);
  // A page takes 14 units, and at the fifth response 88 of 102 are taken.
  for (const client of [1, 2, 3, 4, 5]) ask("GET", client);
  assert.equal(inFlight.bytes, (512 + 4 * 64) * KIB);
  const next = ask("GET", 6);
  assert.equal(inFlight.bytes, (512 + 4 * 64 + 48) * KIB);
  const { headers } = await next.response;
  assert.equal(headers.get("content-length"), "2000");
  await end([next], (512 + 4 * 64) * KIB);
});

Deno.test("InFlight - memory is taken before a request is handled once a page would not leave half", async () => {
  // A page takes 14 units.
  for (const [units, taken] of [[28, 0], [27, 1]]) {
    const { inFlight, ask, end } = guarded(() => {
      assert.equal(inFlight.bytes, taken * 8 * KIB);
      return later();
    }, { maxBytes: units * 8 * KIB });
    await end([ask()]);
  }
});

Deno.test("InFlight - of those that waited for a turn while a page leaves half, one in 64 is counted", async () => {
  for (const [units, counted] of [[28, 0], [27, 8]]) {
    const shortest = () => new FinalResponse("x", { headers: {} });
    const next: Turns["next"] = async (_, handle) => await handle();
    const { inFlight, ask, end } = guarded(shortest, {
      maxBytes: units * 8 * KIB,
      random: () => 0.1,
      turns: { isOver: () => true, next },
    });
    const request = ask();
    await request.response;
    assert.equal(inFlight.bytes, counted * 8 * KIB);
    await end([request]);
  }
});

Deno.test("InFlight - a response of 64 KiB is counted by sample, a longer one always", async () => {
  for (const [length, isCounted] of [[64 * KIB, false], [64 * KIB + 1, true]]) {
    const { inFlight, ask, end } = guarded(
      () => new FinalResponse("x".repeat(Number(length)), { headers: {} }),
      { maxBytes: 4096 * KIB, random: () => 0.5 },
    );
    const request = ask();
    await request.response;
    assert.equal(inFlight.bytes > 0, isCounted);
    await end([request]);
  }
});

Deno.test("InFlight - of the last quarter, an empty response takes a unit, or what the body of its request does", async () => {
  const empty = () => Promise.resolve(new Response(null, { status: 204 }));
  const respond: Fetch = ({ url }) =>
    url.endsWith("/later") ? later() : empty();
  const options = { maxBytes: 40 * 8 * KIB, random: () => 0 };
  const { inFlight, ask, end } = guarded(respond, options);
  // A page takes 14 units, so with 17 others the last quarter begins.
  for (let i = 0; i < 17; i++) await ask("GET", 100 + i, "/later").response;
  for (const [method, units] of [["GET", 1], ["POST", 10]] as const) {
    const request = ask(method);
    assert.equal(inFlight.bytes, (17 + units) * 8 * KIB);
    await request.response;
    assert.equal(inFlight.bytes, (17 + units) * 8 * KIB, method);
    await end([request], 17 * 8 * KIB);
  }
});

Deno.test("InFlight - a handler that throws or rejects keeps nothing", async () => {
  const throwing = () => {
    throw new Error("at once");
  };
  const failures = [() => Promise.reject(new Error("late")), throwing];
  for (const fail of failures) {
    // The second request comes when half is taken.
    const { ask, end } = guarded(
      ({ method }) => method === "POST" ? later() : fail(),
      { maxBytes: 160 * KIB },
    );
    const post = ask("POST");
    await assert.rejects(async () => await ask("GET", 2).response);
    await end([post]);
  }
});
