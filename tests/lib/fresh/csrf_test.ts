import assert from "node:assert/strict";
import { App, csrf, type CsrfOptions } from "fresh";
import { send } from "./request.ts";

/** The status of a POST with these headers. */
async function status(
  headers: HeadersInit,
  options?: CsrfOptions,
): Promise<number> {
  const app = new App().use(csrf(options)).post("/", () => new Response());
  return (await send(app, "POST /", headers)).status;
}

Deno.test("csrf - lets through what changes nothing", async () => {
  const app = new App().use(csrf()).get("/", () => new Response("read"));
  const { body } = await send(app, "GET /", { origin: "https://evil.example" });
  assert.equal(body, "read");
});

for (const method of ["GET", "HEAD", "OPTIONS"]) {
  Deno.test(`csrf - ${method} of another site changes nothing and passes`, async () => {
    const app = new App().use(csrf()).all("/", () => new Response());
    const asked = { "sec-fetch-site": "cross-site" };
    assert.equal((await send(app, `${method} /`, asked)).status, 200);
  });
}

for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
  Deno.test(`csrf - ${method} of another site is 403`, async () => {
    const app = new App().use(csrf()).all("/", () => new Response());
    const asked = { origin: "https://evil.example" };
    const { status, body } = await send(app, `${method} /`, asked);
    assert.deepEqual([status, body], [403, "Forbidden"]);
  });
}

Deno.test("csrf - lets through the own origin, and programs that send neither header", async () => {
  assert.equal(await status({}), 200);
  assert.equal(await status({ origin: "http://site.test" }), 200);
  assert.equal(await status({ "sec-fetch-site": "same-origin" }), 200);
  assert.equal(await status({ "sec-fetch-site": "none" }), 200);
});

Deno.test("csrf - refuses other sites with 403", async () => {
  assert.equal(await status({ origin: "https://evil.example" }), 403);
  assert.equal(await status({ origin: "null" }), 403);
  assert.equal(await status({ "sec-fetch-site": "same-site" }), 403);
  assert.equal(await status({ "sec-fetch-site": "cross-site" }), 403);
});

Deno.test("csrf - the origins can be named or decided by a function", async () => {
  const origin = "https://a.example";
  const named: CsrfOptions[] = [
    { origin },
    { origin: ["https://b.example", origin] },
    { origin: (asking) => asking.endsWith("//a.example") },
  ];
  for (const options of named) {
    assert.equal(await status({ origin }, options), 200);
    assert.equal(
      await status({ "sec-fetch-site": "cross-site", origin }, options),
      200,
    );
    assert.equal(await status({ origin: "http://site.test" }, options), 403);
  }
});
