import assert from "node:assert/strict";
import type { Account } from "../../../../lib/accounts/account_record.ts";
import { Audit } from "../../../../lib/store/audit.ts";
import { tokenHash } from "../../../../lib/accounts/tokens/token.ts";
import { Tokens } from "../../../../lib/accounts/tokens/tokens.ts";
import * as keys from "../../../../lib/store/keys.ts";
import {
  addAccount,
  MONTH,
  openQuotas,
  RESET_MS,
} from "../quotas/quota_fixture.ts";
import {
  ADMIN,
  assertRefused,
  inputRefusal,
  outcomesOf,
  random,
  refusal,
  refusalOf,
  START_MS,
  times,
} from "../fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(openTokens);

async function openTokens() {
  const fixture = await openQuotas();
  const { store, clock, kv, account } = fixture;
  const now = () => clock.nowMs;
  return {
    ...fixture,
    /** Of the account's token. */
    id: account.tokens[0].id,
    tokens: new Tokens({ store, now, random }),
    audit: new Audit({ store, now }),
    async storedAccount(id = account.id): Promise<Account> {
      const { value } = await kv.get<Account>(keys.accountKey(id));
      assert(value);
      return value;
    },
  };
}

const NO_TOKEN = refusal(404, "NOT_FOUND", "token_not_found");

const first = { name: "first", replaces: null };

test("Tokens.create - returns a token that works, and stores only its hash", async ({ kv, tokens, storedAccount, quotas }) => {
  const { account: { id } } = await addAccount(kv, { slots: [] });
  const wish = { name: "  my script ", replaces: null };
  const { token, text } = await tokens.create(id, wish);
  const hash = tokenHash(text);
  assert(hash);
  assert.match(token.id, /^[0-9a-f]{16}$/);
  assert.deepEqual(token, {
    id: token.id,
    name: "my script",
    hash,
    lastFour: text.slice(-4),
    createdAtMs: START_MS,
    slot: 0,
  });
  assert.deepEqual((await storedAccount(id)).tokens, [token]);
  assert.equal((await quotas.charge(hash)).isGranted, true);
  for await (const { key, value } of kv.list({ prefix: [] })) {
    assert(!JSON.stringify([key, value]).includes(text.slice(3)));
  }
});

test("Tokens.create - a replacement keeps the usage and ends the old token", async ({ account, hash, id, kv, quotas, tokens, storedAccount }) => {
  await quotas.charge(hash);
  const useKey = keys.tokenUseKey(account.id, id);
  await kv.set(useKey, START_MS);
  const wish = { name: "second", replaces: id };
  const { token, text } = await tokens.create(account.id, wish);
  assert.equal((await refusalOf(quotas.charge(hash))).status, 401);
  const charge = await quotas.charge(tokenHash(text) ?? "");
  assert.equal(charge.quota.used, 2);
  assert.deepEqual((await storedAccount()).tokens, [token]);
  for (const key of [keys.tokenHashKey(hash), keys.tokenIdKey(id), useKey]) {
    assert.equal((await kv.get(key)).value, null);
  }
});

test("Tokens.create - a free account with a token can only replace it", async ({ account, tokens, storedAccount }) => {
  const refusal = inputRefusal("replaces", "one_token_only", 409);
  await assertRefused(tokens.create(account.id, first), refusal);
  assert.deepEqual(await storedAccount(), account);
});

test("Tokens.create - after a revocation, a free account keeps its usage", async ({ account, hash, id, quotas, tokens }) => {
  await quotas.charge(hash);
  await tokens.revoke(account.id, id);
  const { text } = await tokens.create(account.id, first);
  const charge = await quotas.charge(tokenHash(text) ?? "");
  assert.equal(charge.quota.used, 2);
});

test("Tokens.create - of concurrent calls a free account gets one token, a vip five", async (fixture) => {
  const { kv, storedAccount } = fixture;
  for (const [tier, count] of [["free", 1], ["vip", 5]] as const) {
    const { account: { id } } = await addAccount(kv, { tier, slots: [] });
    const calls = times(8, () => fixture.tokens.create(id, first));
    assert.equal((await outcomesOf(calls)).made.length, count);
    const { tokens } = await storedAccount(id);
    assert.deepEqual(
      tokens.map(({ slot }) => slot).sort(),
      times(count, (i) => i),
    );
  }
});

test("Tokens.create - of concurrent forms with the same expected tokens, one creates a token", async (fixture) => {
  const { account } = await addAccount(fixture.kv, { tier: "vip", slots: [] });
  const stale = inputRefusal("expected", "tokens_changed", 409);
  const create = (expected: string[], replaces: string | null = null) =>
    fixture.tokens.create(account.id, { name: "a", replaces, expected });
  let expected: string[] = [];
  for (let count = 1; count <= 3; count++) {
    const calls = times(4, () => create(expected));
    const { refused } = await outcomesOf(calls);
    assert.deepEqual(refused, [stale, stale, stale]);
    const { tokens } = await fixture.storedAccount(account.id);
    assert.equal(tokens.length, count);
    expected = tokens.map(({ id }) => id).reverse();
  }
  const [replaces, ...others] = expected;
  for (const wrong of [[], others, [...expected, "other"]]) {
    await assertRefused(create(wrong, replaces), stale);
  }
  await create(expected, replaces);
  const { tokens } = await fixture.storedAccount(account.id);
  assert.equal(tokens.length, 3);
});

