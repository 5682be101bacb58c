import assert from "node:assert/strict";
import tlds from "tlds" with { type: "json" };
import {
  errorFormatOf,
  hostServes,
  isFileName,
  isShortTarget,
  isTargetFact,
  isThreadRoute,
  routeGroupOf,
  rowOf,
} from "../../../lib/http/url_rows.ts";
import { FACT_NAMES, URL_TABLE } from "../../../lib/http/url_table.ts";
import { assertResults, words } from "../../support/tables.ts";
import { routeFiles } from "./route_files.ts";

const browser = "text/html,application/xhtml+xml,*/*;q=0.8";

const formats: [accept: string | null, format: string, paths: string[]][] = [
  [
    null,
    "text",
    words`/ /asn-org /country/x /8.8.8.8/country /apiary
    /a%2Eb/country`,
  ],
  [
    null,
    "geoip",
    words`/api /api/jsonip /api/v1x /ip /8.8.8.8 /2001:db8::1
    /2001%3Adb8%3a%3A1`,
  ],
  [null, "api", words`/api/v1 /api/v1/ip/x /api/v2/ip/x`],
  [null, "page", words`/egress /lookup/example.com`],
  ["*/*", "text", ["/"]],
  ["application/json", "geoip", ["/"]],
  ["image/avif,*/*;q=0.8", "text", ["/country/x"]],
  [browser, "text", ["/country"]],
  [browser, "geoip", words`/api/geoip/8.8.8.8 /json`],
  [browser, "page", words`/ /example.com /country/x /8.8.8.8/country`],
];

for (const [accept, format, paths] of formats) {
  for (const path of paths) {
    Deno.test(`errorFormatOf - ${path} with Accept ${accept}: ${format}`, () =>
      assert.equal(errorFormatOf("main", path, accept), format));
  }
}

/** The format for a browser that requests a path with a query. */
function formatOf(url: string) {
  const [path, search = ""] = url.split(/(?=\?)/);
  return errorFormatOf("main", path, browser, search);
}

Deno.test("errorFormatOf - lookups and whois use JSON with output", () =>
  assertResults(formatOf, {
    "/lookup?output=json": "lookup",
    "/lookup/192.0.2.0/24?a=b&output=json": "lookup",
    "/lookup/x.test?output=xml": "lookup",
    "/lookup/x.test": "page",
    "/lookups?output=json": "page",
    "/whois?output=json": "api",
    "/whois/192.0.2.0/24?output=json": "api",
    "/whois/x.test": "page",
    "/egress?output=json": "page",
  }));

Deno.test("errorFormatOf - the format that the address was requested in", () =>
  assertResults(formatOf, {
    "/?format=text": "text",
    "/?format=json": "geoip",
    "/?format=jsonp&callback=f": "geoip",
    "/?format=xml": "page",
    "/ip?a=b&format=text": "text",
    "/ip?format=json": "geoip",
    "/api/jsonip?format=text": "geoip",
  }));

Deno.test("errorFormatOf - probe hosts use text and the API host JSON, on every path", () => {
  assert.equal(errorFormatOf("v4", "/api/v1", browser), "text");
  assert.equal(errorFormatOf("v6", "/", browser), "text");
  assert.equal(errorFormatOf("api", "/", browser), "geoip");
  assert.equal(errorFormatOf("api", "/about", browser), "geoip");
});

Deno.test("hostServes - every host serves the exit, with JSON errors; a probe host one path more, the main host every one", () => {
  const exit = "/api/egress/exit";
  for (const role of ["main", "api", "v4", "v6"] as const) {
    assert.equal(hostServes(role, exit), true, role);
    assert.equal(errorFormatOf(role, exit, browser), "geoip", role);
  }
  assert.equal(hostServes("v4", `${exit}/x`), false);
  assert.equal(hostServes("v6", "/api/egress/enrich"), false);
  assert.equal(hostServes("v4", "/"), true);
  assert.equal(hostServes("v6", "/ip"), false);
  assert.equal(hostServes("v6", "/api/jsonip"), false);
  for (const path of ["/", "/ip", "/8.8.8.8", "/api/geoip", "/none.at.all"]) {
    assert.equal(hostServes("main", path), true, path);
  }
});

Deno.test("hostServes - the API host serves /ip, targets and the files of the site, and a probe host doesn't", () => {
  assertResults((path) => hostServes("api", path), {
    "/ip": true,
    "/8.8.8.8": true,
    "/8.8.8.8/country": true,
    "/country": false,
    "/": false,
    "/api/jsonip": false,
    "/favicon.ico": true,
    "/styles/favicon.ico": false,
  });
  assert.equal(hostServes("v4", "/favicon.ico"), false);
});

