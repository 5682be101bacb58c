import assert from "node:assert/strict";
import {
  AUDIT_ACTIONS,
  type AuditDetail,
  type AuditEntry,
} from "../../../lib/store/audit.ts";
import { auditRows } from "../../../lib/admin/audit_rows.ts";

function entry(over: Partial<AuditEntry>): AuditEntry {
  return {
    atMs: 1,
    actor: "a@example.net",
    actorId: "1",
    action: "ban.add",
    subject: "s",
    detail: null,
    ...over,
  };
}

Deno.test("auditRows - has a label for each action", () => {
  const rows = auditRows(AUDIT_ACTIONS.map((action) => entry({ action })));
  assert.deepEqual(rows[0], {
    atMs: 1,
    actor: "a@example.net",
    actorId: "1",
    action: "Account added",
    subject: "s",
    detail: "",
  });
  const words = rows.map(({ action }) => action);
  assert.equal(new Set(words).size, AUDIT_ACTIONS.length);
  assert(words.every((text) => /^[A-Z][a-z-]+ [a-z]+$/.test(text)));
});

Deno.test("auditRows - in Chinese", () => {
  const entries = AUDIT_ACTIONS.map((action) =>
    entry({ action, actor: "command line", actorId: null })
  );
  const words = auditRows(entries, "zh").map(({ action }) => action);
  assert.equal(words[0], "添加账号");
  assert.equal(auditRows(entries, "zh")[0].actor, "命令行");
  assert.equal(auditRows(entries, "en")[0].actor, "command line");
  const first = [entry({ actor: "configuration", actorId: null })];
  assert.equal(auditRows(first, "en")[0].actor, "configuration");
  assert.equal(auditRows(first, "zh")[0].actor, "配置");
  const fields = [entry({ action: "fields.set", subject: "home page" })];
  assert.equal(auditRows(fields, "en")[0].subject, "home page");
  assert.equal(auditRows(fields, "zh")[0].subject, "首页");
  assert.equal(new Set(words).size, AUDIT_ACTIONS.length);
  assert(words.every((text) => /^\p{Script=Han}+$/u.test(text)));
});

const untilMs = Date.UTC(2026, 10, 21, 15);
const none = { shown: [], hidden: [] };
const details: [detail: AuditDetail | null, en: string, zh: string][] = [
  [null, "", ""],
  [{ code: "administrator", params: {} }, "administrator", "管理员"],
  [{ code: "admin-granted", params: {} }, "granted", "授予"],
  [{ code: "admin-revoked", params: {} }, "revoked", "撤销"],
  [
    { code: "tier", params: { tier: "standard", quota: null } },
    "standard",
    "标准",
  ],
  [
    { code: "tier", params: { tier: "vip", quota: 7000 } },
    "vip, 7,000 per month",
    "VIP，每月 7,000 次",
  ],
  // Of another version.
  [{ code: "tier", params: { tier: "gold", quota: null } }, "gold", "gold"],
  [
    { code: "new-email", params: { email: "b@example.net" } },
    "→ b@example.net",
    "→ b@example.net",
  ],
  [{ code: "token-name", params: { name: "given" } }, "given", "given"],
  [
    { code: "manual-ban", params: { untilMs: null, reason: "" } },
    "permanent",
    "永久",
  ],
  [
    { code: "manual-ban", params: { untilMs: null, reason: "until a fix: x" } },
    "permanent: until a fix: x",
    "永久：until a fix: x",
  ],
  [
    { code: "manual-ban", params: { untilMs, reason: "" } },
    "until 2026-11-21 15:00 UTC",
    "截至 2026-11-21 15:00 UTC",
  ],
  [
    { code: "manual-ban", params: { untilMs, reason: "scans" } },
    "until 2026-11-21 15:00 UTC: scans",
    "截至 2026-11-21 15:00 UTC：scans",
  ],
  [{ code: "automatic-ban", params: {} }, "automatic ban", "自动封禁"],
  [{ code: "unreadable-ban", params: {} }, "unreadable record", "无法读取"],
  [
    {
      code: "fields",
      params: { guest: { shown: [], hidden: ["city"] }, member: none },
    },
    "guests: −City",
    "访客：−城市",
  ],
  [
    {
      code: "fields",
      params: {
        guest: { shown: ["asnType"], hidden: ["city"] },
        // Of another version.
        member: { shown: [], hidden: ["formerField", "constructor"] },
      },
    },
    "guests: +AS type, −City; members: −formerField, −constructor",
    "访客：+AS 类型、−城市；会员：−formerField、−constructor",
  ],
];
for (const [detail, en, zh] of details) {
  Deno.test(`auditRows - the detail ${JSON.stringify(detail)}`, () => {
    assert.equal(auditRows([entry({ detail })])[0].detail, en);
    assert.equal(auditRows([entry({ detail })], "zh")[0].detail, zh);
  });
}
