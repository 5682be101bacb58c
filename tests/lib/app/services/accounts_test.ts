import assert from "node:assert/strict";
import { parseEmail } from "../../../../lib/accounts/account.ts";
import { testApp } from "../../../support/app.ts";
import { readAdFile } from "../../../../lib/app/services/accounts.ts";
import { ConfigError } from "../../../../lib/core/errors.ts";

const password = "correct horse battery";
const env = { ADMIN_EMAIL: "Root@example.net", ADMIN_PASSWORD: password };

Deno.test("openAccountServices - creates the first administrator once, and keeps a changed password", async () => {
  const folder = await Deno.makeTempDir();
  const openKv = () => Deno.openKv(`${folder}/kv`);
  try {
    for (const given of [password, "another horse battery"]) {
      await using app = await testApp({
        env: { ...env, ADMIN_PASSWORD: given },
        openKv,
      });
      const { accounts, audit } = app.services;
      const email = parseEmail("root@example.net");
      const account = await accounts.authenticate(email, password);
      assert.equal(account.isAdmin, true);
      assert.deepEqual(await audit.list({ before: null, limit: 9 }), {
        entries: [{
          atMs: account.createdAtMs,
          actor: "configuration",
          actorId: null,
          action: "account.add",
          subject: "Root@example.net",
          detail: { code: "administrator", params: {} },
        }],
        next: null,
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const folder = await Deno.makeTempDir();
Deno.test.afterAll(() => Deno.remove(folder, { recursive: true }));
const file = `${folder}/ad.html`;
await Deno.writeTextFile(file, "<p>An ad</p>");
const large = `${folder}/large.html`;
await Deno.writeFile(large, new Uint8Array(1_000_001));

async function assertFault(path: string, message: string) {
  await assert.rejects(readAdFile(path), (error) => {
    assert(error instanceof ConfigError);
    assert.deepEqual(error.issues, [{ variable: "AD_HTML_FILE", message }]);
    return true;
  });
}

const UNREADABLE =
  "cannot be read: it must be a file that lies where the service may read, such as DATA_DIR";

Deno.test("readAdFile - returns the file's text, or null if none is configured", async () => {
  assert.equal(await readAdFile(file), "<p>An ad</p>");
  assert.equal(await readAdFile(undefined), null);
});

Deno.test("readAdFile - throws ConfigError for a missing, irregular or large file", async () => {
  await assertFault(
    `${folder}/none.html`,
    `there is no file ${folder}/none.html`,
  );
  await assertFault(folder, UNREADABLE);
  await assertFault(large, "is larger than 1000000 bytes");
});

Deno.test({
  name: "readAdFile - reports a missing permission in plain words",
  permissions: { read: false },
  fn: () => assertFault(file, UNREADABLE),
});
