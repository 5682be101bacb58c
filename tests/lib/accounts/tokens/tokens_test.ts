import assert from "node:assert/strict";
import type { Account } from "../../../../lib/accounts/account_record.ts";
import { Audit } from "../../../../lib/store/audit.ts";
import { tokenHash } from "../../../../lib/accounts/tokens/token.ts";
import { Tokens } from "../../../../lib/accounts/tokens/tokens.ts";
import {
  accountKey,
  quotaKey,
  tokenHashKey,
  tokenIdKey,
  tokenUseKey,
} from "../../../../lib/store/keys.ts";
import {
  addAccount,
  MONTH,
  openQuotas,
  RESET_MS,
} from "../quotas/quota_fixture.ts";
import {
  ADMIN,
  inputRefusal,
  random,
  refusal,
  refusalOf,
  START_MS,
} from "../fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(openTokens);

async function openTokens() {
  const fixture = await openQuotas();
  const { store, clock, kv } = fixture;
  const now = () => clock.nowMs;
  return {
    ...fixture,
    tokens: new Tokens({ store, now, random }),
    audit: new Audit({ store, now }),
    async accountOf(id: string): Promise<Account> {
      const { value } = await kv.get<Account>(accountKey(id));
      assert(value);
      return value;
    },
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

const NO_TOKEN = refusal(404, "NOT_FOUND", { reason: "token_not_found" });

const first = { name: "first", replaces: null };

test("Tokens.create - returns a token that works, and stores only its hash", async (fixture) => {
  const { account } = await addAccount(fixture.kv, { slots: [] });
  const { token, text } = await fixture.tokens.create(account.id, {
    name: "  my script ",
    replaces: null,
  });
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
  assert.deepEqual((await fixture.accountOf(account.id)).tokens, [token]);
  assert.equal((await fixture.quotas.charge(hash)).isGranted, true);
  for await (const { key, value } of fixture.kv.list({ prefix: [] })) {
    assert(!JSON.stringify([key, value]).includes(text.slice(3)));
  }
});

test("Tokens.create - a replacement keeps the usage and ends the old token", async (fixture) => {
  const { account, hashes: [former] } = await addAccount(fixture.kv);
  await fixture.quotas.charge(former);
  const { id } = account.tokens[0];
  await fixture.kv.set(tokenUseKey(account.id, id), START_MS);
  const { token, text } = await fixture.tokens.create(account.id, {
    name: "second",
    replaces: id,
  });
  assert.equal((await refusalOf(fixture.quotas.charge(former))).status, 401);
  const charge = await fixture.quotas.charge(tokenHash(text) ?? "");
  assert.equal(charge.quota.used, 2);
  assert.deepEqual((await fixture.accountOf(account.id)).tokens, [token]);
  const gone = [
    tokenHashKey(former),
    tokenIdKey(id),
    tokenUseKey(account.id, id),
  ];
  for (const key of gone) assert.equal((await fixture.kv.get(key)).value, null);
});

test("Tokens.create - a free account with a token can only replace it", async (fixture) => {
  const { account } = await addAccount(fixture.kv);
  assert.deepEqual(
    await refusalOf(fixture.tokens.create(account.id, first)),
    inputRefusal(
      "replaces",
      { reason: "one_token_only" },
      409,
    ),
  );
  assert.deepEqual(await fixture.accountOf(account.id), account);
});

test("Tokens.create - after a revocation, a free account keeps its usage", async (fixture) => {
  const { account, hashes: [hash] } = await addAccount(fixture.kv);
  await fixture.quotas.charge(hash);
  await fixture.tokens.revoke(account.id, account.tokens[0].id);
  const { text } = await fixture.tokens.create(account.id, first);
  const charge = await fixture.quotas.charge(tokenHash(text) ?? "");
  assert.equal(charge.quota.used, 2);
});

test("Tokens.create - of concurrent calls a free account gets one token, a vip five", async (fixture) => {
  for (const [tier, count] of [["free", 1], ["vip", 5]] as const) {
    const { account } = await addAccount(fixture.kv, { tier, slots: [] });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => fixture.tokens.create(account.id, first)),
    );
    const made = outcomes.filter(({ status }) => status === "fulfilled");
    assert.equal(made.length, count);
    const { tokens } = await fixture.accountOf(account.id);
    assert.deepEqual(
      tokens.map(({ slot }) => slot).sort(),
      [0, 1, 2, 3, 4].slice(0, count),
    );
  }
});

test("Tokens.create - of concurrent forms with the same expected tokens, one creates a token", async (fixture) => {
  const { account } = await addAccount(fixture.kv, { tier: "vip", slots: [] });
  const stale = inputRefusal(
    "expected",
    { reason: "tokens_changed" },
    409,
  );
  let expected: string[] = [];
  for (let count = 1; count <= 3; count++) {
    const wish = { ...first, expected };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => fixture.tokens.create(account.id, wish)),
    );
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") continue;
      const refused = Promise.reject(outcome.reason);
      assert.deepEqual(await refusalOf(refused), stale);
    }
    const { tokens } = await fixture.accountOf(account.id);
    assert.equal(tokens.length, count);
    expected = tokens.map(({ id }) => id).reverse();
  }
  const [replaces, ...others] = expected;
  for (const wrong of [[], others, [...expected, "other"]]) {
    const wish = { name: "a", replaces, expected: wrong };
    assert.deepEqual(
      await refusalOf(fixture.tokens.create(account.id, wish)),
      stale,
    );
  }
  await fixture.tokens.create(account.id, { name: "a", replaces, expected });
  assert.equal((await fixture.accountOf(account.id)).tokens.length, 3);
});

