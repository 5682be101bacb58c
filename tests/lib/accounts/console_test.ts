import assert from "node:assert/strict";
import type { Account, ApiToken } from "../../../lib/accounts/account.ts";
import {
  type ConsoleServices,
  consoleView,
  revokeByHandle,
  sessionViews,
  tokensVersion,
} from "../../../lib/accounts/console.ts";

function tokenOf(id: string, slot: number): ApiToken {
  return {
    id,
    name: `name of ${id}`,
    hash: `hash of ${id}`,
    lastFour: "abcd",
    slot,
    createdAtMs: 1000 + slot,
  };
}

const account: Account = {
  id: "a1",
  email: "member@example.com",
  passwordHash: "hash of the password",
  isAdmin: false,
  isDisabled: false,
  tier: "vip",
  vipQuota: 500,
  createdAtMs: 0,
  sessionsSinceMs: 0,
  tokens: [tokenOf("b", 2), tokenOf("a", 0)],
  spentSlots: [],
};

const services: ConsoleServices = {
  tokens: { uses: () => Promise.resolve(new Map([["a", 7000]])) },
  quotas: {
    ofSlot: ({ tier }, slot) =>
      Promise.resolve({
        tier,
        limit: 500,
        used: slot,
        remaining: 500 - slot,
        resetAtMs: 9000,
      }),
  },
  ads: { leftToday: () => Promise.resolve(2) },
};

Deno.test("consoleView - lists tokens by slot, with quota and last use", async () => {
  assert.deepEqual(await consoleView(services, account), {
    email: "member@example.com",
    tier: "vip",
    tokens: [
      {
        id: "a",
        name: "name of a",
        lastFour: "abcd",
        createdAtMs: 1000,
        usedAtMs: 7000,
        quota: { limit: 500, used: 0, resetAtMs: 9000 },
      },
      {
        id: "b",
        name: "name of b",
        lastFour: "abcd",
        createdAtMs: 1002,
        usedAtMs: null,
        quota: { limit: 500, used: 2, resetAtMs: 9000 },
      },
    ],
    maxTokens: 5,
    tokensVersion: "a b",
    ad: null,
  });
});

Deno.test("consoleView - an inactive token has no quota", async () => {
  const view = await consoleView(services, { ...account, tier: "standard" });
  assert.deepEqual(view.tokens.map(({ quota }) => quota !== null), [
    true,
    false,
  ]);
  assert.equal(view.maxTokens, 1);
  assert.equal(view.ad, null);
});

Deno.test("consoleView - offers an ad to a free account with a token", async () => {
  const free: Account = { ...account, tier: "free", tokens: [tokenOf("a", 0)] };
  const { ad } = await consoleView(services, free);
  assert.deepEqual(ad, { bonus: 50, leftToday: 2 });
  const without = await consoleView(services, { ...free, tokens: [] });
  assert.equal(without.ad, null);
});

Deno.test("tokensVersion - depends on the tokens, not on their order or names", () => {
  const { tokens } = account;
  const renamed = tokens.map((token) => ({ ...token, name: "other" }));
  assert.equal(
    tokensVersion({ ...account, tokens: renamed.toReversed() }),
    tokensVersion(account),
  );
  assert.equal(tokensVersion({ ...account, tokens: [] }), "");
  const replaced = [tokens[0], tokenOf("c", 0)];
  assert.equal(tokensVersion({ ...account, tokens: replaced }), "b c");
});

const listedAccount: Account = {
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
const member = { account: listedAccount, sessionId: ids[1] };

const agents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "",
];

function sessionsThat(revoked: string[][]) {
  return {
    list: () =>
      Promise.resolve(ids.map((id, i) => ({
        id,
        createdAtMs: i,
        seenAtMs: i + 10,
        expiresAtMs: i + 20,
        agent: agents[i],
        address: `192.0.2.${i}`,
      }))),
    revoke(accountId: string, id: string) {
      revoked.push([accountId, id]);
      return Promise.resolve();
    },
  };
}

Deno.test("sessionViews - marks the current session, and discloses no full id", async () => {
  assert.deepEqual(await sessionViews(sessionsThat([]), member), [
    {
      handle: "A".repeat(16),
      isThis: false,
      agent: agents[0],
      client: "Firefox 145 · Linux",
      address: "192.0.2.0",
      createdAtMs: 0,
      seenAtMs: 10,
    },
    {
      handle: "B".repeat(16),
      isThis: true,
      agent: "",
      client: "",
      address: "192.0.2.1",
      createdAtMs: 1,
      seenAtMs: 11,
    },
  ]);
});

Deno.test("revokeByHandle - ends only the session of the handle", async () => {
  const revoked: string[][] = [];
  const sessions = sessionsThat(revoked);
  await revokeByHandle(sessions, member, "A".repeat(16));
  assert.deepEqual(revoked, [["a1", ids[0]]]);
  for (const handle of ["", "A", "A".repeat(15), ids[0], "C".repeat(16)]) {
    await revokeByHandle(sessions, member, handle);
  }
  assert.equal(revoked.length, 1);
});
