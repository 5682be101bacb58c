import assert from "node:assert/strict";
import { AUDIT_ACTIONS } from "../../../lib/store/audit.ts";
import { auditRows, chineseDetail } from "../../../lib/admin/audit_rows.ts";
import fc from "fast-check";

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

Deno.test("chineseDetail - says what is on record in English", () => {
  for (
    const [action, english, chinese] of [
      ["account.add", "administrator", "管理员"],
      ["account.add", "", ""],
      ["account.admin", "given", "授予"],
      ["account.admin", "taken away", "撤销"],
      ["account.tier", "standard", "标准"],
      ["account.tier", "vip, 7000 a month", "VIP，每月 7,000 次"],
      ["ban.add", "for ever", "永久"],
      ["ban.add", "for ever: until a fix: soon", "永久：until a fix: soon"],
      [
        "ban.add",
        "until 2026-11-21T15:00:00.000Z: scans",
        "截至 2026-11-21T15:00:00.000Z：scans",
      ],
      [
        "ban.lift",
        "until 2026-11-21T15:00:00.000Z",
        "截至 2026-11-21T15:00:00.000Z",
      ],
      ["ban.lift", "automatic", "自动封禁"],
      ["ban.lift", "unreadable", "无法读取"],
      ["fields.set", "guest: -city", "访客：-城市"],
      [
        "fields.set",
        "guest: +asnType -city; member: -formerField",
        "访客：+AS 类型、-城市；会员：-formerField",
      ],
    ] as const
  ) assert.equal(chineseDetail(action, english), chinese, english);
});

Deno.test("chineseDetail - a name or an address is no word of ours", () => {
  for (
    const action of ["token.create", "token.revoke", "account.email"] as const
  ) {
    for (const detail of ["given", "for ever", "→ vip@example.net"]) {
      assert.equal(chineseDetail(action, detail), detail);
    }
  }
});

Deno.test("chineseDetail - what nobody knows stays as it is", () => {
  for (const action of AUDIT_ACTIONS) {
    for (const detail of ["gold, 7 a month", "constructor", "x"]) {
      assert.equal(chineseDetail(action, detail), detail);
    }
  }
});

Deno.test("chineseDetail - the reason of a ban is told in whole", () => {
  fc.assert(fc.property(fc.string(), (reason) => {
    assert.equal(
      chineseDetail("ban.add", `for ever: ${reason}`),
      `永久：${reason}`,
    );
  }));
});
