import assert from "node:assert/strict";
import { AUDIT_ACTIONS } from "../../../lib/accounts/audit.ts";
import { auditRows } from "../../../lib/admin/audit_text.ts";

Deno.test("auditRows - says each action in words of its own", () => {
  const entry = {
    atMs: 1,
    actor: "a",
    actorId: "1",
    subject: "s",
    detail: "d",
  };
  const rows = auditRows(AUDIT_ACTIONS.map((action) => ({ ...entry, action })));
  assert.deepEqual(rows[0], { ...entry, action: "Account added" });
  const words = rows.map(({ action }) => action);
  assert.equal(new Set(words).size, AUDIT_ACTIONS.length);
  assert(words.every((text) => /^[A-Z][a-z]+ [a-z]+$/.test(text)));
});

Deno.test("auditRows - in Chinese", () => {
  const rows = auditRows(
    AUDIT_ACTIONS.map((action, atMs) => ({
      atMs,
      actor: "command line",
      actorId: null,
      subject: "s",
      detail: "d",
      action,
    })),
    "zh",
  );
  const words = rows.map(({ action }) => action);
  assert.equal(words[0], "添加账号");
  assert.equal(rows[0].actor, "命令行");
  assert.equal(new Set(words).size, AUDIT_ACTIONS.length);
  assert(words.every((text) => /^\p{Script=Han}+$/u.test(text)));
});
