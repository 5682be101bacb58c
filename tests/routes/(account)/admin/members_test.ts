import assert from "node:assert/strict";
import { parseEmail } from "../../../../lib/accounts/account_record.ts";
import { ANN, element, openAdmin, ROOT } from "./fixture.ts";
import { caller } from "../../../support/caller.ts";
import { testWith } from "../../../support/test_with.ts";
import {
  assertHead,
  assertHidden,
  assertShown,
} from "../../../support/routes.ts";

const test = testWith(openAdmin);

/** The e-mail addresses of a page of members. */
function emailsIn(html: string): string[] {
  return [...html.matchAll(/<bdi>([^<]+)<\/bdi><\/a>/g)].map((m) => m[1]);
}

function linkIn(html: string, text: string): string {
  const link = new RegExp(`<a href="([^"]+)"[^>]*>${text}</a>`);
  const [, href] = link.exec(html) ?? [];
  assert(href, text);
  return href.replaceAll("&amp;", "&");
}

test("GET /admin/members - lists members with their status", async (admin) => {
  const { status, html } = await admin.get("/admin/members");
  assert.equal(status, 200);
  assert.deepEqual(emailsIn(html), [ANN, ROOT]);
  const path = admin.pageOf(admin.ann);
  assertShown(html, `<a href="${path}"><bdi>${ANN}</bdi></a>`);
  assertShown(html, "free · administrator");
  assertHidden(html, "First page", "More members");
});

test("GET /admin/members - searches within e-mail addresses", async (admin) => {
  const found = await admin.get("/admin/members?q=ANN%40");
  assert.deepEqual(emailsIn(found.html), [ANN]);
  assert.match(found.html, /<input[^>]* name="q"[^>]* value="ANN@"/);
  const none = await admin.get("/admin/members?q=nobody");
  assert(none.html.includes("No matching e-mail address."));
});

test("GET /admin/members - escapes the search text", async (admin) => {
  const query = new URLSearchParams({ q: `"><img src=x onerror=alert(1)>` });
  const { status, html } = await admin.get(`/admin/members?${query}`);
  assert.equal(status, 200);
  assertHidden(html, "<img");
  assertShown(html, 'value="&quot;>&lt;img src=x onerror=alert(1)>"');
});

test("GET /admin/members - has pages of fifty members", async (admin) => {
  const expected = [ANN, ROOT];
  for (let i = 100; i < 155; i++) {
    const address = `bob${i}@example.net`;
    expected.push(address);
    await admin.addAccount(address);
  }
  expected.sort();
  const first = await admin.get("/admin/members");
  assert.deepEqual(emailsIn(first.html), expected.slice(0, 50));
  const second = await admin.get(linkIn(first.html, "More members"));
  assert.deepEqual(emailsIn(second.html), expected.slice(50));
  assert.equal(linkIn(second.html, "First page"), "/admin/members");
  assert.equal(second.html.includes("More members"), false);

  const bobs = await admin.get("/admin/members?q=bob");
  const next = linkIn(bobs.html, "More members");
  assert.equal(next, "/admin/members?q=bob&after=bob149%40example.net");
  const rest = await admin.get(next);
  assert.deepEqual(emailsIn(rest.html), expected.slice(51, 56));
  assert.equal(linkIn(rest.html, "First page"), "/admin/members?q=bob");

  const oldest = await admin.get("/admin/members?q=b&sort=email-desc");
  assert.deepEqual(emailsIn(oldest.html)[0], "bob154@example.net");
  assertShown(oldest.html, /<option [^>]*selected[^>]*>E-mail, Z to A</);
  const last = await admin.get(linkIn(oldest.html, "More members"));
  assert.deepEqual(emailsIn(last.html).at(-1), "bob100@example.net");
  const top = "/admin/members?q=b&sort=email-desc";
  assert.equal(linkIn(last.html, "First page"), top);
  const unknown = await admin.get("/admin/members?sort=__proto__");
  assert.deepEqual(emailsIn(unknown.html), expected.slice(0, 50));
});

test("GET /admin/members/[id] - shows the account, its tokens and their usage, and no secrets", async (admin) => {
  assert.equal(await admin.tokenStatus(), 200);
  const { html } = await admin.get(admin.pageOf(admin.ann));
  assertShown(html, `<h1><bdi>${ANN}</bdi></h1>`, "1 of 100 used, 99 left");
  assertShown(html, `ph_…${admin.ann.token.slice(-4)}`);
  assertShown(html, /<input type="radio"[^>]* value="free" checked/);
  const { passwordHash, tokens: [{ hash }] } = await admin.account(ANN);
  const { token, session } = admin.ann;
  assertHidden(html, token, passwordHash, hash, session);
});

test("GET and POST /admin/members/[id] - an unknown id is 404", async (admin) => {
  for (const id of ["nobody", "x".repeat(3_000), "%00", "..%2f"]) {
    const path = `/admin/members/${id}`;
    assert.equal((await admin.get(path)).status, 404, id);
    await admin.refuses(path, { action: "disable" }, 404);
  }
});

