import assert from "node:assert/strict";
import { App, csp, csrf, type CsrfOptions, HttpError } from "fresh";
import { send } from "./request.ts";

const POLICY = "content-security-policy";

function appWithCsp(options?: Parameters<typeof csp>[0]) {
  return new App().use(csp(options)).get("/", () => new Response("text"));
}

Deno.test("csp - sets a strict policy by default", async () => {
  const { headers } = await send(appWithCsp(), "GET /");
  assert.equal(
    headers.get(POLICY),
    "default-src 'self'; script-src 'self' 'unsafe-inline'; " +
      "style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; " +
      "media-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; " +
      "object-src 'none'; base-uri 'self'; form-action 'self'; " +
      "frame-ancestors 'none'; upgrade-insecure-requests",
  );
});

Deno.test("csp - replaces directives of the same name, and adds others", async () => {
  const own = ["img-src *", "frame-src 'none'"];
  const { headers } = await send(appWithCsp({ csp: own }), "GET /");
  const directives = headers.get(POLICY)?.split("; ") ?? [];
  assert.deepEqual(directives.slice(-3), ["upgrade-insecure-requests", ...own]);
  const images = directives.filter((text) => text.startsWith("img-src"));
  assert.equal(images.length, 1);
});

Deno.test("csp - does not apply to an outer error page", async () => {
  const app = new App()
    .onError("*", () => new Response("error", { status: 500 }))
    .use(csp())
    .get("/", () => {
      throw new HttpError(409);
    });
  const { body, headers } = await send(app, "GET /");
  assert.deepEqual([body, headers.get(POLICY)], ["error", null]);
});

/** The status of a POST with these headers. */
async function postStatus(headers: HeadersInit, options?: CsrfOptions) {
  const app = new App().use(csrf(options)).post("/", () => new Response());
  return (await send(app, "POST /", headers)).status;
}

Deno.test("csrf - allows safe methods", async () => {
  const app = new App().use(csrf()).get("/", () => new Response("read"));
  const { body } = await send(app, "GET /", { origin: "https://evil.example" });
  assert.equal(body, "read");
});

for (const method of ["GET", "HEAD", "OPTIONS"]) {
  Deno.test(`csrf - allows a safe ${method} from another site`, async () => {
    const app = new App().use(csrf()).all("/", () => new Response());
    const headers = { "sec-fetch-site": "cross-site" };
    assert.equal((await send(app, `${method} /`, headers)).status, 200);
  });
}

for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
  Deno.test(`csrf - refuses ${method} from another site with 403`, async () => {
    const app = new App().use(csrf()).all("/", () => new Response());
    const headers = { origin: "https://evil.example" };
    const { status, body } = await send(app, `${method} /`, headers);
    assert.deepEqual([status, body], [403, "Forbidden"]);
  });
}

Deno.test("csrf - allows its own origin, and programs that send neither header; refuses other sites with 403", async () => {
  const own = { origin: "http://site.test" };
  const allowed: Record<string, string>[] = [own, {}];
  const fetched = ["same-origin", "none"].map((site) => ({
    "sec-fetch-site": site,
  }));
  for (const headers of [...allowed, ...fetched]) {
    assert.equal(await postStatus(headers), 200, Object.values(headers).join());
  }
  assert.equal(await postStatus({ origin: "https://evil.example" }), 403);
  assert.equal(await postStatus({ origin: "null" }), 403);
  assert.equal(await postStatus({ "sec-fetch-site": "same-site" }), 403);
  assert.equal(await postStatus({ "sec-fetch-site": "cross-site" }), 403);
});

Deno.test("csrf - allows a list of origins, or a function's", async () => {
  const origin = "https://a.example";
  const named: CsrfOptions[] = [
    { origin },
    { origin: ["https://b.example", origin] },
    { origin: (asking) => asking.endsWith("//a.example") },
  ];
  const fromThere = { "sec-fetch-site": "cross-site", origin };
  const own = { origin: "http://site.test" };
  for (const options of named) {
    assert.equal(await postStatus({ origin }, options), 200);
    assert.equal(await postStatus(fromThere, options), 200);
    assert.equal(await postStatus(own, options), 403);
  }
});
