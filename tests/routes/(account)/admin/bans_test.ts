import assert from "node:assert/strict";
import { element, openAdmin, PEER, ROOT } from "./fixture.ts";
import { statusOf } from "../../../support/responses.ts";
import { testWith } from "../../../support/test_with.ts";
import { assertHidden, assertShown } from "../../../support/routes.ts";

const test = testWith(openAdmin);

const ban = {
  action: "ban",
  cidr: "198.51.100.7/24",
  hours: "2",
  reason: "scans",
};

/** An address or a block in a table, with the link to its page. */
function linked(text: string): string {
  const path = text.includes("/") ? `/whois/${text}` : `/${text}`;
  return `<code><a href="${path}" rel="nofollow">${text}</a></code>`;
}

test("POST /admin/bans - bans a block immediately until its end, with an audit entry", async (admin) => {
  const asks = (peer: string) => statusOf(admin.app.get("/", { peer }));
  assert.equal(await asks("198.51.100.9"), 200);
  await admin.sends("/admin/bans", ban, "/admin/bans?done=banned");
  assert.equal(await asks("198.51.100.9"), 403);
  assert.equal(await asks("198.51.101.9"), 200);
  const { html } = await admin.get("/admin/bans?done=banned");
  assertShown(html, "The ban has been added.");
  const row = element(html, linked("198.51.100.0/24"), "</tr>");
  assertShown(row, "2026-11-21 14:00 UTC", "<bdi>scans</bdi>");
  assertShown(row, `<bdi>${ROOT}</bdi>`);
  const detail = "until 2026-11-21 14:00 UTC: scans";
  await admin.recorded(`ban.add | 198.51.100.0/24 | ${detail}`);
  admin.app.clock.now += 2 * 3_600_000;
  assert.equal(await asks("198.51.100.9"), 200);
});

test("POST /admin/bans - bans permanently, and lifts", async (admin) => {
  await admin.post("/admin/bans", { ...ban, hours: "", forever: "yes" });
  admin.app.clock.now += 86_400_000;
  const { html } = await admin.get("/admin/bans");
  const row = element(html, linked("198.51.100.0/24"), "</tr>");
  assert(row.includes("permanent"));
  const [, id] = /name="ban" value="([^"]+)"/.exec(row) ?? [];
  assert(id);
  const lift = { action: "lift", ban: id };
  await admin.sends("/admin/bans", lift, "/admin/bans?done=lifted");
  const status = await statusOf(admin.app.get("/", { peer: "198.51.100.9" }));
  assert.equal(status, 200);
  const [entry, ...earlier] = await admin.record();
  const detail = "permanent: scans";
  assert.equal(entry, `${ROOT} | ban.lift | 198.51.100.0/24 | ${detail}`);
  assert.equal(earlier.length, 1);
  const again = await admin.refuses("/admin/bans", lift, 404);
  assertShown(again, "This ban no longer exists.");
});

for (const cidr of [PEER, "8.8.8.0/24", "8.0.0.0/8", `::ffff:${PEER}`]) {
  test(`POST /admin/bans - refuses ${cidr}, which contains the own address`, async (admin) => {
    const html = await admin.refuses("/admin/bans", { ...ban, cidr });
    const field = element(html, 'id="cidr"', "</div>");
    assertShown(field, `value="${cidr}"`);
    assertShown(field, "This would ban your own address, 8.8.8.8.");
    assert.equal((await admin.get("/admin/bans")).status, 200);
    await admin.recorded();
  });
}

test("POST /admin/bans - shows errors beside their fields, with the input", async (admin) => {
  const hostile = `"><img src=x>`;
  const long = "This is too long: the limit is 200 characters.";
  const cases = [
    ["cidr", hostile, "Enter an address or a block such as 192.0.2.0/24."],
    ["cidr", "10.0.0.0/7", "The widest IPv4 block you can ban is a /8."],
    ["hours", hostile, "The hours must be a whole number from 1 to 87600."],
    ["hours", "", "Fill in this field."],
    ["reason", "x".repeat(201), long],
  ];
  for (const [name, value, message] of cases) {
    const sent = { ...ban, reason: hostile, [name]: value };
    const html = await admin.refuses("/admin/bans", sent);
    assertHidden(html, "<img");
    const field = element(html, `id="${name}"`, "</div>");
    assertShown(field, message, 'aria-invalid="true"');
    if (name === "cidr" && value === hostile) {
      const kept = 'value="&quot;>&lt;img src=x>"';
      assertShown(field, kept);
      assertShown(element(html, 'id="reason"', "</div>"), kept);
      assertShown(element(html, 'id="hours"', "</div>"), 'value="2"');
    }
  }
  await admin.recorded();
});

test("GET /admin/bans - escapes the reason on the page and in the audit log", async (admin) => {
  const reason = "<img src=x onerror=alert(1)>";
  await admin.post("/admin/bans", { ...ban, reason });
  for (const path of ["/admin/bans", "/admin/audit", "/admin"]) {
    const { html } = await admin.get(path);
    assert.equal(html.includes("<img"), false, path);
    assert(html.includes("&lt;img src=x onerror=alert(1)>"), path);
  }
});

test("GET /admin/bans - searches both lists", async (admin) => {
  await admin.post("/admin/bans", ban);
  await admin.post("/admin/bans", { ...ban, cidr: "203.0.113.0/24" });
  const { html } = await admin.get("/admin/bans?q=203.0");
  assert.equal(html.includes(linked("198.51.100.0/24")), false);
  assert(html.includes(linked("203.0.113.0/24")));
  assert.match(html, /<input[^>]* name="q"[^>]* value="203\.0"/);
  // No automatic ban.
  assert.equal(html.split('<p class="empty">No matching bans.</p>').length, 2);
});

Deno.test("POST /admin/bans - lifts an automatic ban immediately, with an audit entry", async () => {
  await using admin = await openAdmin({ env: { RATE_LIMIT_TEXT: "1" } });
  const client = "198.51.100.9";
  const asks = () => statusOf(admin.app.get("/", { peer: client }));
  // Ten windows over the limit.
  for (let window = 0; window < 10; window++) {
    await asks();
    assert.equal(await asks(), 429);
    admin.app.clock.now += 60_000;
  }
  assert.equal(await asks(), 403);
  const { html } = await admin.get("/admin/bans");
  const row = element(html, linked(client), "</tr>");
  assert(row.includes(`name="client" value="${client}"`));
  const lift = { action: "lift-automatic", client };
  await admin.sends("/admin/bans", lift, "/admin/bans?done=lifted");
  assert.equal(await asks(), 200);
  const [entry] = await admin.record();
  assert(entry.startsWith(`${ROOT} | ban.lift | ${client} | `), entry);
});