test("POST /admin/members/[id] - sets the plan for the next request", async (admin) => {
  const path = admin.pageOf(admin.ann);
  const fields = { action: "tier", tier: "vip", vipQuota: "77" };
  await admin.sends(path, fields, `${path}?done=tier`);
  const { html } = await admin.get(`${path}?done=tier`);
  assertShown(
    html,
    "The plan has been changed. The change applies from the next request.",
    "vip, 77 per month",
  );
  const next = await admin.app.get("/api/v2/ip/8.8.8.8", {
    headers: { authorization: `Bearer ${admin.ann.token}` },
  });
  assertHead(next, 200, { "x-ratelimit-limit": "77", "x-token-type": "vip" });
  await admin.recorded(`account.tier | ${ANN} | vip, 77 per month`);
});

test("POST /admin/members/[id] - shows an error beside its field, with the input", async (admin) => {
  const vipQuota = `1"><script>alert(1)</script>`;
  const fields = { action: "tier", tier: "vip", vipQuota };
  const html = await admin.refuses(admin.pageOf(admin.ann), fields);
  const field = element(html, 'id="vipQuota"', "</div>");
  assertShown(field, 'value="1&quot;>&lt;script>alert(1)&lt;/script>"');
  assertShown(field, 'aria-invalid="true"');
  assertShown(field, "The quota must be a whole number from 0 to 1000000000.");
  assertShown(html, /<input type="radio"[^>]* value="vip" checked/);
  assertHidden(html, "<script");
  assert.equal((await admin.account(ANN)).tier, "free");
});

test("POST /admin/members/[id] - disables sessions, tokens and sign-in, and enables again", async (admin) => {
  const path = admin.pageOf(admin.ann);
  const isSignedIn = async () =>
    (await admin.get("/console", admin.ann)).status === 200;
  assert.equal(await isSignedIn(), true);
  await admin.sends(path, { action: "disable" }, `${path}?done=disabled`);
  assert.equal(await isSignedIn(), false);
  assert.equal(await admin.tokenStatus(), 403);
  assert((await admin.get(path)).html.includes("Enable account"));

  admin.app.clock.now += 1_000;
  await admin.sends(path, { action: "enable" }, `${path}?done=enabled`);
  assert.equal(await admin.tokenStatus(), 200);
  // The session that ended does not come back.
  assert.equal(await isSignedIn(), false);
  const actions = ["account.enable", "account.disable"];
  await admin.recorded(...actions.map((action) => `${action} | ${ANN} | `));
});

test("POST /admin/members/[id] - sets a password, and all sessions end", async (admin) => {
  const path = admin.pageOf(admin.ann);
  const password = "a new horse battery";
  const fields = { action: "password", password };
  await admin.sends(path, fields, `${path}?done=password`);
  assert.equal((await admin.get("/console", admin.ann)).status, 303);
  const email = parseEmail(ANN);
  const { accounts } = admin.app.services;
  const account = await accounts.authenticate(email, password);
  assert.equal(account.id, admin.ann.account.id);
  await admin.recorded(`account.password | ${ANN} | `);
});

test("POST /admin/members/[id] - shows the error of a weak password, but not the password", async (admin) => {
  const fields = { action: "password", password: "sesame" };
  const html = await admin.refuses(admin.pageOf(admin.ann), fields);
  const field = element(html, 'id="password"', "</div>");
  assertShown(field, "The password must have at least 10 characters.");
  assertHidden(html, "sesame");
});

test("POST /admin/members/[id] - revokes a token immediately", async (admin) => {
  const path = admin.pageOf(admin.ann);
  const revoke = (token: string) => ({ action: "revoke", token });
  await admin.refuses(path, revoke(admin.root.tokenId), 404);
  await admin.sends(path, revoke(admin.ann.tokenId), `${path}?done=revoked`);
  assert.equal(await admin.tokenStatus(), 401);
  const [entry, ...more] = await admin.record();
  assert(entry.startsWith(`${ROOT} | token.revoke | ${ANN} | `), entry);
  assert.deepEqual(more, []);
  assert((await admin.get(path)).html.includes("No tokens."));
});

test("POST /admin/members/[id] - grants and revokes administration immediately", async (admin) => {
  const path = admin.pageOf(admin.ann);
  assert.equal((await admin.get("/admin", admin.ann)).status, 403);
  await admin.sends(path, { action: "admin" }, `${path}?done=admin`);
  assert.equal((await admin.get("/admin", admin.ann)).status, 200);
  const { html } = await admin.get(`${path}?done=admin`);
  assert(html.includes("This member is now an administrator."));
  admin.app.clock.now += 1_000;
  await admin.sends(path, { action: "no-admin" }, `${path}?done=no-admin`);
  assert.equal((await admin.get("/admin", admin.ann)).status, 403);
  const changes = ["revoked", "granted"];
  await admin.recorded(
    ...changes.map((it) => `account.admin | ${ANN} | ${it}`),
  );
});

