import assert from "node:assert/strict";
import { App, cors, type CORSOptions } from "fresh";
import { send } from "./request.ts";

const ORIGIN = "https://a.example";

function appWith(options?: CORSOptions<unknown>) {
  return new App().use(cors(options)).get("/", () => new Response("body"));
}

Deno.test("cors - allows every origin by default", async () => {
  const { body, headers } = await send(appWith(), "GET /", { origin: ORIGIN });
  assert.equal(body, "body");
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.equal(headers.get("access-control-allow-credentials"), null);
});

Deno.test("cors - allows the named origins, or those of a function, and says it varies", async () => {
  const all: CORSOptions<unknown>[] = [
    { origin: ORIGIN },
    { origin: ["https://b.example", ORIGIN] },
    { origin: (asking) => asking === ORIGIN ? asking : null },
  ];
  for (const options of all) {
    const allowed = await send(appWith(options), "GET /", { origin: ORIGIN });
    assert.equal(allowed.headers.get("access-control-allow-origin"), ORIGIN);
    assert.equal(allowed.headers.get("vary"), "Origin");
    const other = await send(appWith(options), "GET /", {
      origin: "https://evil.example",
    });
    assert.equal(other.headers.get("access-control-allow-origin"), null);
  }
});

Deno.test("cors - answers a preflight by itself", async () => {
  const { status, body, headers } = await send(appWith(), "OPTIONS /any", {
    origin: ORIGIN,
    "access-control-request-method": "PUT",
    "access-control-request-headers": "x-a, x-b",
  });
  assert.deepEqual([status, body], [204, ""]);
  assert.equal(
    headers.get("access-control-allow-methods"),
    "GET,HEAD,PUT,POST,DELETE,PATCH",
  );
  assert.equal(headers.get("access-control-allow-headers"), "x-a,x-b");
  assert.equal(headers.get("vary"), "Access-Control-Request-Headers");
});

Deno.test("cors - takes methods, headers, credentials and age from its options", async () => {
  const app = appWith({
    origin: ORIGIN,
    allowMethods: ["GET", "POST"],
    allowHeaders: ["x-c", "x-d"],
    exposeHeaders: ["x-e", "x-f"],
    credentials: true,
    maxAge: 600,
  });
  const names = [
    "allow-methods",
    "allow-headers",
    "expose-headers",
    "allow-credentials",
    "max-age",
  ];
  const preflight = await send(app, "OPTIONS /", { origin: ORIGIN });
  assert.deepEqual(
    names.map((name) => preflight.headers.get(`access-control-${name}`)),
    ["GET,POST", "x-c,x-d", "x-e,x-f", "true", "600"],
  );
  const actual = await send(app, "GET /", { origin: ORIGIN });
  assert.deepEqual(
    names.map((name) => actual.headers.get(`access-control-${name}`)),
    [null, null, "x-e,x-f", "true", null],
  );
});
