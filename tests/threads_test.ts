/** What the threads of one process owe each other. */
import assert from "node:assert/strict";
import { type AppProcess, run, startApp } from "./support/app_process.ts";
import { sentFields } from "./support/forms.ts";
import { PASSWORD } from "./support/members.ts";
import { storeFolder, tokenOf } from "./support/store_folder.ts";
import { taggedEntry } from "./support/tagged_entry.ts";
import { testWith } from "./support/test_with.ts";
import { until } from "./support/until.ts";

const test = testWith(storeFolder);

const ENTRY = { entry: taggedEntry() };
const ENV = { THREADS: "2", TRUSTED_PROXIES: "127.0.0.1" };
const THREAD = "porthole thread 1";

const countOf = (text: string, part: string) => text.split(part).length - 1;

/** Starts a server, and waits until both threads serve. */
async function startTwo(env: Record<string, string> = {}): Promise<AppProcess> {
  const server = await startApp({ ...ENV, ...env }, ENTRY);
  await until(() => server.log().includes("a thread serves requests"));
  return server;
}

interface ThreadResponse {
  status: number;
  thread: string | null;
  text: string;
  headers: Headers;
}

/** Sends a request over a connection of its own, which either thread can get. */
async function ask(
  { origin }: AppProcess,
  path: string,
  headers: Record<string, string> = {},
  init: RequestInit = {},
): Promise<ThreadResponse> {
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const options: RequestInit & { client: Deno.HttpClient } = {
    ...init,
    headers: { accept: "text/plain", ...headers },
    redirect: "manual",
    client,
  };
  const response = await fetch(origin + path, options);
  return {
    status: response.status,
    thread: response.headers.get("x-thread"),
    text: await response.text(),
    headers: response.headers,
  };
}

/** Sends requests at once, until each thread has served one, and so many at least. */
async function askBoth(
  server: AppProcess,
  path: string,
  headers: Record<string, string>,
  least: number,
): Promise<ThreadResponse[]> {
  const all: ThreadResponse[] = [];
  do {
    all.push(
      ...await Promise.all(
        Array.from({ length: least }, () => ask(server, path, headers)),
      ),
    );
  } while (new Set(all.map(({ thread }) => thread)).size < 2);
  return all;
}

const JSON_BODY = { "content-type": "application/json" };

const of = (client: string) => ({ "x-forwarded-for": client });

Deno.test("serve - two threads serve a client's limit exactly, and refuse on every connection", async (t) => {
  await using server = await startTwo({ RATE_LIMIT_JSONIP: "40" });
  for (const client of ["203.0.113.1", "2001:db8::1"]) {
    const responses = await askBoth(server, "/api/jsonip", of(client), 90);
    const served = responses.filter(({ status }) => status === 200);
    assert.equal(served.length, 40);
    const refused = responses.filter(({ status }) => status === 429);
    assert.equal(refused.length, responses.length - 40);
    assert.deepEqual(
      new Set(responses.map(({ thread }) => thread)),
      new Set(["main", THREAD]),
    );
  }
  assert.equal(
    (await ask(server, "/api/jsonip", of("203.0.113.2"))).status,
    200,
  );

  await t.step("a second instance on the port is noticed", async () => {
    const { code, err } = await run(["serve"], {
      ...ENV,
      HOST: "127.0.0.1",
      PORT: String(server.port),
      DATA_DIR: `./data/tests/${crypto.randomUUID()}`,
      GEO_EDITION: "country",
    });
    assert.equal(code, 1);
    assert.match(err, /port \d+ is already in use/);
  });
});

test("serve - what two threads counted survives a restart", async (folder) => {
  const env = { DATA_DIR: folder.dataDir, RATE_LIMIT_JSONIP: "30" };
  const client = of("203.0.113.1");
  {
    await using server = await startTwo(env);
    const responses = await askBoth(server, "/api/jsonip", client, 10);
    assert(responses.every(({ status }) => status === 200));
    const left = Math.max(0, 30 - responses.length);
    await Promise.all(
      Array.from({ length: left }, () => ask(server, "/api/jsonip", client)),
    );
  }
  await using again = await startTwo(env);
  assert.equal((await ask(again, "/api/jsonip", client)).status, 429);
});

