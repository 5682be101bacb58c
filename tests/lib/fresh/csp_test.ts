import assert from "node:assert/strict";
import { App, csp, HttpError } from "fresh";
import { send } from "./request.ts";

const POLICY = "content-security-policy";

function appWith(options?: Parameters<typeof csp>[0]) {
  return new App()
    .use(csp(options))
    .get("/", () => new Response("text"));
}

Deno.test("csp - sets a strict policy by default", async () => {
  const { headers } = await send(appWith(), "GET /");
  assert.equal(
    headers.get(POLICY),
    "default-src 'self'; script-src 'self' 'unsafe-inline'; " +
      "style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; " +
      "media-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; " +
      "object-src 'none'; base-uri 'self'; form-action 'self'; " +
      "frame-ancestors 'none'; upgrade-insecure-requests",
  );
});

Deno.test("csp - own directives replace those of their name and add to the rest", async () => {
  const { headers } = await send(
    appWith({ csp: ["img-src *", "frame-src 'none'"] }),
    "GET /",
  );
  const directives = headers.get(POLICY)?.split("; ") ?? [];
  assert.deepEqual(directives.slice(-3), [
    "upgrade-insecure-requests",
    "img-src *",
    "frame-src 'none'",
  ]);
  assert.equal(
    directives.filter((text) => text.startsWith("img-src")).length,
    1,
  );
});

Deno.test("csp - does not reach what an error page outside of it answers", async () => {
  const app = new App()
    .onError("*", () => new Response("error", { status: 500 }))
    .use(csp())
    .get("/", () => {
      throw new HttpError(409);
    });
  const { body, headers } = await send(app, "GET /");
  assert.deepEqual([body, headers.get(POLICY)], ["error", null]);
});
