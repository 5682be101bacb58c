import assert from "node:assert/strict";
import { types } from "../support/answers.ts";
import { testApp } from "../support/app.ts";

const app = await testApp({
  env: { GEO_EDITION: "city", RATE_LIMIT_TEXT: "0" },
  zone: { "66.102.0.1": ["dns.google"] },
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const facts: [path: string, text: string][] = [
  ["/country", "United States"],
  ["/country-iso", "US"],
  ["/city", "Mountain View"],
  ["/asn", "AS15169"],
  ["/asn-org", "Google LLC"],
  ["/coordinates", "37.422,-122.084"],
  ["/timezone", "America/Los_Angeles"],
  ["/hostname", "dns.google"],
];

for (const [path, text] of facts) {
  Deno.test(`GET ${path} - returns one fact about the client as text`, async () => {
    for (const accept of ["*/*", "text/html", "application/json"]) {
      const answer = await app.get(path, {
        peer: "66.102.0.1",
        headers: { accept },
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("content-type"), types.text);
      assert.equal(answer.headers.get("cache-control"), "no-store");
      assert.equal(answer.headers.get("access-control-allow-origin"), "*");
      assert.equal(await answer.text(), `${text}\n`);
    }
  });

  Deno.test(`GET ${path} - returns 404 as text for an unknown fact`, async () => {
    const answer = await app.get(path, { peer: "127.0.0.1" });
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get("content-type"), types.text);
    assert.equal(await answer.text(), "This is not known for your address.\n");
  });
}

Deno.test("GET /json - returns the client's V1 record", async () => {
  const options = { peer: "66.102.0.1" };
  const answer = await app.get("/json", options);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), types.json);
  const v1 = await app.get("/api/v1/", options);
  assert.deepEqual(await answer.json(), await v1.json());
  const script = await app.get("/json?callback=f", options);
  assert.equal(script.headers.get("content-type"), types.script);
  assert.match(await script.text(), /^\/\*\*\/f\(\{"ok":true,/);
});

Deno.test("GET /country - shares the rate limit of the text address", async () => {
  await using limited = await testApp({ env: { RATE_LIMIT_TEXT: "2" } });
  const get = (path: string) => limited.get(path, { peer: "66.102.0.1" });
  assert.equal(await (await get("/")).text(), "66.102.0.1\n");
  assert.equal(await (await get("/country")).text(), "United States\n");
  const over = await get("/asn");
  assert.equal(over.status, 429);
  assert.equal(over.headers.get("content-type"), types.text);
  assert.match(over.headers.get("retry-after") ?? "", /^\d+$/);
  await over.body?.cancel();
  const json = await get("/json");
  assert.equal(json.status, 200);
  await json.body?.cancel();
});

Deno.test("GET /country - does not exist on the API host and the probe hosts", async () => {
  await using hosts = await testApp({
    env: { API_URL: "http://api.test", V4_URL: "http://v4.test" },
  });
  for (const origin of ["http://api.test", "http://v4.test"]) {
    const answer = await hosts.get("/country", { origin });
    assert.equal(answer.status, 404);
    await answer.body?.cancel();
  }
});
