import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { dirname } from "node:path";
import { openStore } from "../lib/store/open_store.ts";
import { retryLocked } from "../lib/store/store.ts";
import { withAccessToken } from "./support/access_token.ts";
import { assertStoreUnavailable } from "./support/responses.ts";
import { testApp } from "./support/app.ts";
import { type AppProcess, startApp } from "./support/app_process.ts";
import { KvConnectServer } from "./support/kv_connect.ts";
import { newMember } from "./support/members.ts";
import { hasNetworkNamespaces } from "./support/network_namespace.ts";
import { storeFolder, tokenOf } from "./support/store_folder.ts";
import { until } from "./support/until.ts";
import { Sockets } from "./soak/sockets.ts";

const NO_LIMITS = {
  RATE_LIMIT_TEXT: "0",
  RATE_LIMIT_JSONIP: "0",
  RATE_LIMIT_GEOIP: "0",
  RATE_LIMIT_LOOKUP: "0",
  RATE_LIMIT_PAGES: "0",
};

async function statusOf(url: string, init?: RequestInit): Promise<number> {
  const response = await fetch(url, init);
  await response.body?.cancel();
  return response.status;
}

/** What has to be answered whatever others do. */
async function assertServes(origin: string) {
  const text = await fetch(origin, { headers: { accept: "text/plain" } });
  assert.equal(await text.text(), "127.0.0.1\n");
  for (const path of ["/api/jsonip", "/api/v1/ip/8.8.8.8"]) {
    assert.equal(await statusOf(origin + path), 200, path);
  }
  const page = await fetch(origin, { headers: { accept: "text/html" } });
  assert.match(await page.text(), /<\/html>/);
}

Deno.test("serve - killed under load, it starts again with the counts that were written", async () => {
  await using folder = storeFolder();
  const env = {
    ...NO_LIMITS,
    DATA_DIR: folder.dataDir,
    RATE_LIMIT_JSONIP: "50",
    TRUSTED_PROXIES: "127.0.0.1",
  };
  const statusesOf = async (origin: string, times: number) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++) {
      const headers = { "x-forwarded-for": "203.0.113.7" };
      statuses.push(await statusOf(`${origin}/api/jsonip`, { headers }));
    }
    return statuses;
  };
  const first = await startApp(env);
  let isLoaded = true;
  const load = Promise.all(Array.from({ length: 16 }, async () => {
    while (isLoaded) await statusOf(first.origin).catch(() => isLoaded = false);
  }));
  assert.deepEqual(await statusesOf(first.origin, 40), Array(40).fill(200));
  {
    using kv = await retryLocked(() => Deno.openKv(folder.file));
    const key = ["limits", "counter", "jsonip", "203.0.113.7"];
    const written = () => retryLocked(() => kv.get<{ count: number }>(key));
    await until(async () => (await written()).value?.count === 40);
  }
  await first.stop("SIGKILL");
  isLoaded = false;
  await load;

  await using again = await startApp(env);
  assert.deepEqual(await statusesOf(again.origin, 12), [
    ...Array(10).fill(200),
    429,
    429,
  ]);
});

