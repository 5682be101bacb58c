/** The forms of ip-api.com, held against what it documents and what it answered. */
import assert from "node:assert/strict";
import { parseIp } from "../../lib/net/ip_address.ts";
import {
  assertGeoipError,
  assertResponse,
  types,
} from "../support/responses.ts";
import {
  type RequestOptions,
  type TestApp,
  testApp,
} from "../support/validated_app.ts";
import { client } from "../support/caller.ts";
import samples from "./ip_api.json" with { type: "json" };
import { assertHead, assertText } from "../support/routes.ts";

const csv = "text/csv; charset=utf-8";
const peer = "66.102.0.1";

const app = await testApp({
  env: { GEO_EDITION: "city", RATE_LIMIT_GEOIP: "0" },
  zone: {
    "66.102.0.1": ["dns.google"],
    "dns.example": ["66.102.0.1"],
    "inner.example": ["10.0.0.1"],
    "silent.example": null,
  },
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const get = (path: string, options: RequestOptions = {}) =>
  app.get(path, { peer, ...options });

const jsonOf = async (path: string) => await (await get(path)).json();

/**
 * Three answers of ip-api.com as its users recorded them: all fields (the README
 * of the Deno module ipapi), the default fields of 2024, and a failure.
 */
const recorded = {
  all:
    `{"status":"success","continent":"Oceania","continentCode":"OC","country":"Australia","countryCode":"AU","region":"NSW","regionName":"New South Wales","city":"Sydney","district":"","zip":"1001","lat":-33.8688,"lon":151.209,"timezone":"Australia/Sydney","offset":36000,"currency":"AUD","isp":"Cloudflare, Inc.","org":"","as":"AS13335 Cloudflare, Inc.","asname":"CLOUDFLARENET","reverse":"one.one.one.one","mobile":false,"proxy":false,"hosting":true,"query":"1.1.1.1"}`,
  byDefault:
    `{"status":"success","country":"Canada","countryCode":"CA","region":"QC","regionName":"Quebec","city":"Beauharnois","zip":"J6N","lat":45.3161,"lon":-73.8736,"timezone":"America/Toronto","isp":"OVH SAS","org":"OVH Hosting, Inc","as":"AS16276 OVH SAS","query":"54.39.68.110"}`,
  failure: `{"status":"fail","message":"reserved range","query":"::1"}`,
};

/** Keys in order, with the type of each value. */
function shapeOf(record: object): [key: string, type: string][] {
  return Object.entries(record).map(([key, value]) => [key, typeof value]);
}

Deno.test("GET /json/{query} - has the keys, the order and the types of ip-api.com", async () => {
  const cases = [
    ["/json/66.102.0.1?fields=66846719", recorded.all],
    ["/json/66.102.0.1", recorded.byDefault],
    ["/json/66.102.0.1?fields=61439", recorded.byDefault],
  ];
  for (const [path, response] of cases) {
    const shape = shapeOf(JSON.parse(response));
    assert.deepEqual(shapeOf(await jsonOf(path)), shape, path);
  }
  await assertResponse(get("/json/::1"), 200, types.json, recorded.failure);
});

Deno.test("GET /json/{query} - describes an address, or the address of a name", async () => {
  const response = await get("/json/66.102.0.1?fields=66846719");
  assertHead(response, 200, {
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
    "x-rl": null,
  });
  const body =
    `{"status":"success","continent":"North America","continentCode":"NA","country":"United States","countryCode":"US","region":"CA","regionName":"California","city":"Mountain View","district":"","zip":"","lat":37.422,"lon":-122.084,"timezone":"America/Los_Angeles","offset":-28800,"currency":"USD","isp":"Google LLC","org":"Google LLC","as":"AS15169 Google LLC","asname":"","reverse":"dns.google","mobile":false,"proxy":false,"hosting":true,"query":"66.102.0.1"}`;
  await assertResponse(response, 200, types.json, body);
  for (const query of ["dns.example", "66.102%2e0.1", "::ffff:66.102.0.1"]) {
    const same = await get(`/json/${query}/?fields=66846719`);
    await assertResponse(same, 200, types.json, body);
  }
});

/** The sums that ip-api.com's own page generates. */
const fieldSets: [fields: string, keys: string][] = [
  ["query,country,status", "status country query"],
  ["24577", "status country query"],
  ["4096", "reverse"],
  ["1,2", ""],
  [" city ,zip,", "city zip"],
  ["constructor,__proto__,City", ""],
  ["16446", "status countryCode region regionName city zip"],
  ["4294967297", "country"],
  ["0", ""],
];

for (const [fields, keys] of fieldSets) {
  Deno.test(`GET /json/{query} - fields=${fields} returns "${keys}"`, async () => {
    const query = encodeURIComponent(fields);
    const record = await jsonOf(`/json/66.102.0.1?fields=${query}`);
    assert.equal(Object.keys(record).join(" "), keys);
  });
}

Deno.test("GET /json/{query} - each field has the number that ip-api.com documents", async () => {
  // ip-api.com/docs/api:json, "generated numeric" of a single field.
  const { numbers } = samples;
  for (const [name, number] of Object.entries(numbers)) {
    const record = await jsonOf(`/json/66.102.0.1?fields=${number}`);
    assert.deepEqual(Object.keys(record), [name]);
    assert.deepEqual(record, await jsonOf(`/json/66.102.0.1?fields=${name}`));
  }
  const url = new URL("../../docs/compatible.md", import.meta.url);
  const table = await Deno.readTextFile(url);
  const documented = table.matchAll(/`(\w+)` +\| (\d+) /g)
    .map(([, name, number]) => [name, Number(number)] as const);
  const all = { ...numbers, message: 32768 };
  assert.deepEqual(Object.fromEntries(documented), all);
  const message = await get("/json/10.0.0.1?fields=32768");
  assert.equal(await message.text(), '{"message":"private range"}');
});

// inner.example is resolved here, since the configuration allows reserved results.
const failures = samples.failures as [
  query: string,
  message: string,
  repeated?: string,
][];

for (const [query, message, repeated = query] of failures) {
  Deno.test(`GET /json/${query} - is 200 with "${message}", and never about the client`, async () => {
    const record = { status: "fail", message, query: repeated };
    for (const more of ["", "&fields=61439"]) {
      const response = await get(`/json/${query}?lang=de${more}`);
      await assertResponse(response, 200, types.json, JSON.stringify(record));
    }
    const line = repeated.replace("\n", "");
    const text = `fail\n${message}\n${line}\n`;
    await assertText(get(`/line/${query}`), 200, text);
  });
}

Deno.test("GET /json/{query} - a name whose servers are silent is 503", async () => {
  const response = get("/json/silent.example");
  await assertGeoipError(response, 503, "SERVICE_UNAVAILABLE");
});

Deno.test("GET /json/{query} - names places in Chinese, and otherwise in English", async () => {
  const of = async (lang: string) =>
    await jsonOf(`/json/66.102.0.1?fields=country,city&lang=${lang}`);
  const chinese = { country: "美国", city: "芒廷维尤" };
  assert.deepEqual(await of("zh-CN"), chinese);
  assert.deepEqual(await of("zh"), chinese);
  const english = { country: "United States", city: "Mountain View" };
  for (const lang of ["en", "de", "pt-BR", ""]) {
    assert.deepEqual(await of(lang), english, lang);
  }
});

Deno.test("GET /json/{query} - supports a callback", async () => {
  const path = "/json/66.102.0.1?fields=country";
  const script = '/**/a.b({"country":"United States"});';
  const response = await get(`${path}&callback=a.b`);
  await assertResponse(response, 200, types.script, script);
  await assertGeoipError(get(`${path}&callback=if`), 400, "INVALID_CALLBACK");
});

Deno.test("GET /csv/{query}, /line/{query} - have the values only", async () => {
  const fields = "?fields=status,city,zip,lon,org,mobile,query";
  assert.equal((await get("/csv/1.1.1.1")).headers.get("x-rl"), null);
  const row = "success,Mountain View,,-122.084,Google LLC,false,66.102.0.1\n";
  await assertResponse(get(`/csv/66.102.0.1${fields}`), 200, csv, row);
  const lines = row.replaceAll(",", "\n");
  await assertText(get(`/line/dns.example${fields}`), 200, lines);
  const quoted = await get("/csv/%22a,=b?fields=status,query");
  await assertResponse(quoted, 200, csv, 'fail,"""a,=b"\n');
  // RFC 4180, and no formula for a spreadsheet.
  const formula = await get("/csv/=1+2?fields=query");
  await assertResponse(formula, 200, csv, "'=1+2\n");
});

Deno.test("GET /json?fields=, /csv, /line - are about the client, or the address in ip", async () => {
  for (const path of ["/json?", "/json/?"]) {
    const own = await get(`${path}fields=status,query`);
    const record = '{"status":"success","query":"66.102.0.1"}';
    await assertResponse(own, 200, types.json, record);
    const other = await get(`${path}ip=2001:db8::1&fields=query`);
    await assertResponse(other, 200, types.json, '{"query":"2001:db8::1"}');
    const inner = await get(`${path}fields=message`, { peer: "192.168.1.9" });
    await assertResponse(inner, 200, types.json, '{"message":"private range"}');
    const unread = await get(`${path}ip=1.2.3&fields=query`);
    await assertGeoipError(unread, 400, "INVALID_IPV4");
  }
  for (const [path, type] of [["/csv", csv], ["/line/", types.text]]) {
    await assertResponse(get(`${path}?fields=query`), 200, type, `${peer}\n`);
    const other = await get(`${path}?fields=query&ip=::1`);
    await assertResponse(other, 200, type, "::1\n");
    const empty = "The target is empty. Enter an address or a domain name.\n";
    await assertText(get(`${path}?ip=`), 400, empty);
  }
});

Deno.test("GET /json/{query} - queries reverse DNS only if asked for it", async () => {
  const names: string[] = [];
  const zone = new Proxy({}, {
    get(_, name) {
      names.push(String(name));
      return ["dns.google"];
    },
  });
  await using quiet = await testApp({ zone });
  const without = await quiet.get("/json/66.102.0.1?fields=query,country");
  const body = '{"country":"United States","query":"66.102.0.1"}';
  assert.equal(await without.text(), body);
  assert.deepEqual(names, []);
  const reverse = await quiet.get("/line/66.102.0.1?fields=reverse");
  assert.equal(await reverse.text(), "dns.google\n");
  assert.deepEqual(names, ["66.102.0.1"]);
});

const posted = (body: unknown, type = "application/json"): RequestOptions => ({
  method: "POST",
  headers: { "content-type": type },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

Deno.test("POST /batch - returns a record for each element, in the same order", async () => {
  const body = [
    "66.102.0.1",
    { query: "2001:db8::1", fields: "message" },
    { query: "66.102.0.1", fields: 1, lang: "zh-CN" },
    { query: "66.102.0.1", fields: "country", lang: "en", other: true },
    // Names are not resolved: ip-api.com takes addresses only.
    "dns.example",
    7,
    null,
    { ip: "66.102.0.1" },
    [],
  ];
  const failed = (query: string) => ({ status: "fail", query });
  // By default, curl names the type of a form.
  const cases = ["application/json", "application/x-www-form-urlencoded"];
  for (const type of cases) {
    const path = "/batch?fields=status,query&lang=zh-CN";
    const response = await get(path, posted(body, type));
    assertHead(response, 200, {
      "content-type": types.json,
      "access-control-allow-origin": "*",
    });
    assert.deepEqual(await response.json(), [
      { status: "success", query: "66.102.0.1" },
      { message: "reserved range" },
      { country: "美国" },
      { country: "United States" },
      failed("dns.example"),
      ...Array(4).fill(failed("")),
    ]);
  }
  assert.deepEqual(await (await get("/batch", posted([]))).json(), []);
});

Deno.test("POST /batch - takes 100 elements, and no more", async () => {
  const of = (length: number) =>
    get("/batch?fields=query", posted(Array(length).fill("66.102.0.1")));
  const full = await of(100);
  assert.equal(full.status, 200);
  assert.deepEqual(await full.json(), Array(100).fill({ query: "66.102.0.1" }));
  await assertGeoipError(of(101), 422, "QUERY_FAILED");
  for (const body of ["", "{", '"66.102.0.1"', "null", "{}"]) {
    const refused = await get("/batch", posted(body));
    await assertGeoipError(refused, 400, "INVALID_INPUT");
  }
});

/** What a response says about the limit. */
async function standingOf(responding: Promise<Response>) {
  const { status, headers, body } = await responding;
  await body?.cancel();
  return [status, headers.get("x-rl"), headers.get("x-ttl")];
}

Deno.test("ip-api forms - count against the GeoIP limit, and tell what is left", async () => {
  await using limited = await testApp({ env: { RATE_LIMIT_GEOIP: "4" } });
  const standing = (path: string) => standingOf(limited.get(path));
  assert.deepEqual(await standing("/json/8.8.8.8"), [200, "3", "60"]);
  limited.clock.now += 10_500;
  assert.deepEqual(await standing("/csv/1.2.3"), [200, "2", "50"]);
  assert.deepEqual(await standing("/json"), [200, null, null]);
  assert.deepEqual(await standing("/line"), [200, "0", "50"]);
  assert.deepEqual(await standing("/json/8.8.8.8"), [429, "0", "50"]);
  assert.deepEqual(await standing("/api/geoip/8.8.8.8"), [429, null, null]);
  limited.clock.now += 49_500;
  assert.deepEqual(await standing("/json?fields=query"), [200, "3", "60"]);
});

Deno.test("POST /batch - counts against the limit of batches, and tells what is left", async () => {
  await using limited = await testApp({ env: { RATE_LIMIT_BATCH: "1" } });
  const standing = (path: string) =>
    standingOf(limited.get(path, posted("[]")));
  assert.deepEqual(await standing("/batch"), [200, "0", "60"]);
  assert.deepEqual(await standing("/batch"), [429, "0", "60"]);
  // It is the limit of V1's batches, too.
  assert.deepEqual(await standing("/api/v1/batch"), [429, null, null]);
});

const loopback = (handler: (request: Request) => Promise<Response>) =>
  Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);

Deno.test("FREE_GEO_URL - can be another Porthole, whose limit is respected", async () => {
  const env = { GEO_EDITION: "city", RATE_LIMIT_GEOIP: "2" };
  const zone = { "81.2.69.142": ["far.example"] };
  await using far = await testApp({ env, zone });
  const paths: string[] = [];
  await using server = loopback(({ url }) => {
    const { pathname, search } = new URL(url);
    paths.push(pathname);
    return far.get(pathname + search);
  });
  await using near = await testApp({
    env: { FREE_GEO_URL: `http://127.0.0.1:${server.addr.port}/` },
    // However busy the machine is.
    sourceTimeoutMs: 60_000,
  });
  const { signal } = new AbortController();
  const described = (ip: string) =>
    near.services.profiles.describe(parseIp(ip)!, { client, signal });
  const alone = near.services.profiles.describeLocal(parseIp("81.2.69.142")!);
  assert.equal(alone.facts.city, undefined);
  const { profile: { facts, sources } } = await described("81.2.69.142");
  const { city, latitude, longitude, regionCode, hostname, asn } = facts;
  assert.deepEqual([city, regionCode], ["London", "ENG"]);
  assert.deepEqual([latitude, longitude], [51.5143, -0.0912]);
  assert.deepEqual([hostname, asn], ["far.example", 20712]);
  assert.equal(sources.city, "ip-api");
  const second = await described("66.102.0.1");
  assert.equal(second.profile.facts.city, "Mountain View");
  // The second answer said that nothing is left.
  const third = await described("8.8.8.8");
  assert.equal(third.profile.facts.countryCode, "US");
  assert.deepEqual(paths, ["/json/81.2.69.142", "/json/66.102.0.1"]);
  near.clock.now += 60_000;
  far.clock.now += 60_000;
  const later = await described("1.1.1.1");
  assert.equal(later.isComplete, true);
  assert.equal(paths.at(-1), "/json/1.1.1.1");
});

Deno.test("FREE_GEO_URL - two Portholes that name each other don't wait for each other", async () => {
  const requests: Record<string, [path: string, servers: number][]> = {};
  const apps: Record<string, TestApp> = {};
  const serve = (name: string) =>
    loopback(({ url, headers }) => {
      const { pathname, search } = new URL(url);
      const servers = headers.get("cdn-loop") ?? "";
      assert.match(
        servers,
        /^porthole-[0-9a-f-]{36}(?:, porthole-[0-9a-f-]{36})?$/,
      );
      (requests[name] ??= []).push([pathname, servers.split(",").length]);
      const sent = { headers: { "cdn-loop": servers } };
      return apps[name].get(pathname + search, sent);
    });
  await using nearServer = serve("near");
  await using farServer = serve("far");
  const appOf = (server: typeof nearServer, edition: string) =>
    testApp({
      env: {
        GEO_EDITION: edition,
        FREE_GEO_URL: `http://127.0.0.1:${server.addr.port}/`,
      },
      // However busy the machine is. Without the header, this is how long they wait.
      sourceTimeoutMs: 60_000,
    });
  await using near = await appOf(farServer, "country");
  await using far = await appOf(nearServer, "city");
  Object.assign(apps, { near, far });
  const response = await near.get("/json/81.2.69.142?fields=city,status");
  const found = { status: "success", city: "London" };
  assert.deepEqual(await response.json(), found);
  assert.deepEqual(requests, {
    far: [["/json/81.2.69.142", 1]],
    near: [["/json/81.2.69.142", 2]],
  });
  // A request that has already been here is answered, but the answer is not kept.
  const { signal } = new AbortController();
  const { isComplete } = await far.services.profiles.describe(
    parseIp("66.102.0.1")!,
    { client, signal, servers: Array(8).fill("other") },
  );
  assert.equal(isComplete, false);
  assert.equal(requests.near.length, 1);
});
