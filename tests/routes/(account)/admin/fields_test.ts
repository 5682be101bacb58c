import assert from "node:assert/strict";
import { HOME_FIELD_NAMES } from "../../../../lib/ipinfo/view/home_fields.ts";
import { type AdminFixture, element, openAdmin, PEER } from "./fixture.ts";
import { testWith } from "../../../support/test_with.ts";
import { assertHidden, assertShown } from "../../../support/routes.ts";

const test = testWith(openAdmin);

function versionIn(html: string): string {
  const [, version] = /name="version" value="([^"]*)"/.exec(html) ?? [];
  assert(version !== undefined);
  return version;
}

/** The names of the boxes that are ticked on a page. */
function tickedIn(html: string): string[] {
  const pattern = /<input type="checkbox" name="([^"]+)"[^>]* checked/g;
  return Array.from(html.matchAll(pattern), ([, name]) => name);
}

/** The form as it is on the page, with some boxes ticked or not. */
async function sent(admin: AdminFixture, change: Record<string, boolean> = {}) {
  const { html } = await admin.get("/admin/fields");
  const on = new Set(tickedIn(html));
  for (const [name, isOn] of Object.entries(change)) {
    if (isOn) on.add(name);
    else on.delete(name);
  }
  return {
    action: "fields",
    version: versionIn(html),
    ...Object.fromEntries([...on].map((name) => [name, "yes"])),
  };
}

async function homeOf(admin: AdminFixture, who: AdminFixture["ann"] | null) {
  const { html } = await admin.send(who, "/");
  return html;
}

test("GET /admin/fields - has a checkbox for every field and audience, except the abuse contact for guests", async (admin) => {
  const { html } = await admin.get("/admin/fields");
  const names = [...html.matchAll(/<input type="checkbox" name="([^"]+)"/g)]
    .map((match) => match[1]).sort();
  const expected = HOME_FIELD_NAMES
    .flatMap((field) => [`guest.${field}`, `member.${field}`])
    .filter((name) => name !== "guest.abuseContact").sort();
  assert.deepEqual(names, expected);
  const row = element(html, "Abuse contact</td>", "</tr>");
  assert(row.includes("never"));
});

test("POST /admin/fields - takes effect on the next page of each audience, with an audit entry", async (admin) => {
  const [country, sources] = ["<dt>Country</dt>", "<dt>Sources used</dt>"];
  const before = await homeOf(admin, null);
  assertShown(before, country);
  assertHidden(before, sources);
  assertShown(await homeOf(admin, admin.ann), sources);

  const changed = await sent(admin, {
    "guest.country": false,
    "guest.sourcesUsed": true,
    "member.sourcesUsed": false,
  });
  await admin.sends("/admin/fields", changed, "/admin/fields?done=fields");
  const guest = await homeOf(admin, null);
  assertHidden(guest, country);
  assertShown(guest, sources);
  const member = await homeOf(admin, admin.ann);
  assertShown(member, country);
  assertHidden(member, sources);
  await admin.recorded(
    "fields.set | home page | guests: +Sources used, −Country; members: −Sources used",
  );
});

test("POST /admin/fields - never shows the abuse contact to guests", async (admin) => {
  const fields = await sent(admin);
  await admin.post("/admin/fields", { ...fields, "guest.abuseContact": "yes" });
  assertHidden(await homeOf(admin, null), "<dt>Abuse contact");
  const { current } = admin.app.services.fieldSwitches;
  assert.equal(current.guest.abuseContact, false);
  await admin.recorded();
});

test("POST /admin/fields - refuses an outdated form, and keeps its checkboxes", async (admin) => {
  const mine = await sent(admin, { "guest.city": false });
  const theirs = await sent(admin, { "guest.region": false });
  await admin.post("/admin/fields", theirs);
  const html = await admin.refuses("/admin/fields", mine, 409);
  assert(html.includes(
    "Someone else has changed the fields since you opened this page. Check them and save again.",
  ));
  assert.equal(tickedIn(html).includes("guest.city"), false);
  assert(tickedIn(html).includes("guest.region"));
  assert.notEqual(versionIn(html), mine.version);
  const { current } = admin.app.services.fieldSwitches;
  assert.equal(current.guest.city, true);
  assert.equal(current.guest.region, false);
});

test("POST /admin/fields - previews boxes without saving them", async (admin) => {
  const boxes = await sent(admin, { "guest.country": false });
  const fields = { ...boxes, action: "preview" };
  const { status, html } = await admin.post("/admin/fields", fields);
  assert.equal(status, 200);
  assert(html.includes(">This is a preview. Nothing has been saved yet.<"));
  const guests = element(html, "<h3>Guests</h3>", "</section>");
  assert.equal(guests.includes("<dt>Country</dt>"), false);
  assert.equal(tickedIn(html).includes("guest.country"), false);
  assert.equal(versionIn(html), boxes.version);
  assert(admin.app.services.fieldSwitches.current.guest.country);
  await admin.recorded();
});

test("GET /admin/fields - previews what guests and members see of this address", async (admin) => {
  const preview = async (audience: string) => {
    const { html } = await admin.get("/admin/fields");
    return element(html, `<h3>${audience}</h3>`, "</section>");
  };
  const guests = await preview("Guests");
  assert(guests.includes(`<code>${PEER}</code>`));
  assert(guests.includes("<dt>Country</dt>"));
  assert.equal(guests.includes("<dt>Sources used</dt>"), false);
  assert(guests.includes("Members only: Abuse contact, "));
  assert((await preview("Members")).includes("<dt>Sources used</dt>"));

  const fields = await sent(admin, { "guest.country": false });
  await admin.post("/admin/fields", fields);
  assert.equal((await preview("Guests")).includes("<dt>Country</dt>"), false);
  assert((await preview("Members")).includes("<dt>Country</dt>"));
});
