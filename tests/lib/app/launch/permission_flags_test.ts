import assert from "node:assert/strict";
import manifest from "../../../../deno.json" with { type: "json" };
import { permissionFlags } from "../../../../lib/app/launch/permission_flags.ts";

function flags(env: Record<string, string> = {}, ...args: string[]): string[] {
  const { serve } = manifest.permissions;
  return permissionFlags(serve, (name) => env[name], args);
}

Deno.test("permissionFlags - adds nothing to the permissions of deno.json by default", () => {
  assert.deepEqual(flags(), []);
  const usual = { DATA_DIR: "./data", GEO_DATABASES: "", AD_HTML_FILE: "" };
  assert.deepEqual(flags(usual, "backup", "-"), []);
  assert.deepEqual(flags(usual, "user", "add", "a@example.net"), []);
});

Deno.test("permissionFlags - grants another folder for the data, instead of ./data", () =>
  assert.deepEqual(flags({ DATA_DIR: "/srv/porthole" }, "serve"), [
    "--allow-read=.,/etc/resolv.conf,/srv/porthole",
    "--allow-write=/srv/porthole",
  ]));

Deno.test("permissionFlags - lets configured files be read, and not written", () => {
  const env = {
    GEO_DATABASES: "/srv/a.mmdb, /srv/b.mmdb",
    CN_REGION_DB: "/srv/c.xdb",
    LABELS: "/srv/labels.csv",
    AD_HTML_FILE: "/srv/ad.html",
  };
  assert.deepEqual(flags(env), [
    "--allow-read=.,/etc/resolv.conf,/srv/a.mmdb,/srv/b.mmdb,/srv/c.xdb,/srv/labels.csv,/srv/ad.html",
    "--allow-write=./data",
  ]);
});

Deno.test("permissionFlags - grants the file of a backup", () => {
  assert.deepEqual(flags({}, "backup", "/srv/x.tar"), [
    "--allow-read=.,/etc/resolv.conf,/srv/x.tar,/srv/x.tar.part",
    "--allow-write=./data,/srv/x.tar,/srv/x.tar.part",
  ]);
  assert.deepEqual(flags({}, "restore", "--replace", "/srv/x.tar"), [
    "--allow-read=.,/etc/resolv.conf,/srv/x.tar",
    "--allow-write=./data",
  ]);
});

Deno.test("permissionFlags - grants the state file of watch, and no file of its program", () => {
  const of = (...args: string[]) =>
    permissionFlags(manifest.permissions.watch, () => undefined, args);
  const granted = [
    "--allow-read=.,/srv/watch.json,/srv/watch.json.tmp",
    "--allow-write=./data,/srv/watch.json,/srv/watch.json.tmp",
  ];
  const asked = of("watch", "--once", "--state", "/srv/watch.json");
  assert.deepEqual(asked, granted);
  assert.deepEqual(of("watch", "--state=/srv/watch.json", "x"), granted);
  assert.deepEqual(of("watch", "--", "x", "--state", "/srv/x"), []);
  assert.deepEqual(of("watch", "--state"), []);
  assert.deepEqual(of("serve", "--state", "/srv/x"), []);
});

Deno.test("permissionFlags - a comma in a path would be a second path", () => {
  const message = "/srv/a,/: paths must not contain commas";
  assert.throws(() => flags({}, "backup", "/srv/a,/"), { message });
});

Deno.test("permissionFlags - grants nothing for a variable with a comma, which the service reports", () =>
  assert.deepEqual(flags({ DATA_DIR: "/srv/a,/", LABELS: "/srv/b,/" }), []));
