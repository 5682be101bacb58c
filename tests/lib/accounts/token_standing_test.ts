import assert from "node:assert/strict";
import type { Account } from "../../../lib/accounts/account.ts";
import {
  isAsleep,
  unauthorized,
  usableToken,
} from "../../../lib/accounts/token_standing.ts";

function token(slot: number) {
  const id = `t${slot}`;
  return { id, name: id, hash: `h${slot}`, lastFour: "", slot, createdAtMs: 1 };
}

const account: Account = {
  id: "a",
  email: "a@example.com",
  passwordHash: "",
  isAdmin: false,
  isDisabled: false,
  tier: "vip",
  vipQuota: null,
  createdAtMs: 1,
  sessionsSinceMs: 1,
  tokens: [token(4), token(2)],
  spentSlots: [],
};

Deno.test("usableToken - finds an account's token by its hash", () => {
  assert.deepEqual(usableToken(account, "h2"), { account, token: token(2) });
});

Deno.test("usableToken - 401 for what the account has not", () => {
  const refusal = unauthorized();
  assert.equal(refusal.status, 401);
  for (const hash of ["h3", "h", "h22", ""]) {
    assert.throws(() => usableToken(account, hash), refusal, hash);
  }
  assert.throws(() => usableToken(null, "h2"), refusal);
});

Deno.test("usableToken - 403 where the account is disabled or the token sleeps", () => {
  assert.throws(() => usableToken({ ...account, isDisabled: true }, "h2"), {
    status: 403,
    code: "FORBIDDEN",
    message: "This account is disabled.",
  });
  assert.throws(() => usableToken({ ...account, tier: "free" }, "h4"), {
    status: 403,
    code: "FORBIDDEN",
    message: "This token sleeps: the account's plan has fewer tokens now.",
  });
});

Deno.test("isAsleep - the lowest slots are awake, as many as the tier has", () => {
  const asleep = (tier: Account["tier"]) =>
    account.tokens.map((token) => isAsleep({ ...account, tier }, token));
  assert.deepEqual(asleep("vip"), [false, false]);
  assert.deepEqual(asleep("standard"), [true, false]);
  assert.deepEqual(asleep("free"), [true, false]);
});