Deno.test({
  name:
    "serve - a full disk is 503 for V2 and /readyz and nothing to the rest, and no charge is lost by it",
  ignore: !hasNetworkNamespaces(),
  async fn() {
    await using folder = storeFolder();
    const env = { ...NO_LIMITS, DATA_DIR: folder.dataDir };
    const token = await tokenOf("full@example.net", env, { quota: 100_000 });
    await using app = await startApp(env, { diskKib: 8_192 });
    const ask = async () => {
      const response = await fetch(`${app.origin}/api/v2/ip/8.8.8.8`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await response.body?.cancel();
      return response;
    };
    const readiness = async () => {
      const response = await fetch(`${app.origin}/readyz`);
      return [response.status, await response.text()];
    };
    assert.deepEqual(await readiness(), [200, "ok\n"]);
    const filler = `/proc/${app.child.pid}/root${dirname(folder.file)}/filler`;
    fill(filler);
    let served = 0;
    let status = 200;
    let requestCount = 0;
    // Pages of the store that are free are written first.
    while (status === 200 && requestCount < 20_000) {
      const responses = await Promise.all(Array.from({ length: 20 }, ask));
      requestCount += responses.length;
      served += responses.filter(({ status }) => status === 200).length;
      status = responses.find(({ status }) => status !== 200)?.status ?? 200;
    }
    assert.equal(status, 503);
    await assertServes(app.origin);
    await until(async () => (await readiness())[0] !== 200);
    assert.deepEqual(await readiness(), [503, "not ready\n"]);

    // With room again it goes on where it was.
    await Deno.remove(filler);
    await until(async () => (await readiness())[0] !== 503);
    const response = await ask();
    assert.equal(response.status, 200);
    const remaining = response.headers.get("x-ratelimit-remaining");
    const used = 100_000 - Number(remaining);
    assert(used > served, `${served} were served, ${used} are counted`);
    assert(
      used <= requestCount + 1,
      `${requestCount} were asked, ${used} are counted`,
    );
  },
});

Deno.test("serve - a store that is damaged while it runs is 503 where it is needed, and said at the next start", async () => {
  await using folder = storeFolder();
  const env = { ...NO_LIMITS, DATA_DIR: folder.dataDir };
  const token = await tokenOf("damaged@example.net", env, { quota: 1_000 });
  {
    // More than SQLite keeps in memory.
    using kv = await Deno.openKv(folder.file);
    for (let i = 0; i < 400; i++) {
      await kv.set(["filler", i], new Uint8Array(20_000));
    }
  }
  {
    await using app = await startApp(env);
    const bytes = Deno.readFileSync(folder.file);
    Deno.writeFileSync(folder.file, bytes.fill(0x5a, 4096));
    const response = await fetch(`${app.origin}/api/v2/ip/8.8.8.8`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.deepEqual([response.status, await response.json()], [503, {
      ok: false,
      error: {
        code: "SERVICE_UNAVAILABLE",
        message: "This is temporarily unavailable. Try again in a few seconds.",
      },
    }]);
    await assertServes(app.origin);
    await until(async () => await statusOf(`${app.origin}/readyz`) !== 200);
    assert.match(
      app.log(),
      / warn {2}request not served .*cause="TypeError: database disk image is malformed"/,
    );
  }
  await assert.rejects(
    startApp(env),
    /the file is damaged, and was left unchanged/,
  );
});

/** Writes a file until the disk is full. */
function fill(path: string): void {
  using file = Deno.openSync(path, { write: true, create: true });
  const bytes = new Uint8Array(4096);
  for (;;) {
    try {
      file.writeSync(bytes);
    } catch (error) {
      assert.match(String(error), /No space left/);
      return;
    }
  }
}

Deno.test("services - a clock that jumps causes no error, resets no quota and locks nobody out", async () => {
  let elapsedMs = 0;
  await using app = await testApp({
    env: { RATE_LIMIT_JSONIP: "2" },
    elapsed: () => elapsedMs,
  });
  const { token } = await newMember(app, "ann@example.net");
  const remaining = async () => {
    const response = await app.get("/api/v2/ip/8.8.8.8", {
      headers: { "x-api-key": token },
    });
    assert.equal(response.status, 200);
    await response.body?.cancel();
    return Number(response.headers.get("x-ratelimit-remaining"));
  };
  const jsonip = async () => {
    const response = await app.get("/api/jsonip");
    await response.body?.cancel();
    return response.status;
  };
  const dayMs = 86_400_000;
  assert.equal(await remaining(), 99);
  assert.deepEqual([await jsonip(), await jsonip(), await jsonip()], [
    200,
    200,
    429,
  ]);

  // A day back: the window is no longer than before, the month is the same.
  app.clock.now -= dayMs;
  assert.equal(await jsonip(), 429);
  app.clock.now += 60_000;
  assert.equal(await jsonip(), 200);
  assert.equal(await remaining(), 98);

  // A month on, as a clock that was set wrong for a moment: the month goes on.
  app.clock.now += 31 * dayMs;
  assert.equal(await remaining(), 97);
  app.clock.now -= 31 * dayMs;
  assert.equal(await remaining(), 96);
  // Ten minutes, and the other month begins. Both keep their own count.
  const cases = [[31, 95, 99], [-31, 98, 94], [31, 93, 97], [-31, 96, 92]];
  for (const [days, jumped, later] of cases) {
    app.clock.now += days * dayMs;
    assert.equal(await remaining(), jumped);
    elapsedMs += 600_000;
    app.clock.now += 600_000;
    assert.equal(await remaining(), later);
  }

  for (const jump of [-365 * dayMs, 730 * dayMs, -dayMs]) {
    app.clock.now += jump;
    for (const path of ["/", "/api/v1/ip/8.8.8.8", "/sign-in", "/lookup"]) {
      const response = await app.get(path, {
        headers: { accept: "text/html" },
      });
      assert.equal(response.status, 200, path);
      await response.body?.cancel();
    }
  }
  assert.deepEqual(app.logged.filter((line) => / error /.test(line)), []);
});

Deno.test("services - a KV Connect server that is late, and out of order for a minute, is 503 for V2 and nothing to the rest", () =>
  withAccessToken("faulty", async () => {
    await using folder = storeFolder();
    await using kv = new KvConnectServer({ token: "faulty" });
    const place = { DATA_DIR: folder.dataDir, KV_URL: kv.url };
    const token = await tokenOf("far@example.net", place);
    await using app = await testApp({
      env: place,
      openKv: () => openStore({ dataDir: folder.dataDir, kvUrl: kv.url }),
      storeTimeoutMs: 5_000,
    });
    const ask = () =>
      app.get("/api/v2/ip/8.8.8.8", { headers: { "x-api-key": token } });
    let served = 0;
    /** On a busy machine a request may be too late, and is given back. */
    const untilServed = async () => {
      for (;;) {
        const response = await ask();
        await response.body?.cancel();
        if (response.status === 200) break;
        assert.equal(response.status, 503);
      }
      served++;
    };
    kv.delayMs = 300;
    await untilServed();
    await untilServed();

    kv.dataFault = 503;
    for (let second = 0; second < 60; second += 20) {
      app.clock.now += 20_000;
      const late = second === 0 ? ask() : null;
      const page = { headers: { accept: "text/html" } };
      const rest = [
        app.get("/"),
        app.get("/", page),
        app.get("/api/jsonip"),
        app.get("/api/v1/ip/8.8.8.8"),
        app.get("/api/geoip/8.8.8.8"),
        app.get("/lookup", page),
      ];
      for (const response of await Promise.all(rest)) {
        await response.body?.cancel();
        assert.equal(response.status, 200);
      }
      if (late) await assertStoreUnavailable(late);
    }

    kv.dataFault = null;
    kv.delayMs = 0;
    await untilServed();
    // What was charged too late is given back.
    await app.services.quotas.flush();
    using store = await openStore({ dataDir: "unused", kvUrl: kv.url });
    const quotas = store.list<{ used: number }>({ prefix: ["quotas"] });
    const used = await Array.fromAsync(quotas, ({ value }) => value.used);
    assert.deepEqual(used, [served]);
  }));

Deno.test("serve - with a resolver and sources that are dead, addresses are described and names are 503", async () => {
  const silent = createSocket("udp4");
  silent.bind(0, "127.0.0.1");
  await once(silent, "listening");
  // Takes connections and says nothing.
  using hanging = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const dead = "http://127.0.0.1:9/";
  try {
    await using app = await startApp({
      ...NO_LIMITS,
      DNS_SERVERS: `127.0.0.1:${silent.address().port}`,
      FREE_GEO_URL: `http://127.0.0.1:${hanging.addr.port}/`,
      IPINFO_TOKEN: "token",
      IPINFO_URL: dead,
      IPAPI_IS_KEY: "key",
      IPAPI_IS_URL: dead,
      ABUSEIPDB_KEY: "key",
      ABUSEIPDB_URL: dead,
      MAXMIND_ACCOUNT_ID: "1",
      MAXMIND_LICENSE_KEY: "key",
      MAXMIND_URL: dead,
      RDAP: "on",
      RDAP_BOOTSTRAP_URL: dead,
    });
    const records = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const response = await fetch(`${app.origin}/api/v1/ip/8.8.8.${i}`);
        const { ip, geo, network } = await response.json();
        return [response.status, ip, geo.country_code, network.asn];
      }),
    );
    assert.deepEqual(
      records,
      records.map((_, i) => [200, `8.8.8.${i}`, "US", 15169]),
    );
    const names = await Promise.all(
      Array.from(
        { length: 20 },
        (_, i) => statusOf(`${app.origin}/api/v1/domain/name-${i}.example`),
      ),
    );
    assert.deepEqual(names, Array(20).fill(503));
    await assertServes(app.origin);
  } finally {
    silent.close();
  }
});

