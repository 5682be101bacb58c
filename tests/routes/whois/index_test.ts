import assert from "node:assert/strict";
import { assertApiError } from "../../support/responses.ts";
import {
  assertSent,
  errorsIn,
  fieldOf,
  FormClient,
  pageOf,
} from "../../support/forms.ts";
import { whoisTest as test } from "./fixture.ts";
import { assertHidden, assertShown, errorPage } from "../../support/routes.ts";

test("GET /whois - shows the form without script", async ({ app, registry }) => {
  const html = await pageOf(new FormClient(app).get("/whois"));
  assert.match(html, /<title>Whois – Porthole<\/title>/);
  assert.equal(fieldOf(html, "query"), "");
  assert.equal(html.includes("<script"), false);
  assert.deepEqual(registry.requests, []);
});

test("GET /whois - redirects the form to the target's path", async ({ app, registry }) => {
  const client = new FormClient(app);
  const cases = [
    ["as64496", "AS64496"],
    [" 198.51.100.7 ", "198.51.100.7"],
    ["https://198.51.100.7:8443/a", "198.51.100.7"],
    ["2001:DB8::7/32", "2001:db8::/32"],
    ["Bücher.test.", "xn--bcher-kva.test"],
  ];
  for (const [query, path] of cases) {
    const sent = client.get(`/whois?${new URLSearchParams({ query })}`);
    await assertSent(sent, `/whois/${path}`);
  }
  const json = client.get("/whois?query=AS64496&output=json");
  await assertSent(json, "/whois/AS64496?output=json");
  assert.deepEqual(registry.requests, []);
});

test("GET /whois - shows an invalid target's error beside the field, and keeps the text", async ({ app }) => {
  const client = new FormClient(app);
  const html = await pageOf(client.get('/whois?query="><b>x</b>'), 400);
  assert.equal(errorsIn(html).length, 1);
  assert.equal(fieldOf(html, "query"), "&quot;>&lt;b>x&lt;/b>");
  const close = await pageOf(client.get("/whois?query=a,test"), 400);
  const link = '<a class="mono" href="/whois/a.test">a.test</a>';
  assertShown(close, `Did you mean: ${link}`);
  const message = "The target is empty. Enter an address or a domain name.";
  await errorPage(client.get("/whois?query="), 400, message);
});

test("GET /whois - returns INVALID_TARGET as JSON for a missing target", async ({ app }) => {
  for (const path of ["?", "/?", "?query=&"]) {
    const response = app.get(`/whois${path}output=json`);
    await assertApiError(response, 400, "INVALID_TARGET");
  }
});

test(
  "GET /whois - counts the form in the rate limit of pages",
  async ({ app }) => {
    const client = new FormClient(app);
    await pageOf(client.get("/whois"));
    await assertSent(client.get("/whois?query=AS64496"), "/whois/AS64496");
    await pageOf(client.get("/whois"), 429);
  },
  { RATE_LIMIT_PAGES: "2", RATE_LIMIT_LOOKUP: "1" },
);

test("POST /whois - is refused in the requested format", async ({ app }) => {
  const page = await app.get("/whois", { method: "POST" });
  assert.equal(page.headers.get("allow"), "GET, HEAD, OPTIONS");
  await pageOf(page, 405);
  const json = app.get("/whois/AS64496?output=json", { method: "POST" });
  await assertApiError(json, 405, "METHOD_NOT_ALLOWED");
});

test(
  "GET /whois - says that whois is disabled, and queries no registry",
  async ({ app, registry }) => {
    assert.equal(app.services.whois, null);
    const client = new FormClient(app);
    const message = "Whois lookups are off: the operator has disabled them.";
    const banner = `<div class="message message-info">${message}</div>`;
    const html = await pageOf(client.get("/whois"));
    assertShown(html, banner);
    assertHidden(html, 'name="query"');
    for (const path of ["/whois/AS64496", "/whois/x", "/whois?query="]) {
      assertShown(await pageOf(client.get(path), 404), banner);
    }
    for (const target of ["AS64496", "192.0.2.0/24", "example.com"]) {
      assertShown(
        await pageOf(client.get(`/whois/${target}`), 404),
        `<a href="/${target}">What this server knows about ${target}</a>`,
      );
    }
    const json = await app.get("/whois/AS64496?output=json");
    assert.equal(json.status, 404);
    assert.deepEqual(await json.json(), {
      ok: false,
      error: { code: "NOT_FOUND", message },
    });
    assert.deepEqual(registry.requests, []);
  },
  { WHOIS: "off" },
);
