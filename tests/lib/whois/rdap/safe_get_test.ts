import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import {
  createSafeGet,
  getWithBackoff,
  type SafeGet,
  type SafeGetOptions,
  type SafeGetRule,
} from "../../../../lib/whois/rdap/safe_get.ts";
import {
  rdap,
  redirect,
  startRawServer,
  startRdapServer,
} from "../../../support/rdap_server.ts";
import { makeTlsPair } from "../../../support/tls_pair.ts";
import { RegistryError } from "../../../../lib/whois/rdap/registry_error.ts";
import { tempFolder } from "../../../support/temp_folder.ts";
import { ruleOf } from "./local_registry.ts";

const types = ["application/rdap+json", "application/json"];
const { signal } = new AbortController();

/**
 * Allows loopback, where the test servers listen, but no other reserved
 * address.
 */
const getLocal = getterOf({ allowed: "127.0.0.0/8" });
/** The rule if the operator allows no network. */
const getOutside = getterOf({});

function getterOf({ allowed, addresses, ...rest }:
  & { allowed?: string; addresses?: (name: string) => string[] }
  & Partial<SafeGetRule>) {
  const rule = ruleOf(allowed ? [allowed] : [], addresses);
  const get = createSafeGet({ ...rule, ...rest });
  return (url: string, options: Partial<SafeGetOptions> = {}) =>
    get(new URL(url), { types, signal, ...options });
}

function assertFails(response: Promise<unknown>, code: string) {
  return assert.rejects(response, { name: "RegistryError", code });
}

/** A response in the media type of RDAP. */
const typed = (body: BodyInit, headers: HeadersInit = {}) =>
  new Response(body, { headers: { "content-type": types[0], ...headers } });

Deno.test("createSafeGet - returns status, headers, body and URL", async () => {
  const names = [
    ...["accept", "accept-encoding", "user-agent"],
    ...["cookie", "authorization", "host"],
  ];
  await using server = startRdapServer((_path, { headers }) =>
    rdap(names.map((name) => headers.get(name)), {
      headers: { "set-cookie": "a=b" },
    })
  );
  const response = await getLocal(
    `http://user:secret@127.0.0.1:${server.port}/ip/8.8.8.8?x=1`,
  );
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "application/rdap+json");
  assert.deepEqual(JSON.parse(response.text), [
    ...["application/rdap+json, application/json", "identity", "porthole"],
    ...[null, null, `127.0.0.1:${server.port}`],
  ]);
  assert.equal(response.url.pathname, "/ip/8.8.8.8");
  assert.deepEqual(server.requests, ["/ip/8.8.8.8?x=1"]);
});

Deno.test("createSafeGet - returns an empty body for statuses other than 200", async () => {
  await using server = startRdapServer(() =>
    new Response("<html>", { status: 429, headers: { "retry-after": "7" } })
  );
  const response = await getLocal(server.url);
  assert.equal(response.status, 429);
  assert.equal(response.text, "");
  assert.equal(response.headers.get("retry-after"), "7");
});

Deno.test("createSafeGet - refuses loopback before sending anything", async () => {
  await using server = startRdapServer(() => rdap({}));
  const mapped = `https://[::ffff:127.0.0.1]:${server.port}/`;
  await assertFails(getOutside(server.url), "server_not_allowed");
  await assertFails(getOutside(mapped), "server_not_allowed");
  assert.deepEqual(server.requests, []);
});

Deno.test("createSafeGet - follows up to three redirects between servers", async () => {
  await using last = startRdapServer(() => rdap({ at: "last" }));
  await using first = startRdapServer((path) => {
    if (path === "/1") return redirect("2", 301);
    if (path === "/2") return redirect("/3", 307);
    if (path === "/3") return redirect(`${last.url}ip/1`, 308);
    return redirect("/1", 303);
  });
  const response = await getLocal(`${first.url}1`);
  assert.equal(response.text, '{"at":"last"}');
  assert.equal(response.url.href, `${last.url}ip/1`);
  assert.deepEqual(first.requests, ["/1", "/2", "/3"]);
  await assertFails(getLocal(`${first.url}0`), "too_many_redirects");
});

Deno.test("createSafeGet - ignores Location unless the status is a redirect", async () => {
  await using server = startRdapServer((path) => {
    if (path === "/bare") return new Response("no", { status: 302 });
    const status = Number(path.slice(1));
    const headers = { location: "/elsewhere", "content-type": types[0] };
    return new Response("{}", { status, headers });
  });
  for (const status of [200, 201, 300, 305, 404]) {
    const response = await getLocal(`${server.url}${status}`);
    assert.equal(response.status, status);
    assert.equal(response.url.pathname, `/${status}`);
  }
  const bare = await getLocal(`${server.url}bare`);
  assert.deepEqual([bare.status, bare.text], [302, ""]);
  assert.equal(server.requests.includes("/elsewhere"), false);
});

