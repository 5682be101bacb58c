import assert from "node:assert/strict";
import {
  assertGeoipError,
  assertResponse,
  types,
} from "../support/responses.ts";
import { testApp } from "../support/validated_app.ts";

const app = await testApp({
  env: {
    BASE_URL: "https://ip.example",
    API_URL: "https://api.ip.example",
    V4_URL: "http://v4.ip.example:8004",
    V6_URL: "http://[::1]:8006",
  },
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());
const main = "https://ip.example";
const api = "https://api.ip.example";
const v4 = "http://v4.ip.example:8004";
const v6 = "http://[::1]:8006";

Deno.test("probe host - returns the address of a client of its family for any Accept", async () => {
  for (const accept of ["*/*", "text/html", "application/json"]) {
    const response = await app.get("/", { origin: v4, headers: { accept } });
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    assert.equal(response.headers.get("cache-control"), "no-store");
    await assertResponse(response, 200, types.text, "192.0.2.1\n");
  }
  const response = await app.get("/", { origin: v6, peer: "2001:db8::5" });
  await assertResponse(response, 200, types.text, "2001:db8::5\n");
});

Deno.test("probe host - returns 400 to a client of the other family", async () => {
  const four = await app.get("/", { origin: v4, peer: "2001:db8::5" });
  assert.equal(four.headers.get("access-control-allow-origin"), "*");
  await assertResponse(
    four,
    400,
    types.text,
    "This host responds over IPv4 only.\n",
  );
  const six = await app.get("/", { origin: v6 });
  await assertResponse(
    six,
    400,
    types.text,
    "This host responds over IPv6 only.\n",
  );
});

Deno.test("probe host - serves only /", async () => {
  const paths = [
    "/ip",
    "/8.8.8.8",
    "/api/jsonip",
    "/api/v1",
    "/about",
    "/style.css",
    "/robots.txt",
  ];
  for (const path of paths) {
    const response = await app.get(path, { origin: v4 });
    await assertResponse(
      response,
      404,
      types.text,
      "There is no page at this URL.\n",
    );
  }
});

Deno.test("API host - describes the client on /ip", async () => {
  const response = await app.get("/ip", { origin: api, peer: "8.8.8.8" });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const body = await response.json();
  assert.equal(body.ip, "8.8.8.8");
  assert.equal(body.meta.cache_group, "visitor");
});

Deno.test("API host - describes a target on /{target}", async () => {
  const response = await app.get("/8.8.4.4", { origin: api });
  assert.equal(response.headers.get("cache-control"), "private, max-age=3600");
  assert.equal((await response.json()).ip, "8.8.4.4");
  const six = await app.get("/2001:4860:4860::8888", { origin: api });
  assert.equal((await six.json()).ip, "2001:4860:4860::8888");
});

Deno.test("API host - returns a JSON 404 for everything else", async () => {
  const paths = [
    "/",
    "/about",
    "/api/jsonip",
    "/api/v1/ip/8.8.8.8",
    "/api/v1/../v1/ip/8.8.8.8",
    "/%2e%2e",
  ];
  for (const path of paths) {
    const response = await app.get(path, {
      origin: api,
      headers: { accept: "text/html" },
    });
    await assertGeoipError(response, 404, "NOT_FOUND");
  }
});

Deno.test("probe host - shares the rate limit of text", async () => {
  await using limited = await testApp({
    env: { V4_URL: v4, RATE_LIMIT_TEXT: "1" },
  });
  await (await limited.get("/")).body?.cancel();
  const response = await limited.get("/", { origin: v4 });
  assert.equal(response.status, 429);
  assert.equal(response.headers.get("content-type"), types.text);
  await response.body?.cancel();
});

Deno.test("main host - shows browsers the page about a target beside an API host, and others its GeoIP object", async () => {
  const page = await app.get("/8.8.8.8", {
    origin: main,
    headers: { accept: "text/html" },
  });
  assert.deepEqual(
    [page.status, page.headers.get("content-type")],
    [200, types.html],
  );
  assert.match(await page.text(), /<title>8\.8\.8\.8 · /);
  const record = await app.get("/8.8.8.8", { origin: main });
  assert.equal(record.status, 200);
  assert.equal((await record.json()).ip, "8.8.8.8");
});

Deno.test("main host - returns the plain address on /ip if there is an API host, in JSON on request", async () => {
  const get = (path: string, accept = "*/*") =>
    app.get(path, { origin: main, peer: "8.8.8.8", headers: { accept } });
  await assertResponse(get("/ip"), 200, types.text, "8.8.8.8\n");
  const json = await get("/ip?format=json");
  assert.equal((await json.json()).meta.cache_group, "visitor");
  await assertResponse(await get("/8.8.8.8/asn"), 200, types.text, "AS15169\n");
});

Deno.test("API host - returns text on /ip to whoever prefers it", async () => {
  const cases = [["/ip", "text/plain"], ["/ip?format=text", "*/*"]];
  for (const [path, accept] of cases) {
    const response = await app.get(path, {
      origin: api,
      peer: "8.8.8.8",
      headers: { accept },
    });
    await assertResponse(response, 200, types.text, "8.8.8.8\n");
  }
  const fact = await app.get("/8.8.8.8/asn", { origin: api });
  await assertResponse(fact, 200, types.text, "AS15169\n");
});

Deno.test("main host - serves any other host name", async () => {
  const response = await app.get("/", { origin: "http://192.168.1.5:8000" });
  await assertResponse(response, 200, types.text, "192.0.2.1\n");
});

Deno.test("main host - shows BASE_URL in curl commands, whatever the Host header", async () => {
  const response = await app.get("/", {
    origin: "http://elsewhere.example",
    headers: { accept: "text/html" },
  });
  assert.match(
    await response.text(),
    /curl https:\/\/ip\.example\/<wbr>api\/<wbr>jsonip/,
  );
});
