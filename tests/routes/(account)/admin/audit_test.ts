import assert from "node:assert/strict";
import { ANN, element, openAdmin, ROOT } from "./fixture.ts";
import { testWith } from "../../../support/test_with.ts";
import { assertShown } from "../../../support/routes.ts";

const test = testWith(openAdmin);

/** The times of the entries of a page, to the minute. */
function timesIn(html: string): string[] {
  return [...html.matchAll(/<td [^>]*><time [^>]*>([^<]+)<\/time>/g)]
    .map((match) => match[1]);
}

test("GET /admin/audit - is empty at first", async (admin) => {
  const { html } = await admin.get("/admin/audit");
  assert(html.includes("No entries."));
});

test("GET /admin/audit - names the actor, the action, the target and the details", async (admin) => {
  const fields = { action: "tier", tier: "standard" };
  await admin.post(admin.pageOf(admin.ann), fields);
  for (const path of ["/admin/audit", "/admin"]) {
    const page = await admin.get(path);
    const label = 'aria-label="What administrators and the command line did"';
    const html = element(page.html, label, "</table>");
    const head = element(html, "<thead", "</thead>");
    const names = head.matchAll(/<th[^>]*>([^<]+)</g).map(([, name]) => name);
    assert.equal([...names].join(), "Time,Actor,Action,Target,Details");
    const row = element(html, "2026-11-21 12:00 UTC", "</tr>");
    assertShown(row, "Plan changed", ANN, "<bdi>standard</bdi>");
    const actor = `<a href="${
      admin.pageOf(admin.root)
    }"><bdi>${ROOT}</bdi></a>`;
    assertShown(row, actor);
  }
});

test("GET /admin/audit - has pages of fifty entries, newest first", async (admin) => {
  const { accounts } = admin.app.services;
  const { id } = admin.ann.account;
  const by = { name: ROOT, accountId: admin.root.account.id };
  for (let i = 0; i < 52; i++) {
    await accounts.setTier(id, "standard", null, by);
    admin.app.clock.now += 60_000;
  }
  const first = await admin.get("/admin/audit");
  const times = timesIn(first.html);
  assert.deepEqual(
    [times.length, times[0], times[49]],
    [50, "2026-11-21 12:51 UTC", "2026-11-21 12:02 UTC"],
  );
  assert.equal(first.html.includes("First page"), false);
  const [, next] = /<a href="([^"]+)" rel="next">Older entries<\/a>/
    .exec(first.html) ?? [];
  assert(next);
  const second = await admin.get(next);
  assert.deepEqual(timesIn(second.html), [
    "2026-11-21 12:01 UTC",
    "2026-11-21 12:00 UTC",
  ]);
  assert.equal(second.html.includes("Older entries"), false);
  assert(second.html.includes('<a href="/admin/audit">First page</a>'));
});

test("GET /admin/audit - an invalid cursor starts with the newest", async (admin) => {
  await admin.post(admin.pageOf(admin.ann), { action: "disable" });
  const cursor = "%3Cscript%3E%00";
  const { status, html } = await admin.get(`/admin/audit?before=${cursor}`);
  assert.equal(status, 200);
  assert(html.includes("Account disabled"));
  assert.equal(html.includes("<script"), false);
});