const redirects: [what: string, to: string, code: string, requests: number][] =
  [
    ["ends redirect loops", "/", "too_many_redirects", 4],
    ["rejects a redirect to an invalid URL", "https://[::1", "malformed", 1],
    ["refuses a redirect to plain HTTP", "http://8.8.8.8/", "insecure", 1],
  ];
for (const [what, to, code, requests] of redirects) {
  Deno.test(`createSafeGet - ${what}`, async () => {
    await using server = startRdapServer(() => redirect(to));
    await assertFails(getLocal(server.url), code);
    assert.deepEqual(server.requests, Array(requests).fill("/"));
  });
}

Deno.test("createSafeGet - trusts the operator's URL, but not its redirects", async () => {
  await using inner = startRdapServer(() => rdap({}));
  const { port } = inner;
  const targets = [...[inner.url, "/", `https://127.0.0.1:${port}/`], ...[
    `http://2130706433:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
  ], `https://inner.test:${port}/`];
  await using server = startRdapServer((path) =>
    path === "/"
      ? rdap({ trusted: true })
      : redirect(targets[Number(path.slice(1))])
  );
  const get = getterOf({ addresses: () => ["127.0.0.1"] });
  const trusted = await get(server.url, { isTrusted: true });
  assert.equal(trusted.text, '{"trusted":true}');
  const refused = {
    code: "redirect_not_allowed",
    message: "redirect_not_allowed",
  };
  for (const [i, target] of targets.entries()) {
    const response = get(`${server.url}${i}`, { isTrusted: true });
    await assert.rejects(response, refused, target);
  }
  assert.deepEqual(inner.requests, []);
});

Deno.test("createSafeGet - connects to the checked address", async () => {
  await using outer = startRdapServer((path) =>
    path === "/again" ? redirect(url) : rdap({ at: "outer" })
  );
  let questions = 0;
  const addresses = () => ++questions === 1 ? ["127.0.0.1"] : ["10.0.0.1"];
  const once = getterOf({ allowed: "127.0.0.1/32", addresses });
  const url = `http://rdap.test:${outer.port}/`;
  assert.equal((await once(url)).text, '{"at":"outer"}');
  assert.equal(questions, 1);
  questions = 0;
  await assertFails(once(`${url}again`), "redirect_not_allowed");
  assert.equal(questions, 2);
});

Deno.test("createSafeGet - skips an unreachable address", async () => {
  await using server = startRdapServer(() => rdap({}));
  // Nothing listens there: servers use 127.0.0.1.
  const ask = (...addresses: string[]) =>
    getterOf({ allowed: "127.0.0.0/8", addresses: () => addresses })(
      `http://rdap.test:${server.port}/`,
    );
  assert.equal((await ask("127.9.9.9", "127.0.0.1")).text, "{}");
  await assertFails(ask("127.9.9.9"), "unreachable");
});

Deno.test("createSafeGet - requires a certificate for the name, whatever the address", async () => {
  const tls = await makeTlsPair("DNS:rdap.test");
  await using server = startRdapServer(
    (_path, { headers }) => rdap({ host: headers.get("host") }),
    { tls },
  );
  const rule = { allowed: "127.0.0.0/8", addresses: () => ["127.0.0.1"] };
  const get = getterOf({ ...rule, caCerts: [tls.cert] });
  const { port } = server;
  const response = await get(`https://rdap.test:${port}/`);
  assert.equal(response.text, `{"host":"rdap.test:${port}"}`);
  await assertFails(get(`https://other.test:${port}/`), "unreachable");
  await assertFails(get(`https://127.0.0.1:${port}/`), "unreachable");
  const ask = getterOf(rule);
  await assertFails(ask(`https://rdap.test:${port}/`), "unreachable");
  assert.deepEqual(server.requests, ["/"]);
});

Deno.test("createSafeGet - requires a certificate for a literal address", async () => {
  const tls = await makeTlsPair("IP:127.0.0.1");
  await using server = startRdapServer(() => rdap({}), { tls });
  const get = getterOf({ allowed: "127.0.0.0/8", caCerts: [tls.cert] });
  assert.equal((await get(server.url)).text, "{}");
});

Deno.test("createSafeGet - rejects a server without TLS", async () => {
  await using server = await startRawServer((socket) =>
    socket.end("HTTP/1.1 200 OK\r\n\r\n{}")
  );
  const url = `https://127.0.0.1:${server.port}/`;
  await assertFails(getLocal(url), "unreachable");
});

Deno.test("createSafeGet - accepts only the given media types", async () => {
  const sent: Record<string, string> = {
    "/json": "Application/JSON; charset=utf-8",
    "/html": "text/html",
    "/longer": "application/jsonp",
    "/both": "text/html, application/json",
  };
  await using server = startRdapServer((path) =>
    typed("{}", { "content-type": sent[path] })
  );
  assert.equal((await getLocal(`${server.url}json`)).text, "{}");
  for (const path of ["html", "longer", "both"]) {
    await assertFails(getLocal(server.url + path), "wrong_type");
  }
  await using untyped = await startRawServer((socket) =>
    socket.end("HTTP/1.1 200 OK\r\n\r\n{}")
  );
  await assertFails(getLocal(untyped.url), "wrong_type");
});

Deno.test("createSafeGet - refuses compressed responses of any size", async () => {
  const bomb = new Uint8Array(gzipSync(new Uint8Array(10 << 20)));
  await using server = startRdapServer(() =>
    typed(bomb, { "content-encoding": "gzip" })
  );
  await assertFails(getLocal(server.url), "wrong_type");
});

Deno.test("createSafeGet - accepts exactly 256 KiB, or maxBytes", async () => {
  await using server = startRdapServer((path) =>
    typed("x".repeat(Number(path.slice(1))))
  );
  const lengthOf = async (bytes: number, maxBytes?: number) =>
    (await getLocal(server.url + bytes, { maxBytes })).text.length;
  assert.equal(await lengthOf(262_144), 262_144);
  assert.equal(await lengthOf(10, 10), 10);
  await assertFails(lengthOf(262_145), "too_large");
  await assertFails(lengthOf(11, 10), "too_large");
});

Deno.test("createSafeGet - closes the connection on 50 MB of unknown length", async () => {
  const canceled = Promise.withResolvers<void>();
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
      if (sent >= 50_000_000) controller.close();
    },
    cancel: () => canceled.resolve(),
  });
  await using server = startRdapServer(() => typed(body));
  await assertFails(getLocal(server.url), "too_large");
  await canceled.promise;
  assert(sent < 50_000_000, `${sent} bytes were sent`);
});

