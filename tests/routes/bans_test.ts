/** What banned clients get, and who may pass all the same. */
import assert from "node:assert/strict";
import { parseCidr } from "../../lib/net/cidr.ts";
import { tokenHashKey } from "../../lib/store/keys.ts";
import { assertResponse, statusOf, types } from "../support/responses.ts";
import { type RequestOptions, type TestApp, testApp } from "../support/app.ts";
import { newMember } from "../support/members.ts";
import { testWith } from "../support/test_with.ts";
import {
  assertHead,
  assertHidden,
  assertShown,
  assertText,
  browse,
} from "../support/routes.ts";

const test = testWith(bannedApp);

const BY = { name: "root@example.net", accountId: null };
const automatic =
  "Your address is banned until 2026-11-21T13:10:10Z because it exceeded the rate limits too often.";
const END =
  '<time datetime="2026-11-21T13:10:10.000Z" title="2026-11-21 13:10 UTC">';
const lasting =
  "Your address is banned. If you think this is a mistake, contact the operator of this service.";

/** A page for the banned client. */
const pageIn = (app: TestApp, language: string, path: string) =>
  browse(app, path, { "accept-language": language }, { peer: "192.0.2.1" });

/** An app on which ten exceeded windows have banned 192.0.2.1 until 13:10:10. */
async function bannedApp(openKv?: () => Promise<Deno.Kv>): Promise<TestApp> {
  const app = await testApp({ env: { RATE_LIMIT_TEXT: "1" }, openKv });
  for (let window = 0; window < 10; window++) {
    app.clock.now += 61_000;
    for (const status of [200, 429]) {
      assert.equal(await statusOf(app.get("/")), status);
    }
  }
  return app;
}

async function ban(app: TestApp, cidr: string, forMs: number | null) {
  const block = parseCidr(cidr);
  assert(block);
  const untilMs = forMs === null ? null : app.clock.now + forMs;
  await app.services.manualBans.add({ cidr: block, untilMs, reason: "" }, BY);
}

const bearer = (token: string): RequestOptions => ({
  headers: { authorization: `Bearer ${token}` },
});

test("ban - states its end in text, JSON and HTML, in both languages", async (app) => {
  const text = await app.get("/");
  assert.equal(text.headers.get("retry-after"), "3600");
  await assertText(text, 403, `${automatic}\n`);
  const error = { code: "FORBIDDEN", message: automatic };
  app.clock.now += 600_500;
  const cases = [
    ["/ip", { error }],
    ["/api/geoip/8.8.8.8", { error }],
    ["/api/v1/ip/8.8.8.8", { ok: false, error }],
    ["/api/v2/ip/8.8.8.8", { ok: false, error }],
    ["/whois/example.com?output=json", { ok: false, error }],
  ] as const;
  for (const [path, body] of cases) {
    const response = await app.get(path);
    assert.equal(response.headers.get("retry-after"), "3000", path);
    await assertResponse(response, 403, types.json, JSON.stringify(body));
  }
  const rows = [
    [
      "en",
      `Your address is banned because it exceeded the rate limits too often. The ban ends ${END}in 49 minutes</time>.`,
    ],
    [
      "zh-CN",
      `你的地址多次超出访问限制，已被封禁。封禁将在${END}49分钟后</time>解除。`,
    ],
  ];
  for (const [language, sentence] of rows) {
    const page = await pageIn(app, language, "/about");
    assertHead(page, 403, {
      "content-type": types.html,
      "retry-after": "3000",
    });
    assertShown(page.html, `<p>${sentence}</p>`, "<code>192.0.2.1</code>");
    // It would be a loop.
    assertHidden(page.html, "Show my address", "查看我的地址");
  }
});

Deno.test("ban - states the end of a manual ban if it has one", async () => {
  await using app = await testApp();
  await ban(app, "192.0.2.0/24", 90_000);
  const until = "Your address is banned until 2026-11-21T12:01:30Z.";
  const ending = await app.get("/");
  assert.equal(ending.headers.get("retry-after"), "90");
  await assertText(ending, 403, `${until}\n`);
  assert.match(
    (await pageIn(app, "zh-CN", "/")).html,
    /<p>你的地址已被封禁。封禁将在<time datetime="2026-11-21T12:01:30.000Z"[^>]*>1分钟后<\/time>解除。<\/p>/,
  );
  await ban(app, "192.0.2.1", null);
  const endless = await app.get("/api/jsonip");
  assert.equal(endless.headers.get("retry-after"), null);
  const body = { error: { code: "FORBIDDEN", message: lasting } };
  await assertResponse(endless, 403, types.json, JSON.stringify(body));
});

test("ban - a valid token overrides an automatic ban, in either header and on any path", async (app) => {
  const { token } = await newMember(app, "banned@example.net");
  const cases = [
    ["v2", bearer(token)],
    ["v2", { headers: { "x-api-key": token } }],
    ["v1", bearer(token)],
  ] as const;
  for (const [version, options] of cases) {
    const response = await app.get(`/api/${version}/ip/8.8.8.8`, options);
    assert.equal(response.status, 200);
    assert.equal((await response.json()).ip, "8.8.8.8");
  }
  assert.equal(await statusOf(app.get("/api/v2/ip/8.8.8.8")), 403);
});

test("ban - no token overrides a manual ban", async (app) => {
  const { token } = await newMember(app, "both@example.net");
  await ban(app, "192.0.2.1", null);
  const response = await app.get("/api/v2/ip/8.8.8.8", bearer(token));
  assert.equal(response.status, 403);
  const { error } = await response.json();
  assert.equal(error.message, lasting);
});

test("ban - refuses revoked tokens, and those of disabled accounts", async (app) => {
  const { accounts, tokens } = app.services;
  const revoked = await newMember(app, "revoked@example.net");
  await tokens.revoke(revoked.account.id, revoked.tokenId);
  const disabled = await newMember(app, "disabled@example.net");
  await accounts.setDisabled(disabled.account.id, true, BY);
  for (const { token } of [revoked, disabled]) {
    const response = await app.get("/api/v2/ip/8.8.8.8", bearer(token));
    assert.equal(response.status, 403);
    assert.equal((await response.json()).error.message, automatic);
  }
});

Deno.test("ban - reads the store for ten invalid tokens of a banned client at most", async () => {
  const lookups: string[] = [];
  await using app = await bannedApp(async () => {
    const kv = await Deno.openKv(":memory:");
    const get = kv.get.bind(kv);
    const prefixOf = (key: Deno.KvKey) => JSON.stringify(key.slice(0, -1));
    const prefix = prefixOf(tokenHashKey(""));
    const counting: typeof kv.get = (key, options) => {
      if (prefixOf(key) === prefix) lookups.push(String(key.at(-1)));
      return get(key, options);
    };
    return Object.assign(kv, { get: counting });
  });
  const { token } = await newMember(app, "beside@example.net");
  const status = (token: string) =>
    statusOf(app.get("/api/v2/ip/8.8.8.8", bearer(token)));
  assert.equal(await status(token), 200);
  assert.equal(lookups.length, 1);
  for (let i = 0; i < 300; i++) {
    assert.equal(await status("ph_" + String(i).padStart(43, "x")), 403);
  }
  assert.equal(lookups.length, 11);
  assert.equal(await status(token), 200);
});
