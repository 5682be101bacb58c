import assert from "node:assert/strict";
import {
  createAuthorityCheck,
  createHostHeaderCheck,
  createHostRoles,
  isAuthority,
  isOverHttps,
  isOwnOrigin,
  isTrustedOrigin,
  MAX_AUTHORITY_LENGTH,
  siteOrigin,
  splitUrl,
} from "../../../lib/http/hosts.ts";
import { codePoint } from "../../support/code_point.ts";
import fc from "fast-check";
import { forAll } from "../../support/for_all.ts";
import { assertResults, words } from "../../support/tables.ts";
import tables from "./hosts.json" with { type: "json" };

const https = new URL("https://ip.example");
const http = new URL("http://ip.example");

const cases: [url: string, base: URL | undefined, expected: boolean][] = [
  ["https://any.example/a", undefined, true],
  ["https://other.example/a", http, true],
  ["http://ip.example/a", https, true],
  ["http://ip.example/a", http, false],
  ["http://ip.example/a", undefined, false],
  ["http://ip.example:8000/a", https, false],
  ["http://192.168.1.5:8000/a", https, false],
];
for (const [url, base, expected] of cases) {
  Deno.test(`isOverHttps - ${expected} for ${url} with ${base ?? "no"} BASE_URL`, () =>
    assert.equal(isOverHttps(new URL(url), base), expected));
}

Deno.test("splitUrl - authority and path as they were sent", () => {
  const rows: [url: string, authority: string, pathname: string][] = [
    ["http://h.example:80/a/b?c=/d?e", "h.example:80", "/a/b"],
    ["http://a.example:8000/b%20c?d=/e", "a.example:8000", "/b%20c"],
    ["http://a.example/b", "a.example", "/b"],
    ["http://[::1]/", "[::1]", "/"],
    ["http://a.example", "a.example", ""],
  ];
  for (const [url, authority, pathname] of rows) {
    assert.deepEqual(splitUrl(url), { authority, pathname });
  }
});

const requestUrl = new URL("http://ip.example:8000/sign-in");
const base = new URL("https://porthole.example");

const own = words`http://ip.example:8000 https://ip.example:8000
  https://porthole.example`;
for (const origin of own) {
  Deno.test(`isOwnOrigin - ${origin} is this site`, () =>
    assert.equal(isOwnOrigin(origin, requestUrl, base), true));
}

for (const origin of tables.otherOrigins) {
  Deno.test(`isOwnOrigin - "${origin}" is not this site`, () =>
    assert.equal(isOwnOrigin(origin, requestUrl, base), false));
}

Deno.test("isOwnOrigin - null is never this site, nor undefined without BASE_URL, nor an http origin if the site uses HTTPS", () => {
  assert.equal(isOwnOrigin("null", new URL("http://null/")), false);
  assert.equal(isOwnOrigin("undefined", requestUrl), false);
  const secure = new URL("https://ip.example/sign-in");
  const behindProxy = new URL("http://porthole.example/sign-in");
  const origins = (url: URL) =>
    ["https", "http"].map((scheme) =>
      isOwnOrigin(`${scheme}://${url.host}`, url, base)
    );
  assert.deepEqual(origins(secure), [true, false]);
  assert.deepEqual(origins(behindProxy), [true, false]);
});

Deno.test("isTrustedOrigin - with BASE_URL, either of its origins for its host; without, only what no name server can point elsewhere", () => {
  const https = "https://porthole.example";
  const own = new URL(`${https}/sign-in`);
  assert.equal(isTrustedOrigin(https, own, base), true);
  assert.equal(isTrustedOrigin("https://evil.example", own, base), false);
  // Whatever host a request names, BASE_URL is believed, and nothing else.
  assert.equal(isTrustedOrigin(https, requestUrl, base), true);
  assert.equal(isTrustedOrigin(requestUrl.origin, requestUrl, base), false);
  assertResults((origin) => isTrustedOrigin(origin, new URL(origin)), {
    "http://localhost:8000": true,
    "http://192.0.2.1": true,
    "https://[::1]": true,
    "http://rebound.example": false,
    "https://localhost.example": false,
  });
  const local = new URL("http://localhost/");
  assert.equal(isTrustedOrigin("http://evil.example", local), false);
});

function assertRoles(
  urls: Record<string, string>,
  expected: Record<string, string[]>,
) {
  const parsed = Object.entries(urls).map((
    [name, url],
  ) => [name, new URL(url)]);
  const role = createHostRoles(Object.fromEntries(parsed));
  for (const [name, hosts] of Object.entries(expected)) {
    assert.deepEqual(hosts.filter((host) => role(host) !== name), [], name);
  }
}

Deno.test("createHostRoles - names, under any port and in any case", () =>
  assertRoles({
    baseUrl: "https://ip.example",
    apiUrl: "https://API.ip.example",
    v4Url: "https://v4.ip.example:443",
    v6Url: "http://v6.ip.example/",
  }, {
    main: ["ip.example"],
    api: words`api.ip.example API.IP.Example api.ip.example:8443
      api.ip.example. api.ip.example.:8443`,
    v4: ["v4.ip.example", "v4.ip.example:443"],
    v6: ["v6.ip.example"],
  }));

Deno.test("createHostRoles - address literals with their own ports, or without one", () => {
  assertRoles({
    baseUrl: "http://127.0.0.1:8000",
    v4Url: "http://127.0.0.1:8001",
    v6Url: "http://[::1]:8001",
  }, {
    main: words`127.0.0.1:8000 127.0.0.1:8002 127.0.0.1 [::1]:8002 [::1]`,
    v4: ["127.0.0.1:8001"],
    v6: ["[::1]:8001"],
  });
  assertRoles({ v4Url: "http://192.0.2.1", v6Url: "http://[2001:DB8::1]" }, {
    v4: ["192.0.2.1", "192.0.2.1:8000"],
    v6: ["[2001:db8::1]", "[2001:DB8::1]:8000"],
  });
});