test("Tokens.create, rename - a name is one line of 1 to 60 characters", async ({ account, id, tokens, storedAccount }) => {
  const malformed = { reason: "token_name_malformed", max: 60 } as const;
  const refusal = inputRefusal("name", malformed);
  for (const name of ["", "  ", "a\nb", "a\u0000", "\u202ea", "a".repeat(61)]) {
    const wish = { name, replaces: id };
    await assertRefused(tokens.create(account.id, wish), refusal);
    await assertRefused(tokens.rename(account.id, id, name), refusal);
  }
  const longest = "ß".repeat(60);
  await tokens.rename(account.id, id, longest);
  assert.equal((await storedAccount()).tokens[0].name, longest);
});

test("Tokens.rename, revoke - 404 for a token of another account", async ({ account, kv, tokens }) => {
  const { account: { tokens: [{ id }] } } = await addAccount(kv);
  await assertRefused(tokens.rename(account.id, id, "mine"), NO_TOKEN);
  await assertRefused(tokens.revoke(account.id, id), NO_TOKEN);
  assert.equal((await tokens.find(id))?.token.name, "slot 0");
});

test("Tokens.revoke - the next request is refused, and the slot of a vip is spent until the reset", async ({ kv, quotas, tokens, clock, storedAccount }) => {
  const soon = { slot: 3, untilMs: START_MS + 1 };
  const { account, hashes: [hash] } = await addAccount(kv, {
    tier: "vip",
    slots: [0, 1],
    spentSlots: [soon, { slot: 4, untilMs: START_MS }],
  });
  await quotas.charge(hash);
  await tokens.revoke(account.id, account.tokens[0].id);
  assert.equal((await refusalOf(quotas.charge(hash))).status, 401);
  const { spentSlots } = await storedAccount(account.id);
  assert.deepEqual(spentSlots, [soon, { slot: 0, untilMs: RESET_MS }]);
  const second = await tokens.create(account.id, first);
  assert.equal(second.token.slot, 2);
  clock.nowMs = RESET_MS;
  const third = await tokens.create(account.id, first);
  assert.equal(third.token.slot, 0);
});

test("Tokens.revoke - deletes all records of the token except its usage", async ({ account, hash, id, kv, quotas, tokens }) => {
  await quotas.charge(hash);
  tokens.used(account.id, id);
  await tokens.flush();
  await tokens.revoke(account.id, id);
  const left = await Array.fromAsync(kv.list({ prefix: [] }));
  assert.deepEqual(left.map(({ key, value }) => [key, value]), [
    [keys.accountKey(account.id), { ...account, tokens: [] }],
    [keys.quotaKey(account.id, 0, MONTH), { used: 1, bonus: 0 }],
  ]);
});

test("Tokens - only actions of administrators are in the audit log", async ({ kv, tokens, clock, audit }) => {
  const { account } = await addAccount(kv, { slots: [] });
  const { token } = await tokens.create(account.id, first, ADMIN);
  clock.nowMs++;
  await tokens.revoke(account.id, token.id, ADMIN);
  const { token: { id } } = await tokens.create(account.id, first);
  await tokens.revoke(account.id, id);
  const { entries } = await audit.list({ before: null, limit: 10 });
  const entry = {
    actor: ADMIN.name,
    actorId: null,
    subject: account.email,
    detail: { code: "token-name", params: { name: "first" } },
  };
  assert.deepEqual(entries, [
    { ...entry, atMs: START_MS + 1, action: "token.revoke" },
    { ...entry, atMs: START_MS, action: "token.create" },
  ]);
});

test("Tokens.find - returns a token and its account by id", async ({ account, id, tokens }) => {
  const [token] = account.tokens;
  assert.deepEqual(await tokens.find(id), { account, token });
  await tokens.revoke(account.id, id);
  for (const other of [id, "none", "", "a".repeat(5_000)]) {
    assert.equal(await tokens.find(other), null);
  }
});

test("Tokens.used - is listed immediately, and stored by flush", async ({ account, id, kv, tokens }) => {
  tokens.used(account.id, id);
  assert.deepEqual(await tokens.uses(account.id), new Map([[id, START_MS]]));
  assert.equal(tokens.unflushed, 1);
  await tokens.flush();
  assert.equal(tokens.unflushed, 0);
  const { value } = await kv.get(keys.tokenUseKey(account.id, id));
  assert.equal(value, START_MS);
});

test("Tokens.find - reads nothing for an id that is too long to be one", async ({ account, kv, tokens, tricky }) => {
  for (const [length, isFound] of [[64, true], [65, false]] as const) {
    const id = "t".repeat(length);
    const changed = { ...account, tokens: [{ ...account.tokens[0], id }] };
    await kv.set(keys.accountKey(account.id), changed);
    await kv.set(keys.tokenIdKey(id), account.id);
    const { reads } = tricky;
    assert.equal((await tokens.find(id))?.token.id === id, isFound);
    assert.equal(tricky.reads > reads, isFound);
  }
});