Deno.test("isShortTarget - accepts /ip and one segment with a dot or a colon", () => {
  const targets = ["/ip", "/a.b", "/::1", "/a%2eb"];
  const paths = [...targets, "/", "/about", "/a.b/c", "/ips"];
  assert.deepEqual(paths.filter(isShortTarget), targets);
});

Deno.test("isFileName - a name in a top-level domain of the root zone is none", () => {
  assert(tlds.length > 1400);
  // Special-use names (RFC 6761), and what home networks use.
  const local = words`test example invalid local internal home.arpa onion
    lan home corp intranet localdomain fritz.box`;
  const targets = [
    ...tlds.flatMap((tld) => [`/example.${tld}`, `/www.example.${tld}`]),
    ...local.map((name) => `/nas.${name}`),
    ...words`/8.8.8.8 /::1 /php.net /index.php.net /xphp /a.b/country`,
  ];
  assert.deepEqual(targets.filter(isFileName), []);
});

Deno.test("isFileName - a hidden file, or one with an extension that is no top-level domain", () => {
  const paths = words`/.env /.git /.git/config /%2eenv /.well-known/x.txt
    /sitemap.xml /wp-login.php /INDEX.PHP /a%2Ephp /x.php7 /db.tar.gz
    /apple-touch-icon.png /favicon.ico /web.config /index.php/country
    /xmlrpc.php/x /wpad.dat /proxy.pac /playlist.m3u8 /app.apk /run.ps1
    /server.rb /main.ts`;
  for (const path of paths) {
    assert.equal(isFileName(path), true, path);
    assert.equal(isShortTarget(path), false, path);
    assert.equal(isTargetFact(path), false, path);
    assert.notEqual(routeGroupOf(path), "geoip", path);
  }
});

Deno.test("isTargetFact, routeGroupOf - agree on the facts of a target", () => {
  const targets = ["8.8.8.8", "2001:db8::1", "a%2eb", "a%2Eb", "::", "%3a%3A"];
  for (const first of [...targets, "word", "a%20b", ""]) {
    const isTarget = targets.includes(first);
    for (const fact of FACT_NAMES) {
      const path = `/${first}/${fact}`;
      assert.equal(isTargetFact(path), isTarget, path);
      assert.equal(routeGroupOf(path) === "geoip", isTarget, path);
      assert.equal(isTargetFact(`${path}/x`), false, path);
      assert.equal(routeGroupOf(`${path}/x`) === "geoip", false, path);
    }
  }
});

Deno.test("rowOf, routeGroupOf - find the row and the group of each path", () => {
  for (const row of URL_TABLE) {
    // Only the last segment is ever a parameter, but for a target before a fact.
    const path = row.path.replace(":target/:fact", "a.b/city")
      .replace(/:\w+(\*?)$/, (_, rest) => rest ? "a/b" : "a.b");
    assert(!path.includes(":"), path);
    assert.equal(rowOf(path), row);
    const group = row.path === "/" ? "other" : row.group;
    assert.equal(routeGroupOf(path), group, path);
  }
});

Deno.test("rowOf - a path without a route has no row, or that of a catch-all, with the error format of a versioned API", () => {
  assertResults((path) => rowOf(path)?.path, {
    "": undefined,
    "/word": undefined,
    "/a.b/c/d": undefined,
    "/country/x": undefined,
    "/about/x": undefined,
    "//": undefined,
    "/api": "/api/:path*",
    "/api/v2/x/y": "/api/v2/:path*",
    "/lookup/192.0.2.0/24": "/lookup/:query*",
  });
  for (const path of ["/api/v1/x", "/api/v2/x", "/api/v3", "/api/v10/ip/x"]) {
    assert.equal(rowOf(path)?.errors, "api", path);
  }
  assert.equal(rowOf("/api/v1x")?.errors, "geoip");
});

Deno.test("isThreadRoute - is true for the file of each row that threads serve", () => {
  const files = routeFiles.filter(isThreadRoute);
  const rows = URL_TABLE.filter(({ threads }) => threads !== undefined);
  const some = ["index.tsx", "[target]/[fact].ts", "api/v2/ip/[ip].ts"];
  assert.deepEqual(some.filter((file) => !files.includes(file)), []);
  // One file serves each fact of the caller's address.
  assert.equal(files.length, rows.length - FACT_NAMES.length);
});
