/**
 * A guest's home page is cached. Nobody gets another visitor's page or an
 * outdated one.
 */
import assert from "node:assert/strict";
import { DEFAULT_FIELD_SETTINGS } from "../../lib/ipinfo/view/home_fields.ts";
import { type TestApp, testApp, ZONE_TTL_SECONDS } from "../support/app.ts";
import { newMember } from "../support/members.ts";
import { testWith } from "../support/test_with.ts";
import { browse } from "../support/routes.ts";

const test = testWith(() => testApp());

async function ask(app: TestApp, { path = "/", peer, origin, ...headers }: {
  path?: string;
  peer?: string;
  origin?: string;
  [header: string]: string | undefined;
} = {}): Promise<string> {
  const options = { origin, ...peer && { peer } };
  const given = headers as Record<string, string>;
  const { status, html } = await browse(app, path, given, options);
  assert.equal(status, 200);
  return html;
}

/** Counts pages that are rendered for the cache. */
function watched(app: TestApp): { rendered: number } {
  const count = { rendered: 0 };
  const { guestPages } = app.services;
  const cachedPage = guestPages.cachedPage.bind(guestPages);
  guestPages.cachedPage = (reader, profile, partsOf) =>
    cachedPage(reader, profile, () => {
      count.rendered++;
      return partsOf();
    });
  return count;
}

test("GET / - caches a page from the third visit on, with the same bytes and headers", async (app) => {
  const count = watched(app);
  const get = () => browse(app, "/");
  const first = await get();
  assert.equal(count.rendered, 0);
  // The second visit caches the profile.
  for (const rendered of [0, 1, 1]) {
    const again = await get();
    assert.deepEqual([...again.headers], [...first.headers]);
    assert.equal(again.html, first.html);
    assert.equal(count.rendered, rendered);
  }
});

test("GET / - sends the same headers for a cached page", async (app) => {
  const headersOf = async (path: string) => {
    const { headers } = await browse(app, path);
    return Object.fromEntries(headers);
  };
  assert.deepEqual(await headersOf("/"), await headersOf("/?a"));
});

test("GET / - caches separately for each visitor, language, theme and host", async (app) => {
  for (const peer of ["8.8.8.8", "8.8.4.4"]) {
    await ask(app, { peer });
    await ask(app, { peer });
  }
  const count = watched(app);
  const pages = [
    await ask(app),
    await ask(app, { peer: "8.8.4.4" }),
    await ask(app, { "accept-language": "zh" }),
    await ask(app, { cookie: "porthole_theme=dark" }),
    await ask(app, { origin: "http://other.test" }),
  ];
  assert.equal(count.rendered, 5);
  assert.equal(new Set(pages).size, 5);
  assert.match(pages[1], />8\.8\.4\.4</);
  assert.doesNotMatch(pages[1], /8\.8\.8\.8/);
  assert.match(pages[2], /<html lang="zh-Hans"/);
  assert.match(pages[3], /data-theme="dark"/);
  assert.match(pages[4], /curl http:\/\/other\.test\//);
});

test("GET / - does not cache a page with a query", async (app) => {
  const count = watched(app);
  await ask(app, { path: "/?a=1" });
  await ask(app, { path: "/?a=1" });
  const page = await ask(app, { path: "/?a=1" });
  assert.equal(count.rendered, 0);
  assert.match(page, /name="next" value="\/\?a=1"/);
  assert.match(await ask(app), /name="next" value="\/"/);
  assert.equal(count.rendered, 1);
});

test("GET / - neither caches a member's page nor sends a guest's to a member", async (app) => {
  const count = watched(app);
  const { session } = await newMember(app, "ann@example.net");
  const cookie = `porthole_session=${session}`;
  await ask(app);
  const guest = await ask(app);
  assert.match(guest, /href="\/sign-in"/);
  assert.match(await ask(app, { cookie }), /action="\/sign-out"/);
  assert.equal(await ask(app), guest);
  assert.equal(count.rendered, 1);
});

test("GET / - applies changed field settings to cached pages", async (app) => {
  const root = { name: "root@example.net", accountId: null };
  await ask(app);
  await ask(app);
  assert.match(await ask(app), /<dt>Country<\/dt>/);
  const { guest, member } = DEFAULT_FIELD_SETTINGS;
  const settings = { guest: { ...guest, country: false }, member };
  await app.services.fieldSwitches.set(settings, root);
  assert.doesNotMatch(await ask(app), /<dt>Country<\/dt>/);
});

Deno.test("GET / - renders a new page for a new profile", async () => {
  const zone = { "8.8.8.8": ["dns.google"] };
  await using app = await testApp({ zone });
  const count = watched(app);
  for (const counts of [[0, 0, 1, 1], [1, 1, 2, 2]]) {
    for (const rendered of counts) {
      await ask(app);
      assert.equal(count.rendered, rendered);
    }
    app.clock.now += ZONE_TTL_SECONDS * 1000;
  }
});
