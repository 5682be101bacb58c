import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { restoreBackup } from "../lib/app/backup/restore_backup.ts";
import { INDEX_FILE } from "../lib/app/services/dns.ts";
import { STORE_FILE } from "../lib/store/open_store.ts";
import store from "./fixtures/kept_store.json" with { type: "json" };
import { testApp } from "./support/app.ts";
import { FormClient, pageOf } from "./support/forms.ts";

/** Restores what an earlier version backed up, as it was then. @returns the data folder */
async function restored(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "upgrade-" });
  const archive = await Deno.open(
    new URL("fixtures/kept_store.tar.gz", import.meta.url),
  );
  await restoreBackup(
    { dataDir: folder, databases: [STORE_FILE, INDEX_FILE], force: false },
    archive.readable.pipeThrough(new DecompressionStream("gzip")),
  );
  // Deno expires entries by the machine's clock, which a test cannot set.
  const store = new DatabaseSync(join(folder, STORE_FILE));
  store.exec("UPDATE kv SET expiration_ms = -1");
  store.close();
  return folder;
}

Deno.test("upgrade - reads accounts, tokens, quotas, bans, fields, the audit log, ads and the index of an earlier version", async (t) => {
  const folder = await restored();
  try {
    await using app = await testApp({
      env: { DATA_DIR: folder, RATE_LIMIT_PAGES: "0" },
      openKv: () => Deno.openKv(join(folder, STORE_FILE)),
    });
    app.clock.now = store.atMs;
    const signedIn = async (email: string) => {
      const client = new FormClient(app);
      const { password } = store;
      const response = await client.post("/sign-in", { email, password });
      assert.equal(response.status, 303);
      await response.body?.cancel();
      return client;
    };
    const root = await signedIn("root@example.net");

    await t.step("members sign in, and stay signed in", async () => {
      const html = await pageOf(root.get("/admin/members"));
      for (const name of ["root", "ann", "bob"]) {
        assert(html.includes(`${name}@example.net`), name);
      }
      const bob = new FormClient(app);
      bob.cookies.set(...store.session.split("=") as [string, string]);
      assert.match(await pageOf(bob.get("/console")), /bob@example\.net/);
    });

    await t.step(
      "tokens go on with their quotas and what ads added",
      async () => {
        const usageOf = async (token: string) => {
          const { headers, body, status } = await app.get(
            "/api/v2/ip/8.8.8.8",
            { headers: { authorization: `Bearer ${token}` } },
          );
          await body?.cancel();
          return [status, headers.get("x-token-type")]
            .concat(headers.get("x-ratelimit-limit"))
            .concat(headers.get("x-ratelimit-remaining"));
        };
        assert.deepEqual(await usageOf(store.tokens.ann), [
          200,
          "vip",
          "7",
          "3",
        ]);
        assert.deepEqual(await usageOf(store.tokens.bob), [
          200,
          "free",
          "150",
          "148",
        ]);
      },
    );

    await t.step("a ban stands", async () => {
      const response = await app.get("/", { peer: "203.0.113.9" });
      await response.body?.cancel();
      assert.equal(response.status, 403);
    });

    await t.step("a field that was switched off stays off", async () => {
      const home = await app.get("/", {
        peer: "66.102.0.1",
        headers: { accept: "text/html" },
      });
      const html = await home.text();
      assert.match(html, /<dt>Time zone<\/dt>/);
      assert.doesNotMatch(html, /<dt>Country<\/dt>/);
    });

    await t.step("the audit log is shown", async () => {
      const html = await pageOf(root.get("/admin/audit"));
      assert.match(html, /203\.0\.113\.0\/24/);
      assert.match(html, /spam/);
      assert.match(html, /root@example\.net/);
    });

    await t.step("the index finds a name", async () => {
      const response = await app.get(
        "/lookup/66.102.0.1?dns_type=ip_domains&output=json",
      );
      assert.equal(response.status, 200);
      const { data } = await response.json();
      assert.deepEqual(data.rows, [{
        ip: "66.102.0.1",
        domain: "www.example.test",
        source: "index",
        seen_at: new Date(store.atMs).toISOString().slice(0, 10),
      }]);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