test("POST /admin/members/[id] - deletes account, sessions and tokens if confirmed", async (admin) => {
  const path = admin.pageOf(admin.ann);
  const refused = await admin.refuses(path, { action: "delete" });
  const box = element(refused, 'id="confirmed"', "</div>");
  assertShown(box, "Tick this box to continue.");

  const fields = { action: "delete", confirmed: "yes" };
  await admin.sends(path, fields, "/admin/members?done=deleted");
  const { html } = await admin.get("/admin/members?done=deleted");
  const done = "The account, its tokens and its sessions have been deleted.";
  assertShown(html, done);
  assert.deepEqual(emailsIn(html), [ROOT]);
  assert.equal((await admin.get("/console", admin.ann)).status, 303);
  assert.equal(await admin.tokenStatus(), 401);
  await admin.refuses(path, fields, 404);
  await admin.recorded(`account.delete | ${ANN} | `);
});

test("POST /admin/members/[id] - refuses to disable, delete or demote yourself", async (admin) => {
  const path = admin.pageOf(admin.root);
  const { html } = await admin.get(path);
  const cases = [
    ["disable", "You cannot disable your own account."],
    ["delete", "You cannot delete your own account here."],
    ["no-admin", "You cannot remove your own administrator rights."],
  ];
  for (const [action, message] of cases) {
    assert.equal(html.includes(`value="${action}"`), false);
    const fields = { action, confirmed: "yes" };
    assertShown(await admin.refuses(path, fields, 409), message);
  }
  const { isAdmin, isDisabled } = await admin.account(ROOT);
  assert.deepEqual([isAdmin, isDisabled], [true, false]);
  await admin.recorded();
});

test("GET /admin/members/[id] - escapes token names", async (admin) => {
  const { tokens } = admin.app.services;
  const name = "<img src=x onerror=alert(1)>";
  await tokens.rename(admin.ann.account.id, admin.ann.tokenId, name);
  const { html } = await admin.get(admin.pageOf(admin.ann));
  assertHidden(html, "<img");
  assertShown(html, "<bdi>&lt;img src=x onerror=alert(1)></bdi>");
});

test("GET /admin/members/[id] - escapes e-mail addresses", async (admin) => {
  // Nobody can sign up with it; a record may hold it all the same.
  const address = `"<b>bob</b>"@example.net`;
  const { id } = await admin.app.services.accounts.create({
    email: { text: address, key: address },
    password: "correct horse battery",
  });
  for (const path of ["/members", `/members/${id}`, "/audit", ""]) {
    if (path === "/audit") {
      await admin.post(`/admin/members/${id}`, { action: "disable" });
    }
    const { status, html } = await admin.get(`/admin${path}`);
    assert.equal(status, 200);
    assertHidden(html, "<b>");
    assertShown(html, /(?:"|&quot;)&lt;b>bob&lt;\/b>(?:"|&quot;)@example\.net/);
  }
});

test("POST /admin/members - shows what is selected, and deletes it after a confirmation", async (admin) => {
  const { app } = admin;
  const signUp = (name: string, key: string) =>
    app.services.accounts.create({
      email: parseEmail(`${name}@example.net`)!,
      password: "correct horse battery",
      caller: { ...caller, client: { key, group: "2001:db8:1::/48" } },
    });
  const created = [];
  for (let i = 0; i < 3; i++) {
    created.push(await signUp(`bot${i}`, "2001:db8:1:1::/64"));
  }
  const typed = { from: "", to: "", network: "2001:db8:1::/48" };
  const select = { ...typed, action: "select" };
  const shown = await admin.post("/admin/members", select);
  assert.equal(shown.status, 200);
  assertShown(shown.html, "3 members are selected:");
  assertShown(shown.html, 'name="network" value="2001:db8:1::/48"');
  const [, shownAtMs] = /name="shownAtMs" value="(\d+)"/.exec(shown.html) ?? [];
  const fields = { ...typed, shownAtMs, action: "delete-many" };
  await admin.refuses("/admin/members", fields);
  // Who signs up in the meantime was not shown.
  app.clock.now += 1_000;
  await signUp("late", "2001:db8:1:2::/64");
  const confirmed = { ...fields, confirmed: "yes" };
  const location = "/admin/members?done=deleted-many";
  await admin.sends("/admin/members", confirmed, location);
  const { html } = await admin.get(location);
  assert.deepEqual(emailsIn(html), [ANN, "late@example.net", ROOT]);
  for (const { id } of created) {
    assert.equal(await app.services.accounts.byId(id), null);
  }
});

const rows = [
  [{ from: "", to: "", network: "" }, "Enter a date or a network."],
  [{ from: "x" }, "Enter a date such as 2026-11-23."],
  [{ to: "2026-02-30" }, "Enter a date such as 2026-11-23."],
  [{ network: "example" }, "Enter an address or a block such as 192.0.2.0/24."],
] as [Record<string, string>, string][];
for (const [fields, error] of rows) {
  test(`POST /admin/members - ${JSON.stringify(fields)} is refused: ${error}`, async (admin) => {
    for (const action of ["select", "delete-many"]) {
      const form = { ...fields, action, shownAtMs: "99", confirmed: "yes" };
      assertShown(await admin.refuses("/admin/members", form), error);
    }
    const { accounts } = admin.app.services;
    assert.notEqual(await accounts.byId(admin.ann.account.id), null);
  });
}