Deno.test("createSafeGet - closes the connection on endless headers", async () => {
  await using server = await startRawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const header = `x: ${"a".repeat(4096)}\r\n`;
    const timer = setInterval(() => socket.write(header), 1);
    socket.once("close", () => clearInterval(timer));
  });
  await assertFails(getLocal(server.url), "unreachable");
  await server.hungUp;
});

Deno.test("createSafeGet - rejects a truncated response", async () => {
  const short =
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{}";
  for (const response of ["", "garbage\r\n\r\n", short]) {
    await using server = await startRawServer((socket) => socket.end(response));
    await assertFails(getLocal(server.url), "unreachable");
  }
});

Deno.test("createSafeGet - stops on abort while waiting, while reading and during the TLS handshake", async () => {
  const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n";
  for (const [scheme, first] of [["http", ""], ["http", head], ["https", ""]]) {
    const controller = new AbortController();
    await using server = await startRawServer((socket) => {
      socket.write(first);
      let ticks = 0;
      const timer = setInterval(() => {
        if (first) socket.write("1");
        if (++ticks === 5) controller.abort(new Error("enough"));
      }, 5);
      socket.once("close", () => clearInterval(timer));
    });
    const { signal } = controller;
    const url = `${scheme}://127.0.0.1:${server.port}/`;
    await assert.rejects(getLocal(url, { signal }), { message: "enough" });
    await server.hungUp;
  }
});

Deno.test("createSafeGet - does nothing if the signal is already aborted", async () => {
  await using server = startRdapServer(() => rdap({}));
  const signal = AbortSignal.abort(new Error("gone"));
  await assert.rejects(getLocal(server.url, { signal }), { message: "gone" });
  assert.deepEqual(server.requests, []);
});

/**
 * Makes a request in a process with this permission and environment, in which `cert`
 * is a trusted certificate, and returns its output.
 */