test("serve - two threads apply bans, settings and sessions at once", async (folder) => {
  const email = "root@example.net";
  await tokenOf(email, { DATA_DIR: folder.dataDir }, { isAdmin: true });
  await using server = await startTwo({
    DATA_DIR: folder.dataDir,
    RATE_LIMIT_TEXT: "0",
    RATE_LIMIT_PAGES: "0",
  });
  const form = (
    path: string,
    cookie: string,
    fields: Record<string, string> | URLSearchParams,
  ) =>
    ask(server, path, { ...of("8.8.8.8"), accept: "text/html", cookie }, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
  const signedIn = await form("/sign-in", "", { email, password: PASSWORD });
  assert.equal(signedIn.status, 303);
  const [cookie] = signedIn.headers.getSetCookie()[0].split(";");
  const html = { ...of("8.8.8.8"), accept: "text/html" };
  for (let i = 0; i < 8; i++) {
    const { status, thread, text } = await ask(server, "/admin/bans", {
      ...html,
      cookie,
    });
    assert.deepEqual([status, thread], [200, "main"]);
    assert.match(text, /<h1>Bans<\/h1>/);
    // A member's page needs the store.
    const home = await ask(server, "/", { ...html, cookie });
    assert.deepEqual([home.status, home.thread], [200, "main"]);
  }

  const banned = "203.0.113.9";
  const before = await askBoth(server, "/", of(banned), 8);
  assert(before.every(({ status }) => status === 200));
  const ban = await form("/admin/bans", cookie, {
    ...{ action: "ban", cidr: "203.0.113.0/24", hours: "1", reason: "a test" },
  });
  assert.equal(ban.status, 303);
  const during = await askBoth(server, "/", of(banned), 8);
  assert(during.every(({ status }) => status === 403));
  const lifted = await run(["ban", "lift", "203.0.113.0/24"], {
    DATA_DIR: folder.dataDir,
  });
  assert.equal(lifted.code, 0, lifted.err);
  await until(async () =>
    (await askBoth(server, "/", of(banned), 8))
      .every(({ status }) => status === 200)
  );

  const shown = async () =>
    (await askBoth(server, "/", html, 8))
      .map(({ text }) => text.includes("Google LLC"));
  assert((await shown()).every(Boolean));
  const { text } = await ask(server, "/admin/fields", { ...html, cookie });
  const fields = sentFields(text);
  fields.set("action", "fields");
  for (const name of [...fields.keys()]) {
    if (/guest.*(?:organization|isp)/.test(name)) fields.delete(name);
  }
  const set = await form("/admin/fields", cookie, fields);
  assert.equal(set.status, 303);
  assert(!(await shown()).some(Boolean));
});

const QUOTA = 300;

test("serve - two threads serve a quota exactly, and a killed one loses only charges in flight", async (folder) => {
  const env = { DATA_DIR: folder.dataDir };
  const token = await tokenOf("two@example.net", env, { quota: QUOTA });
  await using server = await startTwo(env);
  const key = { authorization: `Bearer ${token}` };
  const threads = new Set<string | null>();
  let served = 0;
  let lost = 0;
  let unavailable = 0;
  const isServed = async (more: Record<string, string> = {}) => {
    let response: ThreadResponse;
    try {
      response = await ask(server, "/api/v2/ip/8.8.8.8", { ...key, ...more });
    } catch {
      lost++;
      return true;
    }
    if (response.status === 429) return false;
    if (response.status === 503) unavailable++;
    else {
      assert.equal(response.status, 200, response.text);
      threads.add(response.thread);
      served++;
    }
    return true;
  };
  const useUp = async () => {
    while (await isServed(served === 100 ? { "x-kill": "yes" } : {}));
  };
  await Promise.all(Array.from({ length: 12 }, useUp));
  // A thread that was killed was replaced meanwhile, or is by now.
  await isServed({ "x-kill": "yes" });
  assert(served <= QUOTA, `a quota of ${QUOTA} was served ${served} times`);
  assert(QUOTA - served <= lost + unavailable, `${served} were served`);
  assert.deepEqual(threads, new Set(["main", THREAD]));
});

Deno.test("serve - a thread that fails is replaced and logged, and nothing else fails", async () => {
  await assertReplaced("error", /killed by a test/);
});

Deno.test("serve - a thread that runs out of memory is replaced and logged, and nothing else fails", async () => {
  await assertReplaced("memory", /reaching memory limit/, {
    DENO_V8_FLAGS: "--max-old-space-size=200",
  });
});

/** @param kill how a thread is ended, see `tagged_app.ts` */
async function assertReplaced(
  kill: "error" | "memory",
  logged: RegExp,
  env: Record<string, string> = {},
) {
  await using server = await startTwo({ RATE_LIMIT_TEXT: "60", ...env });
  const client = of("203.0.113.7");
  const responses = await askBoth(server, "/", client, 10);
  assert(responses.every(({ status }) => status === 200));
  // A connection to the main thread lives through it.
  await until(async () => {
    await ask(server, "/", { ...of("203.0.113.8"), "x-kill": kill })
      .catch(() => {});
    return server.log().includes("a thread has ended, and will be replaced");
  });
  assert.match(server.log(), logged);
  await until(() => countOf(server.log(), "a thread serves requests") === 2);
  // The count of its clients is still there.
  const rest = await askBoth(server, "/", client, 60 - responses.length + 5);
  assert.equal(
    rest.filter(({ status }) => status === 200).length,
    60 - responses.length,
  );
}

/** When a response was made, and the time at an address. */
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)|\d\d:\d\d(?=\slocal\stime)/g;