test("Tokens.create, rename - a name is one line of 1 to 60 characters", async (fixture) => {
  const { account } = await addAccount(fixture.kv);
  const { id } = account.tokens[0];
  const refusal = inputRefusal(
    "name",
    { reason: "token_name_malformed", max: 60 },
  );
  for (const name of ["", "  ", "a\nb", "a\u0000", "\u202ea", "a".repeat(61)]) {
    const wish = { name, replaces: id };
    const creating = fixture.tokens.create(account.id, wish);
    assert.deepEqual(await refusalOf(creating), refusal);
    const renaming = fixture.tokens.rename(account.id, id, name);
    assert.deepEqual(await refusalOf(renaming), refusal);
  }
  await fixture.tokens.rename(account.id, id, "ß".repeat(60));
  assert.equal(
    (await fixture.accountOf(account.id)).tokens[0].name,
    "ß".repeat(60),
  );
});

test("Tokens.rename, revoke - 404 for a token of another account", async (fixture) => {
  const { account } = await addAccount(fixture.kv);
  const { account: { tokens: [{ id }] } } = await addAccount(fixture.kv);
  assert.deepEqual(
    await refusalOf(fixture.tokens.rename(account.id, id, "mine")),
    NO_TOKEN,
  );
  assert.deepEqual(
    await refusalOf(fixture.tokens.revoke(account.id, id)),
    NO_TOKEN,
  );
  assert.equal((await fixture.tokens.find(id))?.token.name, "slot 0");
});

test("Tokens.revoke - the next request is refused, and the slot of a vip is spent until the reset", async (fixture) => {
  const { account, hashes } = await addAccount(fixture.kv, {
    tier: "vip",
    slots: [0, 1],
    spentSlots: [
      { slot: 3, untilMs: START_MS + 1 },
      { slot: 4, untilMs: START_MS },
    ],
  });
  await fixture.quotas.charge(hashes[0]);
  await fixture.tokens.revoke(account.id, account.tokens[0].id);
  assert.equal((await refusalOf(fixture.quotas.charge(hashes[0]))).status, 401);
  const { spentSlots } = await fixture.accountOf(account.id);
  assert.deepEqual(spentSlots, [
    { slot: 3, untilMs: START_MS + 1 },
    { slot: 0, untilMs: RESET_MS },
  ]);
  const second = await fixture.tokens.create(account.id, first);
  assert.equal(second.token.slot, 2);
  fixture.clock.nowMs = RESET_MS;
  const third = await fixture.tokens.create(account.id, first);
  assert.equal(third.token.slot, 0);
});

test("Tokens.revoke - deletes all records of the token except its usage", async (fixture) => {
  const { account, hashes: [hash] } = await addAccount(fixture.kv);
  const { id } = account.tokens[0];
  await fixture.quotas.charge(hash);
  fixture.tokens.used(account.id, id);
  await fixture.tokens.flush();
  await fixture.tokens.revoke(account.id, id);
  const left = await Array.fromAsync(fixture.kv.list({ prefix: [] }));
  assert.deepEqual(left.map(({ key, value }) => [key, value]), [
    [accountKey(account.id), { ...account, tokens: [] }],
    [quotaKey(account.id, 0, MONTH), { used: 1, bonus: 0 }],
  ]);
});

test("Tokens - only actions of administrators are in the audit log", async (fixture) => {
  const { account } = await addAccount(fixture.kv, { slots: [] });
  const { token } = await fixture.tokens.create(account.id, first, ADMIN);
  fixture.clock.nowMs++;
  await fixture.tokens.revoke(account.id, token.id, ADMIN);
  const { token: { id } } = await fixture.tokens.create(account.id, first);
  await fixture.tokens.revoke(account.id, id);
  const { entries } = await fixture.audit.list({ before: null, limit: 10 });
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

test("Tokens.find - returns a token and its account by id", async (fixture) => {
  const { account } = await addAccount(fixture.kv);
  const [token] = account.tokens;
  assert.deepEqual(await fixture.tokens.find(token.id), { account, token });
  await fixture.tokens.revoke(account.id, token.id);
  for (const id of [token.id, "none", "", "a".repeat(5_000)]) {
    assert.equal(await fixture.tokens.find(id), null);
  }
});

test("Tokens.used - is listed immediately, and stored by flush", async (fixture) => {
  const { account } = await addAccount(fixture.kv);
  const { id } = account.tokens[0];
  fixture.tokens.used(account.id, id);
  assert.deepEqual([...await fixture.tokens.uses(account.id)], [[
    id,
    START_MS,
  ]]);
  assert.equal(fixture.tokens.unflushed, 1);
  await fixture.tokens.flush();
  assert.equal(fixture.tokens.unflushed, 0);
  const { value } = await fixture.kv.get(tokenUseKey(account.id, id));
  assert.equal(value, START_MS);
});

test("Tokens.find - reads nothing for an id that is too long to be one", async (fixture) => {
  const { account } = await addAccount(fixture.kv);
  const [token] = account.tokens;
  for (const [length, isFound] of [[64, true], [65, false]] as const) {
    const id = "t".repeat(length);
    const tokens = [{ ...token, id }];
    await fixture.kv.set(accountKey(account.id), { ...account, tokens });
    await fixture.kv.set(tokenIdKey(id), account.id);
    const { reads } = fixture.tricky;
    assert.equal((await fixture.tokens.find(id))?.token.id === id, isFound);
    assert.equal(fixture.tricky.reads > reads, isFound);
  }
});
