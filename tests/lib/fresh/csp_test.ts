import assert from "node:assert/strict";
import { App, csp, HttpError } from "fresh";
import { send } from "./request.ts";

const POLICY = "content-security-policy";

function appWith(options?: Parameters<typeof csp>[0]) {
  return new App()
    .use(csp(options))
    .get("/", () => new Response("text"))
    .get("/page", (ctx) => ctx.render(null));
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

Deno.test("csp - can only report, and names where", async () => {
  const { headers } = await send(
    appWith({ reportOnly: true, reportTo: "/reports" }),
    "GET /",
  );
  assert.equal(headers.get(POLICY), null);
  assert.match(
    headers.get(`${POLICY}-report-only`) ?? "",
    /; report-to csp-endpoint; report-uri \/reports$/,
  );
  assert.equal(headers.get("reporting-endpoints"), 'csp-endpoint="/reports"');
});

Deno.test("csp - with useNonce, a rendered page has its own nonce in the policy", async () => {
  const app = appWith({ useNonce: true });
  const nonceOf = async () => {
    const { headers } = await send(app, "GET /page");
    const policy = headers.get(POLICY) ?? "";
    assert.doesNotMatch(policy, /unsafe-inline/);
    return /script-src 'self' 'nonce-([0-9a-f]{32})'/.exec(policy)?.[1];
  };
  const first = await nonceOf();
  assert.notEqual(first, undefined);
  assert.notEqual(await nonceOf(), first);
  assert.match(
    (await send(app, "GET /")).headers.get(POLICY) ?? "",
    /'unsafe-inline'/,
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
