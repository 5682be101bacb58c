import assert from "node:assert/strict";
import { methods } from "../../../lib/http/methods.ts";

const context = (method: string, route: string | null = null) => ({
  req: new Request("http://localhost/", { method }),
  route,
});
const read = methods({ GET: () => new Response("got") });

Deno.test("methods - GET and HEAD reach the GET handler, and a route with only POST refuses GET", async () => {
  assert.equal(await read(context("GET")).text(), "got");
  assert.equal(await read(context("HEAD")).text(), "got");
  const write = methods({ POST: () => new Response("posted") });
  const headers = { allow: "POST, OPTIONS" };
  assert.throws(() => write(context("GET")), { status: 405, headers });
});

Deno.test("methods - OPTIONS lists the methods and allows any origin", () => {
  const response = read(context("OPTIONS"));
  assert.equal(response.status, 204);
  assert.deepEqual(Object.fromEntries(response.headers), {
    "access-control-allow-headers": "authorization, x-api-key, content-type",
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-origin": "*",
    "access-control-max-age": "86400",
    "allow": "GET, HEAD, OPTIONS",
  });
});

for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
  Deno.test(`methods - ${method} is refused with 405 and Allow`, () =>
    assert.throws(() => read(context(method)), {
      name: "AppError",
      status: 405,
      code: "METHOD_NOT_ALLOWED",
      headers: { allow: "GET, HEAD, OPTIONS" },
    }));
}

Deno.test("methods - OPTIONS of a route with POST allows other origins only if its row has CORS", () => {
  const say = (text: string) => () => new Response(text);
  const form = methods({ GET: say("got"), POST: say("posted") });
  const response = form(context("OPTIONS"));
  assert.equal(response.status, 204);
  const allow = "GET, HEAD, POST, OPTIONS";
  assert.deepEqual(Object.fromEntries(response.headers), { allow });
  const batch = methods({ POST: () => new Response("posted") });
  const open = batch(context("OPTIONS", "/api/v1/batch"));
  assert.equal(open.headers.get("access-control-allow-origin"), "*");
  assert.equal(open.headers.get("access-control-allow-methods"), "POST");
  const own = batch(context("OPTIONS", "/api/egress/enrich"));
  assert.deepEqual(Object.fromEntries(own.headers), { allow: "POST, OPTIONS" });
});