Deno.test("createHostRoles - the same name with and without a port; the main site wins if two URLs have the same host", () => {
  const [baseUrl, apiUrl] = ["http://localhost", "http://localhost:8001"];
  assertRoles({ baseUrl, apiUrl }, {
    main: ["localhost", "localhost:8000"],
    api: ["localhost:8001", "LOCALHOST:8001"],
  });
  const url = "https://ip.example";
  const urls = { apiUrl: url, v4Url: url };
  assertRoles({ ...urls, baseUrl: url }, { main: ["ip.example"] });
  assertRoles(urls, { api: ["ip.example"] });
});

Deno.test("createHostRoles - unknown hosts are the main site, and every host without URLs", () => {
  const main = words`: ] . other.example v4.ip.example.other.example
    x.v4.ip.example __proto__`;
  assertRoles({ v4Url: "https://v4.ip.example" }, { main: ["", ...main] });
  forAll(
    [fc.string()],
    (host) => assert.equal(createHostRoles({})(host), "main"),
  );
});

Deno.test("createHostRoles - any other host is the main site", () => {
  const role = createHostRoles({ v4Url: new URL("http://v4.example:81") });
  const near = fc.string({ unit: fc.constantFrom(..."v4.example:81[]") });
  const host = fc.oneof(fc.string(), near);
  forAll([host], (host) => {
    const isV4 = /^v4\.example\.?:81$/i.test(host);
    assert.equal(role(host), isV4 ? "v4" : "main");
  });
});

const BASE = "https://ip.example";

function watch(base: string | undefined, requests: [string, string?][]) {
  const warnings: unknown[][] = [];
  const look = createHostHeaderCheck({
    baseUrl: base === undefined ? undefined : new URL(base),
    warn: (...warning) => warnings.push(warning),
  });
  for (const [url, origin] of requests) {
    look(new URL(url), new Headers(origin === undefined ? {} : { origin }));
  }
  return warnings;
}

Deno.test("createHostHeaderCheck - warns once if a form from BASE_URL names another host", () => {
  const signIn: [string, string] = ["http://127.0.0.1:8000/sign-in", BASE];
  assert.deepEqual(watch(BASE, [signIn, signIn]), [[
    "a page of BASE_URL asks for another host: session cookies go without Secure until the proxy passes the Host header on",
    { host: "127.0.0.1:8000" },
  ]]);
});

const signIn = "http://10.0.0.1/sign-in";
const plain = "http://ip.example";
const setups = [
  ["the host is passed on", BASE, `${plain}/sign-in`, BASE],
  ["the request came over HTTPS", BASE, "https://10.0.0.1/sign-in", BASE],
  ["there is no Origin", BASE, signIn, undefined],
  ["the box is asked by its address", BASE, signIn, "http://10.0.0.1"],
  ["BASE_URL is http", plain, "http://10.0.0.1/", plain],
  ["there is no BASE_URL", undefined, "http://10.0.0.1/", BASE],
] as const;
for (const [what, base, url, origin] of setups) {
  Deno.test(`createHostHeaderCheck - no warning: ${what}`, () =>
    assert.deepEqual(watch(base, [[url, origin]]), []));
}

// The port may be empty (RFC 3986 section 3.2.3).
const validAuthorities = words`ip.example ip.example. IP.Example:8000 localhost
  a_b.example 192.0.2.1 192.0.2.1:80 [2001:db8::1] [::ffff:192.0.2.1]:8000
  ip.example:`;
const { invalidAuthorities } = tables;

Deno.test("isAuthority - a host with or without a port, nothing that a URL parser would read differently, and nothing longer than any name", () => {
  assert.deepEqual(validAuthorities.filter(isAuthority), validAuthorities);
  assert.deepEqual(invalidAuthorities.filter(isAuthority), []);
  const longest = `${`${"a".repeat(63)}.`.repeat(4).slice(0, 253)}.:65535`;
  assert.equal(longest.length, MAX_AUTHORITY_LENGTH);
  assert.equal(isAuthority(longest), true);
  assert.equal(isAuthority(`a${longest}`), false);
});

Deno.test("isAuthority - an accepted text is the whole authority of a URL", () => {
  const text = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(..."ab1.:[]/?#@% -_"), maxLength: 12 }),
  );
  forAll([text], (text) => {
    if (!isAuthority(text)) return;
    const url = new URL(`http://${text}/p?q`);
    assert.equal(url.pathname + url.search, "/p?q");
    assert.equal(url.username + url.password + url.hash, "");
  }, { numRuns: 5_000 });
});

Deno.test("createAuthorityCheck - repeats its results, for any number of hosts", () => {
  const check = createAuthorityCheck();
  for (let round = 0; round < 2; round++) {
    const twice = [...validAuthorities, ...validAuthorities];
    assert.deepEqual(twice.filter(check), twice);
    assert.deepEqual(invalidAuthorities.filter(check), []);
    for (let i = 0; i < 200; i++) assert.equal(check(`h${i}.example`), true);
  }
});

Deno.test("siteOrigin - is that of BASE_URL, or else of the request", () => {
  const request = { url: new URL("http://192.0.2.1:8000/a?b") };
  assert.equal(siteOrigin(undefined, request), "http://192.0.2.1:8000");
  const unread = {
    get url(): URL {
      throw new Error("The URL is not needed");
    },
  };
  const base = new URL("https://ip.example/base");
  assert.equal(siteOrigin(base, unread), "https://ip.example");
});