/** Of those that are attacked by connections alone. */
let started: Promise<AppProcess> | undefined;
const attacked = () => started ??= startApp(NO_LIMITS);
Deno.test.afterAll(async () => await (await started)?.[Symbol.asyncDispose]());

/** A test of that server, which outlives it. */
function test(name: string, fn: (app: AppProcess) => Promise<void>) {
  Deno.test({
    name,
    fn: async () => await fn(await attacked()),
    sanitizeOps: false,
    sanitizeResources: false,
  });
}

test("serve - 1,000 idle connections delay no other client", async (app) => {
  using idle = await Sockets.connect(app.port, 1_000);
  await assertServes(app.origin);
  // They are served whenever they come to it.
  await idle.write("GET /ip HTTP/1.1\r\nHost: a\r\n\r\n");
  const answers = await idle.read();
  assert.equal(answers.length, 1_000);
  assert.deepEqual(
    new Set(answers.map((response) => response.slice(0, 15))),
    new Set(["HTTP/1.1 200 OK"]),
  );
  assert.equal(/ error /.test(app.log()), false, app.log());
});

test("serve - clients that never read the response delay no other client", async (app) => {
  using slow = await Sockets.connect(app.port, 50);
  // More than the sockets between them take.
  const request = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n";
  await slow.write(request.repeat(100));
  for (let round = 0; round < 5; round++) await assertServes(app.origin);
  assert.equal(/ error /.test(app.log()), false, app.log());
});

