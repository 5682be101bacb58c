import assert from "node:assert/strict";
import { openAdmin } from "./fixture.ts";
import { assertShown } from "../../../support/routes.ts";

const admin = await openAdmin();
Deno.test.afterAll(async () => await admin[Symbol.asyncDispose]());

const member = admin.pageOf(admin.ann);
const paths = [
  "/admin",
  "/admin/members",
  member,
  "/admin/bans",
  "/admin/fields",
  "/admin/analytics",
  "/admin/audit",
];
const withForms = [member, "/admin/bans", "/admin/fields"];

for (const path of paths) {
  const name = path.replace(admin.ann.account.id, "[id]");

  for (const method of ["GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE"]) {
    Deno.test(`${method} ${name} - redirects guests to sign in and back`, async () => {
      const asked = `${path}?a=b`;
      const { status, location } = await admin.send(null, asked, { method });
      assert.equal(status, 303);
      assert.equal(location, `/sign-in?next=${encodeURIComponent(asked)}`);
    });

    Deno.test(`${method} ${name} - is 403 for members`, async () => {
      const { status, html } = await admin.send(admin.ann, path, { method });
      assert.equal(status, 403);
      if (method === "HEAD") return;
      assert(html.includes("Only administrators can open this page."));
      assert.equal(html.includes(admin.root.account.email), false);
    });
  }

  Deno.test(`GET ${name} - is shown to administrators`, async () => {
    const { status, html } = await admin.get(path);
    assert.equal(status, 200);
    assert.match(html, /<title>[^<]+ – Porthole<\/title>/);
    assert.match(html, /<nav class="tabs" aria-label="Administration">/);
    assert.equal(/\b(undefined|NaN)\b/.test(html), false);
    assert.equal(html.includes("<script"), false);
    const head = await admin.send(admin.root, path, { method: "HEAD" });
    assert.equal(head.status, 200);
  });
}

/** What a form without effect leaves as it is. */
const state = async () => [
  await admin.account(admin.ann.account.email),
  await admin.record(),
];

const ban = { action: "ban", cidr: "192.0.2.0/24", hours: "1", reason: "x" };
const forms: [path: string, fields: Record<string, string>][] = [
  [member, { action: "tier", tier: "vip" }],
  [member, { action: "disable" }],
  [member, { action: "password", password: "a new horse battery" }],
  [member, { action: "revoke", token: admin.ann.tokenId }],
  ["/admin/bans", ban],
  ["/admin/fields", { action: "fields", version: "" }],
];

for (const [path, fields] of forms) {
  const name = path.replace(admin.ann.account.id, "[id]");

  const cases = [
    ["a cross-site form", { "sec-fetch-site": "cross-site" }],
    ["a form of a sub-domain", { "sec-fetch-site": "same-site" }],
    ["a form of another origin", { "origin": "https://evil.example" }],
    ["a form of a sandbox", { "origin": "null" }],
  ] as const;
  for (const [what, headers] of cases) {
    Deno.test(`POST ${name} ${fields.action} - ${what} has no effect`, async () => {
      const before = await state();
      const { status } = await admin.post(path, fields, admin.root, headers);
      assert.equal(status, 403);
      assert.deepEqual(await state(), before);
    });
  }

  Deno.test(`POST ${name} ${fields.action} - does nothing for guests and members`, async () => {
    const before = await state();
    assert.equal((await admin.post(path, fields, null)).status, 303);
    assert.equal((await admin.post(path, fields, admin.ann)).status, 403);
    assert.deepEqual(await state(), before);
  });
}

for (const path of withForms) {
  const name = path.replace(admin.ann.account.id, "[id]");

  Deno.test(`POST ${name} - refuses an unknown action`, async () => {
    const html = await admin.refuses(path, { action: "drop" });
    const error = "This action does not exist. Reload the page and try again.";
    assertShown(html, error);
  });

  Deno.test(`POST ${name} - refuses another content type`, async () => {
    const { status } = await admin.send(admin.root, path, {
      method: "POST",
      body: "{}",
      headers: {
        "content-type": "application/json",
        "sec-fetch-site": "same-origin",
      },
    });
    assert.equal(status, 400);
  });
}

Deno.test("GET /admin - a disabled administrator is immediately a guest", async () => {
  const { services } = admin.app;
  const other = await admin.app.services.accounts.create({
    email: { text: "two@example.net", key: "two@example.net" },
    password: "correct horse battery",
    isAdmin: true,
  });
  const session = await services.sessions.begin(other, {
    agent: "",
    address: "192.0.2.1",
  });
  assert.equal((await admin.get("/admin", { session })).status, 200);
  await admin.post(`/admin/members/${other.id}`, { action: "disable" });
  assert.equal((await admin.get("/admin", { session })).status, 303);
});
