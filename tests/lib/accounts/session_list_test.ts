import assert from "node:assert/strict";
import type { Account } from "../../../lib/accounts/account.ts";
import {
  revokeByHandle,
  sessionViews,
} from "../../../lib/accounts/session_list.ts";

const account: Account = {
  id: "a1",
  email: "member@example.com",
  passwordHash: "",
  isAdmin: false,
  isDisabled: false,
  tier: "free",
  vipQuota: null,
  createdAtMs: 0,
  sessionsSinceMs: 0,
  tokens: [],
  spentSlots: [],
};

const ids = ["A".repeat(43), "B".repeat(43)];
const member = { account, sessionId: ids[1] };

function sessionsThat(revoked: string[][]) {
  return {
    list: () =>
      Promise.resolve(ids.map((id, i) => ({
        id,
        createdAtMs: i,
        seenAtMs: i + 10,
        expiresAtMs: i + 20,
        agent: `Agent/${i}`,
        address: `192.0.2.${i}`,
      }))),
    revoke(accountId: string, id: string) {
      revoked.push([accountId, id]);
      return Promise.resolve();
    },
  };
}

Deno.test("sessionViews - marks the one that asks, and tells no whole id", async () => {
  assert.deepEqual(await sessionViews(sessionsThat([]), member), [
    {
      handle: "A".repeat(16),
      isThis: false,
      agent: "Agent/0",
      address: "192.0.2.0",
      createdAtMs: 0,
      seenAtMs: 10,
    },
    {
      handle: "B".repeat(16),
      isThis: true,
      agent: "Agent/1",
      address: "192.0.2.1",
      createdAtMs: 1,
      seenAtMs: 11,
    },
  ]);
});

Deno.test("revokeByHandle - ends the session it names, and no other", async () => {
  const revoked: string[][] = [];
  const sessions = sessionsThat(revoked);
  await revokeByHandle(sessions, member, "A".repeat(16));
  assert.deepEqual(revoked, [["a1", ids[0]]]);
  for (const handle of ["", "A", "A".repeat(15), ids[0], "C".repeat(16)]) {
    await revokeByHandle(sessions, member, handle);
  }
  assert.equal(revoked.length, 1);
});
