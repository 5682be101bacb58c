import assert from "node:assert/strict";
import {
  AUDIT_ACTIONS,
  type AuditDetail,
  type AuditEntry,
} from "../../../lib/store/audit.ts";
import { auditRows } from "../../../lib/admin/audit_rows.ts";

const plain = { atMs: 1, actor: "a@example.net", actorId: "1", subject: "s" };

function entry(over: Partial<AuditEntry>): AuditEntry {
  return { ...plain, action: "ban.add", detail: null, ...over };
}

Deno.test("auditRows - has a label for each action", () => {
  const rows = auditRows(AUDIT_ACTIONS.map((action) => entry({ action })));
  assert.deepEqual(rows[0], { ...plain, action: "Account added", detail: "" });
  const words = rows.map(({ action }) => action);
  assert.equal(new Set(words).size, AUDIT_ACTIONS.length);
  assert(words.every((text) => /^[A-Z][a-z-]+ [a-z]+$/.test(text)));
});

Deno.test("auditRows - in Chinese", () => {
  const entries = AUDIT_ACTIONS.map((action) => entry({ action }));
  const words = auditRows(entries, "zh").map(({ action }) => action);
  assert.equal(words[0], "添加账号");
  assert.equal(new Set(words).size, AUDIT_ACTIONS.length);
  assert(words.every((text) => /^\p{Script=Han}+$/u.test(text)));
});

const ofTheService = [
  ["actor", { actor: "command line", actorId: null }, "命令行"],
  ["actor", { actor: "configuration", actorId: null }, "配置"],
  ["subject", { action: "fields.set", subject: "home page" }, "首页"],
] as const;
for (const [column, over, zh] of ofTheService) {
  Deno.test(`auditRows - ${Object.values(over)} in both languages`, () => {
    const one = entry(over);
    assert.equal(auditRows([one], "en")[0][column], one[column]);
    assert.equal(auditRows([one], "zh")[0][column], zh);
  });
}

type Switched = { shown: string[]; hidden: string[] };
const none = { shown: [], hidden: [] };
const guest = { shown: ["asnType"], hidden: ["city"] };
// Of another version.
const member = { shown: [], hidden: ["formerField", "constructor"] };
const untilMs = Date.UTC(2026, 10, 21, 15);
const [EN, ZH] = ["until 2026-11-21 15:00 UTC", "截至 2026-11-21 15:00 UTC"];

const plan = (tier: string, quota: number | null): AuditDetail => ({
  code: "tier",
  params: { tier, quota },
});
const ban = (untilMs: number | null, reason: string): AuditDetail => ({
  code: "manual-ban",
  params: { untilMs, reason },
});
const fields = (guest: Switched, member: Switched): AuditDetail => ({
  code: "fields",
  params: { guest, member },
});
const email = "b@example.net";

const details: [detail: AuditDetail | null, en: string, zh: string][] = [
  [null, "", ""],
  [{ code: "administrator", params: {} }, "administrator", "管理员"],
  [{ code: "admin-granted", params: {} }, "granted", "授予"],
  [{ code: "admin-revoked", params: {} }, "revoked", "撤销"],
  [plan("standard", null), "standard", "标准"],
  [plan("vip", 7000), "vip, 7,000 per month", "VIP，每月 7,000 次"],
  // Of another version.
  [plan("gold", null), "gold", "gold"],
  [{ code: "new-email", params: { email } }, `→ ${email}`, `→ ${email}`],
  [{ code: "token-name", params: { name: "given" } }, "given", "given"],
  [ban(null, ""), "permanent", "永久"],
  [
    ban(null, "until a fix: x"),
    "permanent: until a fix: x",
    "永久：until a fix: x",
  ],
  [ban(untilMs, ""), EN, ZH],
  [ban(untilMs, "scans"), `${EN}: scans`, `${ZH}：scans`],
  [{ code: "automatic-ban", params: {} }, "automatic ban", "自动封禁"],
  [{ code: "unreadable-ban", params: {} }, "unreadable record", "无法读取"],
  [
    fields({ shown: [], hidden: ["city"] }, none),
    "guests: −City",
    "访客：−城市",
  ],
  [
    fields(guest, member),
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
