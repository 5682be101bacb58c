import assert from "node:assert/strict";
import {
  memberRow,
  memberView,
  tierChoices,
} from "../../../lib/admin/member_view.ts";
import { openRig, signUp, START_MS } from "../accounts/rig.ts";

Deno.test("memberRow, memberView - tell of an account, and nothing secret", async () => {
  using rig = await openRig();
  const account = {
    ...await signUp(rig, "ann@example.net"),
    tokens: [{
      id: "t1",
      name: "job",
      hash: "secret hash",
      lastFour: "abcd",
      slot: 0,
      createdAtMs: START_MS,
    }],
  };
  const row = {
    id: account.id,
    email: "ann@example.net",
    tier: "free",
    vipQuota: null,
    isAdmin: false,
    isDisabled: false,
    tokenCount: 1,
    createdAtMs: START_MS,
  };
  assert.deepEqual(memberRow(account), row);
  const quota = {
    tier: "free" as const,
    limit: 150,
    used: 20,
    remaining: 130,
    resetAtMs: 9,
  };
  const view = await memberView({
    tokens: { uses: () => Promise.resolve(new Map([["t1", 5]])) },
    quotas: { ofSlot: () => Promise.resolve(quota) },
    ads: { leftToday: () => Promise.resolve(0) },
  }, account);
  assert.deepEqual(view, {
    ...row,
    tokens: [{
      id: "t1",
      name: "job",
      lastFour: "abcd",
      createdAtMs: START_MS,
      usedAtMs: 5,
      quota: { limit: 150, used: 20, resetAtMs: 9 },
    }],
  });
});

Deno.test("tierChoices - say what each tier gives", () => {
  const textsIn = (language: "en" | "zh") =>
    tierChoices(language).map(({ tier, text }) => [tier, text]);
  assert.deepEqual(textsIn("en"), [
    ["free", "free: 100 a month"],
    ["standard", "standard: 1,000 a month"],
    ["vip", "vip: up to 5 tokens, 10,000 a month each or as many as below"],
  ]);
  assert.deepEqual(textsIn("zh"), [
    ["free", "免费：每月 100 次"],
    ["standard", "标准：每月 1,000 次"],
    ["vip", "VIP：最多 5 个令牌，每个每月 10,000 次，或按下方的数值"],
  ]);
});
