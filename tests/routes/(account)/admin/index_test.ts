import assert from "node:assert/strict";
import { openAdmin } from "./rig.ts";

Deno.test("GET /admin - shows counts with links", async () => {
  await using rig = await openAdmin();
  await rig.post("/admin/bans", {
    action: "ban",
    cidr: "198.51.100.0/24",
    hours: "1",
    reason: "scans",
  });
  const { html } = await rig.get("/admin");
  const figures = [
    ...html.matchAll(
      /<a href="([^"]+)"><strong>([^<]+)<\/strong> ([^<]+)<\/a>/g,
    ),
  ].map(([, href, value, label]) => `${label}: ${value} ${href}`);
  assert.deepEqual(figures, [
    "Members: 2 /admin/members",
    "Administrators: 1 /admin/members",
    "Manual bans: 1 /admin/bans",
    "Automatic bans: 0 /admin/bans",
    "Fields shown to guests (of 26): 22 /admin/fields",
    "Fields shown to members (of 26): 26 /admin/fields",
  ]);
  assert(html.includes("Ban added"));
});

Deno.test("GET /admin - the navigation marks the current page", async () => {
  await using rig = await openAdmin();
  for (
    const [path, current] of [
      ["/admin", "/admin"],
      ["/admin/members?q=a", "/admin/members"],
      [rig.pageOf(rig.ann), "/admin/members"],
      ["/admin/analytics", "/admin/analytics"],
      ["/admin/audit", "/admin/audit"],
    ]
  ) {
    const { html } = await rig.get(path);
    const marked = [
      ...html.matchAll(/<a href="([^"]+)" aria-current="(page|true)">/g),
    ].map((match) => match.slice(1));
    const isOverview = path === "/admin";
    assert.deepEqual(marked, [
      // The header's link to the administration, then the tab.
      ["/admin", isOverview ? "page" : "true"],
      [current, "page"],
    ], path);
  }
});