test("serve - clients that write a byte at a time delay no other client, and get a response", async (app) => {
  using slow = await Sockets.connect(app.port, 100);
  const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  for (const byte of request.slice(0, -1)) await slow.write(byte);
  await assertServes(app.origin);
  await slow.write(request.slice(-1));
  for (const response of await slow.read()) {
    assert.match(response, /^HTTP\/1\.1 200 OK\r\n/);
  }
});

test("serve - bodies that never arrive delay no other client", async (app) => {
  using slow = await Sockets.connect(app.port, 100);
  await slow.write(
    "POST /sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n" +
      "Content-Type: application/x-www-form-urlencoded\r\n\r\nemail=",
  );
  await assertServes(app.origin);
  assert.equal(await statusOf(`${app.origin}/sign-in`), 200);
});

test("serve - headers of 1 MB from many clients delay no other client", async (app) => {
  using big = await Sockets.connect(app.port, 50);
  const header = `X-Big: ${"a".repeat(1_000_000)}\r\n`;
  // The server may hang up before it has read all of it.
  await big.write(`GET / HTTP/1.1\r\nHost: a\r\n${header}\r\n`).catch(() => {});
  for (let round = 0; round < 5; round++) await assertServes(app.origin);
});

Deno.test("services - a flood from distinct IPv6 /48s is held in a bounded table", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_TEXT: "1" } });
  const bound = 100_000;
  const network = (i: number) =>
    `2a00:${(i >> 16).toString(16)}:${(i & 0xffff).toString(16)}::1`;
  const statusFrom = async (i: number) => {
    const response = await app.get("/", { peer: network(i) });
    await response.body?.cancel();
    return response.status;
  };
  const { limits } = app.services;
  // The first of them are counted without a request each, which takes less time.
  assert.equal(await statusFrom(0), 200);
  assert.equal(await statusFrom(0), 429);
  for (let i = 1; i < bound; i++) limits.take("text", network(i));
  for (let i = bound; i < bound + 500; i++) await statusFrom(i);
  assert.deepEqual(limits.size, { counters: bound, strikes: 1, bans: 0 });
  // Whoever came last is still known; the first has been forgotten.
  assert.equal(await statusFrom(bound + 499), 429);
  assert.equal(await statusFrom(0), 200);
});
