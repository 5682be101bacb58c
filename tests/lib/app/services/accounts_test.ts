import assert from "node:assert/strict";
import { parseEmail } from "../../../../lib/accounts/account_record.ts";
import { testApp } from "../../../support/app.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

const password = "correct horse battery";
const env = { ADMIN_EMAIL: "Root@example.net", ADMIN_PASSWORD: password };

Deno.test("openAccountServices - creates the first administrator once, and keeps a changed password", async () => {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  const openKv = () => Deno.openKv(`${folder}/kv`);
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
});
