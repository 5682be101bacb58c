import assert from "node:assert/strict";
import { posix } from "node:path";
import { FACT_NAMES, URL_TABLE } from "../../../lib/http/url_table.ts";
import { words } from "../../support/tables.ts";
import { routeFiles } from "./route_files.ts";

/** The pattern that Fresh derives from a route file. */
function patternOf(file: string): string {
  const { dir, name } = posix.parse(file);
  return posix.join("/", dir, name === "index" ? "" : name)
    .replace(/\/\(\w+\)/g, "")
    .replace(/\[\.\.\.(\w+)\]$/, ":$1*")
    .replace(/\[(\w+)\]/g, ":$1");
}

const patterns = routeFiles
  .filter((file) => !posix.basename(file).startsWith("_"))
  .map(patternOf);

Deno.test("URL_TABLE - has one row for each route file, and one for each fact of /:target", () => {
  const facts = FACT_NAMES.map((name) => `/${name}`);
  const paths = URL_TABLE.map(({ path }) => path);
  assert(patterns.includes("/:target"));
  assert.deepEqual(paths.toSorted(), [...patterns, ...facts].sort());
});

/** The paths of the rows that differ from what their prefix says. */
function exceptions(holds: (row: typeof URL_TABLE[number]) => boolean) {
  return URL_TABLE.filter((row) => row.path.startsWith("/api/") !== holds(row))
    .map(({ path }) => path);
}

const COMPATIBLE = [
  ...FACT_NAMES.map((name) => `/${name}`),
  ...words`/ /all /checkip /ip /:target /:target/:fact /json /json/:query
    /batch /port/:port /geoip/v2.1/country/:ip /geoip/v2.1/city/:ip
    /geoip/v2.1/insights/:ip`,
];

Deno.test("URL_TABLE - other sites may read /api and the short forms, but nothing that tells of a browser", () => {
  const others = words`/csv /csv/:query /line /line/:query /lookup
    /lookup/:query* /whois /whois/:target* /preview/:target* /openapi.json
    /export /export/:file /geoip/updates/metadata /geoip/databases/:path*
    /api/request /api/egress/enrich /api/speed/upload`;
  const paths = exceptions(({ cors }) => cors);
  assert.deepEqual(paths.sort(), [...COMPATIBLE, ...others].sort());
});

Deno.test("URL_TABLE - the OpenAPI document describes what has a target", () => {
  const others = words`/csv/:query /line/:query /lookup/:query* /whois/:target*
    /openapi.json /export /export/:file /geoip/updates/metadata
    /geoip/databases/:path* /mcp /preview/:target* /api/geoip /api/v1/ip
    /api/v1/domain /api/v2/ip /api/v2/domain /api/v2/:path* /api/:path*`;
  const paths = exceptions(({ openapi }) => openapi === true);
  assert.deepEqual(paths.sort(), [...COMPATIBLE, ...others].sort());
});

Deno.test("URL_TABLE - V2 and MaxMind's Insights need a token; only /api/allow takes any method", () => {
  const metered = URL_TABLE.filter(({ isMetered }) => isMetered)
    .map(({ path }) => path).filter((path) => !/^\/api\/v2(?:\/|$)/.test(path));
  assert.deepEqual(metered, ["/geoip/v2.1/insights/:ip"]);
  for (const { path, isMetered, isAnyMethod } of URL_TABLE) {
    assert(!path.startsWith("/api/v2") || isMetered, path);
    assert.equal(isAnyMethod === true, path === "/api/allow", path);
  }
});