Deno.test("serve - two threads respond as one, to whatever they serve or pass on", async () => {
  const env = {
    RATE_LIMIT_TEXT: "0",
    RATE_LIMIT_JSONIP: "0",
    RATE_LIMIT_GEOIP: "0",
    RATE_LIMIT_PAGES: "0",
    RATE_LIMIT_BATCH: "0",
    RATE_LIMIT_RANGES: "0",
    RATE_LIMIT_LOOKUP: "0",
    BASE_URL: "http://ip.example.net",
    WHOIS: "off",
  };
  await using two = await startTwo(env);
  await using one = await startApp({ ...ENV, ...env, THREADS: "1" }, ENTRY);
  const json = { accept: "application/json" };
  const html = { accept: "text/html" };
  const posted = (body: string) => ({ method: "POST", body });
  const cases: [string, Record<string, string>?, RequestInit?][] = [
    ...["/", "/json", "/country", "/nothing", "/docs", "/styles.css", "/%2e"]
      .flatMap((path): [string, Record<string, string>][] =>
        [{}, json, html].map((
          accept,
        ) => [path, { ...of("8.8.8.8"), ...accept }])
      ),
    ["/", of("8.8.8.8"), { method: "HEAD" }],
    ["/api/v1/ip/8.8.8.8", {}, { method: "OPTIONS" }],
    ["/api/v1/batch", JSON_BODY, posted('{"targets":["8.8.8.8","9.9.9.9"]}')],
    ["/api/v1/batch", JSON_BODY, posted("x".repeat(1_000_000))],
    ["/api/ranges/country/us"],
    ["/api/allow?deny_country=US", of("8.8.8.8")],
    ["/api/v2/ip/8.8.8.8"],
    ["/sign-in", html],
    ["/metrics"],
    ["/readyz"],
  ];
  // Every part of the address space, and both families.
  for (let i = 1; i < 224; i += 9) {
    cases.push([`/api/v1/ip/${i}.${i * 7 % 256}.${i * 31 % 256}.1`]);
    cases.push([`/${i}.1.1.1`, html], [`/${i}.2.3.4/asn`]);
    cases.push([`/api/geoip/2a0${i % 10}:${i.toString(16)}00::1`]);
  }
  const answer = async (server: AppProcess, args: typeof cases[number]) => {
    const { status, text, headers } = await ask(server, ...args);
    const names = ["content-type", "vary", "cache-control", "location", "link"];
    const some = names.map((name) => headers.get(name));
    return { status, some, text: text.replaceAll(TIME, "") };
  };
  for (const args of cases) {
    const expected = await answer(one, args);
    // On two connections, which can be to either thread.
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await answer(two, args), expected, args[0]);
    }
  }
});

test("serve - two threads reload changed data, and count their requests together", async (folder) => {
  await Deno.mkdir(folder.dataDir, { recursive: true });
  const labels = `${folder.dataDir}/labels.csv`;
  await Deno.writeTextFile(labels, "203.0.113.0/24,DE,,,,First\n");
  await using server = await startTwo({
    DATA_DIR: folder.dataDir,
    LABELS: labels,
    METRICS_ALLOW: "127.0.0.1",
    RATE_LIMIT_GEOIP: "0",
  });
  const path = "/api/geoip/203.0.113.1";
  const first = await askBoth(server, path, of("8.8.8.8"), 8);
  for (const { text } of first) assert.match(text, /First/);
  const { text } = await ask(server, "/metrics");
  assert(
    text.includes(
      `porthole_requests_total{route="geoip",status="2xx"} ${first.length}`,
    ),
    text,
  );
  await Deno.writeTextFile(labels, "203.0.113.0/24,FR,,,,Second one\n");
  await until(async () =>
    (await askBoth(server, path, of("8.8.8.8"), 8))
      .every(({ text }) => text.includes("Second one"))
  );
});

Deno.test("serve - a stop finishes what threads serve and pass on, with the rest of its bodies", async () => {
  await using server = await startTwo({ RATE_LIMIT_BATCH: "0" });
  const open = Array.from({ length: 12 }, () => {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const headers = { ...JSON_BODY, "x-tell": "yes" };
    const pending = ask(server, "/api/v1/batch", headers, {
      method: "POST",
      body: readable,
    });
    return { pending, writer: writable.getWriter() };
  });
  const encoder = new TextEncoder();
  for (const { writer } of open) {
    await writer.write(encoder.encode('{"targets":['));
  }
  await until(() => countOf(server.log(), "arrived") === open.length);
  const stopped = server.stop();
  await until(() => server.log().includes("stopping"));
  for (const { writer } of open) {
    await writer.write(encoder.encode('"8.8.8.8"]}'));
    await writer.close();
  }
  for (const { pending } of open) {
    const { status, text } = await pending;
    assert.equal(status, 200, text);
    assert.equal(JSON.parse(text)[0].ip, "8.8.8.8");
  }
  assert.equal((await stopped).code, 0);
  assert.doesNotMatch(server.log(), / error | warn .*stopping/);
});
