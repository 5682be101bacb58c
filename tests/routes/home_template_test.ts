/**
 * A guest's home page is assembled from a cached template and the visitor's
 * parts. It has the same bytes as a page that is rendered as a whole.
 */
import assert from "node:assert/strict";
import { withoutReferences } from "../support/references.ts";
import { DEFAULT_FIELD_SETTINGS } from "../../lib/ipinfo/view/home_fields.ts";
import { type TestApp, testApp } from "../support/app.ts";
import { assertHidden, assertShown, browse } from "../support/routes.ts";

const VISITORS = [...["8.8.8.8", "81.2.69.142", "1.1.1.1", "223.5.5.5"], ...[
  "2001:4860:4860::8888",
  "2a02:8109::1",
], ...["192.168.1.20", "127.0.0.1", "fe80::1"]];
const PREFERENCES: Record<string, string>[] = [
  {},
  { "accept-language": "zh" },
  { cookie: "porthole_theme=dark" },
  { cookie: "porthole_theme=light; porthole_language=zh" },
];

/** The page without a query, and with one, which is rendered as a whole. */
async function bothPages(
  app: TestApp,
  peer: string,
  preferences: Record<string, string>,
): Promise<[templated: string, whole: string]> {
  const text = async (path: string) =>
    withoutReferences((await browse(app, path, preferences, { peer })).html);
  const whole = await text("/?a=1");
  assert(whole.includes('name="next" value="/?a=1"'));
  return [
    await text("/"),
    whole.replace('name="next" value="/?a=1"', 'name="next" value="/"'),
  ];
}

Deno.test("GET / - returns the same page from a template", async () => {
  // Names chosen by strangers are escaped everywhere.
  const zone = { "8.8.8.8": ["a&b<c>\"d'$&.example"] };
  await using app = await testApp({ zone });
  for (const preferences of PREFERENCES) {
    for (const peer of VISITORS) {
      const [templated, whole] = await bothPages(app, peer, preferences);
      assert.equal(templated, whole, `${peer} ${JSON.stringify(preferences)}`);
    }
  }
});

Deno.test("GET / - claims no absence of proxies that don't name themselves", async () => {
  await using app = await testApp();
  const headers = { "x-forwarded-for": "192.0.2.1" };
  const { html } = await browse(app, "/", headers, { peer: "192.0.2.1" });
  assert.match(html, /<dt>Proxies<\/dt><dd[^>]*>no Via header<\/dd>/);
  assertHidden(html, "HTTP version");
});

Deno.test("GET / - has the HTTP version, except behind a trusted proxy", async () => {
  await using app = await testApp({ env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
  // Two visitors, so that the second page comes from a template as well.
  for (const ip of ["8.8.8.8", "8.8.4.4"]) {
    const [direct] = await bothPages(app, ip, {});
    assert.match(direct, /<dt>HTTP version<\/dt><dd >HTTP\/2<\/dd>/);
    const headers = { "x-forwarded-for": ip };
    const [proxied, whole] = await bothPages(app, "10.0.0.1", headers);
    assert.equal(proxied, whole);
    assert.match(proxied, /<dt>Languages<\/dt>/);
    assert.equal(proxied.includes("HTTP version"), false);
  }
});

Deno.test("GET / - does not use a template for other settings", async () => {
  await using app = await testApp();
  const root = { name: "root@example.net", accountId: null };
  const { guest, member } = DEFAULT_FIELD_SETTINGS;
  for (const shown of [true, false]) {
    const changed = { ...guest, country: shown, coordinates: shown };
    await app.services.fieldSwitches.set({ guest: changed, member }, root);
    const [templated, whole] = await bothPages(app, "8.8.8.8", {});
    assert.equal(templated, whole);
  }
});

Deno.test("GET / - renders the shared parts once", async () => {
  await using app = await testApp();
  const { guestPages } = app.services;
  const page = guestPages.page.bind(guestPages);
  let rendered = 0;
  guestPages.page = (reader, parts) =>
    page(reader, {
      ...parts,
      render: () => {
        rendered++;
        return parts.render();
      },
    });
  for (const peer of ["8.8.8.8", "8.8.4.4", "2001:4860:4860::8888"]) {
    const { html } = await browse(app, "/", {}, { peer });
    assertShown(withoutReferences(html), `<title>${peer} – Porthole</title>`);
  }
  // Once for each family.
  assert.equal(rendered, 2);
});
