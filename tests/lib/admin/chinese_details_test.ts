import assert from "node:assert/strict";
import fc from "fast-check";
import { AUDIT_ACTIONS } from "../../../lib/accounts/audit.ts";
import { chineseDetail } from "../../../lib/admin/chinese_details.ts";

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