async function askElsewhere(
  url: string,
  permission: string,
  { cert, ...env }: { cert?: string } & Record<string, string>,
): Promise<string> {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  const script = `${folder}/ask.ts`;
  const library = import.meta.resolve("../../../../lib/whois/rdap/safe_get.ts");
  const DENO_CERT = `${folder}/cert.pem`;
  if (cert) await Deno.writeTextFile(DENO_CERT, cert);
  await Deno.writeTextFile(
    script,
    `import { createSafeGet } from "${library}";
    const get = createSafeGet({});
    const answer = await get(new URL("${url}"), {
      types: ["application/rdap+json"],
      isTrusted: true,
      signal: new AbortController().signal,
    }).catch((error) => ({ text: error.message + " " + error.cause?.code }));
    console.log(answer.text);`,
  );
  const flags = ["--config=deno.json", "--no-check", "--no-prompt"];
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, permission, script],
    cwd: new URL("../../../..", import.meta.url),
    // Deno's own update check would use the proxy.
    env: { DENO_NO_UPDATE_CHECK: "1", ...cert && { DENO_CERT }, ...env },
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("createSafeGet - uses no proxy of the environment", async () => {
  const tls = await makeTlsPair("IP:127.0.0.1");
  await using proxy = startRdapServer(() => rdap({ at: "proxy" }));
  await using plain = startRdapServer(() => rdap({ at: "plain" }));
  await using secure = startRdapServer(() => rdap({ at: "secure" }), { tls });
  const env = {
    NODE_USE_ENV_PROXY: "1",
    HTTP_PROXY: proxy.url,
    HTTPS_PROXY: proxy.url,
    ALL_PROXY: proxy.url,
    cert: tls.cert,
  };
  const ask = (url: string) => askElsewhere(url, "-A", env);
  assert.equal(await ask(plain.url), '{"at":"plain"}');
  assert.equal(await ask(secure.url), '{"at":"secure"}');
  assert.deepEqual(proxy.requests, []);
});

Deno.test("createSafeGet - needs only the network permission to check a certificate", async () => {
  const tls = await makeTlsPair("IP:127.0.0.1");
  await using server = startRdapServer(() => rdap({ at: "server" }), { tls });
  const ask = (env: Record<string, string>) =>
    askElsewhere(server.url, "--allow-net", env);
  assert.equal(await ask({ cert: tls.cert }), '{"at":"server"}');
  assert.equal(
    await ask({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }),
    "unreachable DEPTH_ZERO_SELF_SIGNED_CERT",
  );
});

const one = new URL("https://one.example/ip/192.0.2.1");
const other = new URL("https://other.example/ip/192.0.2.1");

type Outcome =
  | number
  | { status: number; headers?: Record<string, string> }
  | Error;

const retryAfter = (seconds: string, status = 429) => ({
  status,
  headers: { "retry-after": seconds },
});

/** Servers with scripted outcomes that count requests. */
function serversOf(outcomes: Record<string, Outcome | URL>) {
  const urls: string[] = [];
  const clock = { now: 1_000_000 };
  const ask: SafeGet = (url, options) => {
    options.onHop?.(url);
    urls.push(url.host);
    const outcome = outcomes[url.host] ?? 200;
    if (outcome instanceof URL) return ask(outcome, options);
    if (outcome instanceof Error) return Promise.reject(outcome);
    const response = typeof outcome === "number"
      ? { status: outcome, headers: {} }
      : outcome;
    const headers = new Headers(response.headers);
    return Promise.resolve({ status: response.status, headers, text: "", url });
  };
  // A synchronous error becomes a rejection, as in the real one.
  const get = getWithBackoff(
    async (url, options) => await ask(url, options),
    () => clock.now,
  );
  /** Asserts the status, or the code of the error, of requests in turn. */
  const expectAt = async (url: URL, ...expected: unknown[]) => {
    for (const outcome of expected) assert.equal(await come(url), outcome);
  };
  const come = (url: URL, given = signal) =>
    get(url, { types, signal: given }).then(
      ({ status }) => status,
      (error) => error instanceof RegistryError ? error.code : error,
    );
  return { outcomes, urls, clock, come, expectAt, get };
}

Deno.test("getWithBackoff - pauses only a busy server, for as long as it asks or a minute", async () => {
  const cases = [["120", 120_000], [null, 60_000]] as const;
  for (const [seconds, ms] of cases) {
    const busy = seconds ? retryAfter(seconds) : 429;
    const { urls, clock, expectAt, outcomes } = serversOf({
      "one.example": busy,
    });
    await expectAt(one, "busy");
    delete outcomes["one.example"];
    clock.now += ms - 1;
    await expectAt(one, "paused");
    await expectAt(other, 200);
    assert.deepEqual(urls, ["one.example", "other.example"]);
    clock.now += 1;
    await expectAt(one, 200, 200);
  }
});

