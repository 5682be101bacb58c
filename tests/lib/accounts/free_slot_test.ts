import assert from "node:assert/strict";
import type { Account } from "../../../lib/accounts/account.ts";
import { slotForToken } from "../../../lib/accounts/free_slot.ts";
import { inputRefusal, refusalOf, START_MS } from "./rig.ts";

function account(
  tier: Account["tier"],
  slots: number[],
  spentSlots: Account["spentSlots"] = [],
): Account {
  const tokens = slots.map((slot) => ({
    id: `t${slot}`,
    name: "",
    hash: "",
    lastFour: "",
    slot,
    createdAtMs: 1,
  }));
  return {
    id: "a",
    email: "a@example.com",
    passwordHash: "",
    isAdmin: false,
    isDisabled: false,
    tier,
    vipQuota: null,
    createdAtMs: 1,
    sessionsSinceMs: 1,
    tokens,
    spentSlots,
  };
}

function slotOf(account: Account, replaces: string | null = null): number {
  return slotForToken(account, replaces, START_MS);
}

async function assertConflict(
  account: Account,
  replaces: string | null,
  message: string,
) {
  const refusal = await refusalOf(
    Promise.resolve().then(() => slotOf(account, replaces)),
  );
  assert.deepEqual(refusal, inputRefusal("replaces", message, 409));
}

const spent = (slot: number, untilMs = START_MS + 1) => ({ slot, untilMs });

Deno.test("slotForToken - a free or standard account's one token has the first", async () => {
  for (const tier of ["free", "standard"] as const) {
    assert.equal(slotOf(account(tier, [])), 0);
    assert.equal(slotOf(account(tier, [], [spent(0)])), 0);
    assert.equal(slotOf(account(tier, [0]), "t0"), 0);
    await assertConflict(
      account(tier, [0]),
      null,
      "This account has a token. A new one can replace it, with the same count.",
    );
  }
});

Deno.test("slotForToken - what takes a token's place has its slot", () => {
  assert.equal(slotOf(account("vip", [0, 3]), "t3"), 3);
  assert.equal(slotOf(account("free", [3, 1]), "t1"), 1);
});

Deno.test("slotForToken - what is not there, or sleeps, is not replaced", async () => {
  await assertConflict(
    account("vip", [0]),
    "t1",
    "The token to replace is no longer there.",
  );
  await assertConflict(
    account("free", [3, 1]),
    "t3",
    "A token that sleeps cannot be replaced, only revoked.",
  );
});

Deno.test("slotForToken - a vip's next has the lowest that is free and not spent", () => {
  assert.equal(slotOf(account("vip", [])), 0);
  assert.equal(slotOf(account("vip", [0, 2])), 1);
  assert.equal(slotOf(account("vip", [0, 2], [spent(1)])), 3);
  assert.equal(slotOf(account("vip", [0, 2], [spent(1, START_MS)])), 1);
});

Deno.test("slotForToken - tells a vip without room what there is to do", async () => {
  await assertConflict(
    account("vip", [0, 1, 2, 3, 4]),
    null,
    "This account has 5 tokens, and no room for more. A new one can replace one of them.",
  );
  const reset = spent(1, Date.UTC(2026, 11, 1));
  await assertConflict(
    account("vip", [0, 2, 3, 4], [reset, spent(0, START_MS)]),
    null,
    "All 5 places for tokens are taken; that of a revoked token is free again at 2026-12-01T00:00:00Z.",
  );
});
