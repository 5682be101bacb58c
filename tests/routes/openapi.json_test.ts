import assert from "node:assert/strict";
import {
  exposedHeaders,
  openHeaders,
  statusOf,
  types,
} from "../support/responses.ts";
import { testApp } from "../support/validated_app.ts";

const origin = "https://ip.test";

Deno.test("GET /openapi.json - JSON, open to every origin, cached for an hour", async () => {
  await using app = await testApp();
  const response = await app.get("/openapi.json", { origin });
  assert.equal(response.status, 200);
  const all = Object.fromEntries(response.headers);
  const { etag, "content-length": length, ...headers } = all;
  assert.match(etag, /^W\/"[\w-]{43}"$/);
  assert.deepEqual(headers, {
    ...openHeaders,
    ...exposedHeaders,
    "cache-control": "private, max-age=3600",
    "content-type": types.json,
    "vary": "accept-encoding",
    "x-content-type-options": "nosniff",
  });
  const bytes = await response.bytes();
  assert.equal(length, `${bytes.length}`);
  const document = JSON.parse(new TextDecoder().decode(bytes));
  assert.equal(document.openapi, "3.1.1");
  const servers = [{ url: origin, description: "This site" }];
  assert.deepEqual(document.servers, servers);
});

Deno.test("GET /openapi.json - 304 with a matching entity tag", async () => {
  await using app = await testApp();
  const first = await app.get("/openapi.json", { origin });
  await first.body?.cancel();
  const headers = { "if-none-match": first.headers.get("etag")! };
  const again = await app.get("/openapi.json", { origin, headers });
  assert.deepEqual([again.status, again.body], [304, null]);
  // Another origin has other servers in it.
  const other = { origin: "https://other.test", headers };
  assert.equal(await statusOf(app.get("/openapi.json", other)), 200);
});

Deno.test("GET /openapi.json - queries no other service", async () => {
  // A name or an address that is asked for would be waited for.
  await using app = await testApp({ zone: { "193.0.6.139": null } });
  const before = app.clock.now;
  const { paths } = await (await app.get("/openapi.json")).json();
  const { example } = paths["/api/v2/ip/{ip}"].get.responses[200]
    .content["application/json"];
  assert.equal(example.ip, "193.0.6.139");
  assert.equal(example.hostname, null);
  assert.equal(example.network.asn, 3333);
  assert.equal(app.clock.now, before);
});