Deno.test("getWithBackoff - returns how long a busy server asks to wait", async () => {
  const date = new Date(1_700_000_000_000).toUTCString();
  const retryAt = new Date(1_700_000_030_000).toUTCString();
  const cases = [
    [retryAfter("120"), 120_000],
    [{ status: 429, headers: { date, "retry-after": retryAt } }, 30_000],
    [{ status: 429 }, null],
    [retryAfter("40", 503), 40_000],
  ] as const;
  for (const [response, retryAfterMs] of cases) {
    const { get } = serversOf({ "one.example": response });
    await assert.rejects(get(one, { types, signal }), {
      name: "RegistryError",
      code: "busy",
      message: "busy",
      retryAfterMs,
    });
  }
});

Deno.test("getWithBackoff - pauses a server for half a minute after three failures, and no other", async () => {
  const failures: [Outcome, unknown][] = [
    [500, 500],
    [503, 503],
    [new RegistryError("unreachable"), "unreachable"],
    [new RegistryError("wrong_type"), "wrong_type"],
  ];
  for (const [failure, expected] of failures) {
    const { urls, clock, expectAt, outcomes } = serversOf({
      "one.example": failure,
    });
    await expectAt(one, expected, expected, expected, "paused");
    await expectAt(other, 200);
    assert.equal(urls.length, 4);
    delete outcomes["one.example"];
    clock.now += 30_000;
    await expectAt(one, 200, 200);
  }
});

Deno.test("getWithBackoff - does not count a bad response to one query as a failure", async () => {
  // Strangers choose the query.
  const errors = ["too_large", "too_many_redirects", "redirect_not_allowed"];
  const outcomes = [
    ...[400, 404],
    ...errors.map((code) => new RegistryError(code as "too_large")),
  ];
  for (const outcome of outcomes) {
    const { urls, come } = serversOf({ "one.example": outcome });
    for (let i = 0; i < 5; i++) await come(one);
    assert.equal(urls.length, 5);
  }
});

Deno.test("getWithBackoff - counts a failure against the redirect's target only", async () => {
  const { urls, expectAt, outcomes } = serversOf({
    "one.example": other,
    "other.example": retryAfter("120"),
  });
  await expectAt(one, "busy", "paused");
  await expectAt(other, "paused");
  outcomes["one.example"] = 200;
  await expectAt(one, 200);
  assert.deepEqual(urls, [
    ...["one.example", "other.example", "one.example", "one.example"],
  ]);
});

Deno.test("getWithBackoff - a server that redirects is working", async () => {
  const { expectAt, outcomes } = serversOf({ "one.example": 500 });
  await expectAt(one, 500, 500);
  outcomes["one.example"] = other;
  await expectAt(one, 200);
  outcomes["one.example"] = 500;
  await expectAt(one, 500, 500, 500, "paused");
});

Deno.test("getWithBackoff - counts a failure after a redirect to the same server", async () => {
  const failing = new RegistryError("unreachable");
  const urls: string[] = [];
  const get = getWithBackoff((url, { onHop }) => {
    onHop?.(url);
    onHop?.(new URL("/again", url));
    urls.push(url.host);
    return Promise.reject(failing);
  }, () => 0);
  const ask = () => get(one, { types, signal });
  for (let i = 0; i < 3; i++) await assert.rejects(ask(), failing);
  await assert.rejects(ask(), { code: "paused" });
  assert.equal(urls.length, 3);
});

Deno.test("getWithBackoff - counts a timeout as a failure, but not an abort", async () => {
  const cases = [
    [new DOMException("late", "TimeoutError"), true],
    [new DOMException("gone", "AbortError"), false],
  ] as const;
  for (const [reason, isFailure] of cases) {
    const { come, expectAt, outcomes } = serversOf({ "one.example": reason });
    const aborted = AbortSignal.abort(reason);
    for (let i = 0; i < 3; i++) assert.equal(await come(one, aborted), reason);
    outcomes["one.example"] = 200;
    await expectAt(one, isFailure ? "paused" : 200);
  }
});

Deno.test("getWithBackoff - an abort ends the trial request of a server that has failed", async () => {
  const { clock, come, expectAt, outcomes } = serversOf({ "one.example": 500 });
  await expectAt(one, 500, 500, 500);
  clock.now += 30_000;
  const gone = new DOMException("gone", "AbortError");
  outcomes["one.example"] = gone;
  assert.equal(await come(one, AbortSignal.abort(gone)), gone);
  outcomes["one.example"] = 200;
  await expectAt(one, 200);
});

Deno.test("getWithBackoff - treats ports of a host as separate servers", async () => {
  const { expectAt, outcomes } = serversOf({ "one.example": 429 });
  await expectAt(one, "busy");
  outcomes["one.example:8443"] = 200;
  await expectAt(new URL("https://one.example:8443/ip/1"), 200);
});
