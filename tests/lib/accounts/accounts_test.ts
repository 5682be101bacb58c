import assert from "node:assert/strict";
import {
  accountCountKey,
  accountEmailKey,
  accountEmailPrefix,
  accountKey,
  accountPrefix,
  auditPrefix,
} from "../../../lib/store/keys.ts";
import {
  ADMIN,
  emailOf,
  entriesOf,
  type Fixture,
  inputRefusal,
  openFixture,
  PASSWORD,
  refusal,
  refusalOf,
  signUp,
  START_MS,
} from "./fixture.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(openFixture);

const TAKEN = inputRefusal(
  "email",
  { reason: "email_taken" },
  409,
);
const WRONG = refusal(401, "UNAUTHORIZED", { reason: "credentials_wrong" });

async function counts({ kv }: Fixture) {
  return {
    ids: (await entriesOf(kv, accountPrefix())).length,
    emails: (await entriesOf(kv, accountEmailPrefix())).length,
    counted: (await kv.get<{ accounts: number }>(accountCountKey())).value
      ?.accounts,
  };
}

test("create - a free account, found by id and by e-mail address", async (fixture) => {
  const account = await signUp(fixture, "Ann@Example.com");
  const { id, passwordHash, ...rest } = account;
  assert.match(id, /^[A-Za-z0-9_-]{22}$/);
  assert.match(passwordHash, /^\$scrypt\$ln=15,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
  assert.deepEqual(rest, {
    email: "Ann@Example.com",
    isAdmin: false,
    isDisabled: false,
    tier: "free",
    vipQuota: null,
    createdAtMs: START_MS,
    sessionsSinceMs: START_MS,
    tokens: [],
    spentSlots: [],
  });
  assert.deepEqual(await fixture.accounts.byId(id), account);
  const email = emailOf("ann@EXAMPLE.com");
  assert.deepEqual(await fixture.accounts.byEmail(email), account);
  assert.equal(
    await fixture.accounts.byEmail(emailOf("bob@example.com")),
    null,
  );
  assert.deepEqual(await entriesOf(fixture.kv, auditPrefix()), []);
});

test("create - an administrator's creation is in the audit log", async ({ accounts, kv }) => {
  const email = emailOf("ann@example.com");
  const made = { email, password: PASSWORD, isAdmin: true };
  const { isAdmin } = await accounts.create(made, ADMIN);
  assert.equal(isAdmin, true);
  const records = await entriesOf(kv, auditPrefix());
  assert.deepEqual(records.map(({ value }) => value), [{
    atMs: START_MS,
    actor: "root@example.com",
    actorId: null,
    action: "account.add",
    subject: "ann@example.com",
    detail: { code: "administrator", params: {} },
  }]);
});

test("create - of fifty concurrent calls with one address, one succeeds", async (fixture) => {
  const outcomes = await Promise.allSettled(
    Array.from(
      { length: 50 },
      (_, i) => signUp(fixture, i % 2 ? "ann@example.com" : "ANN@example.com"),
    ),
  );
  const made = outcomes.filter(({ status }) => status === "fulfilled");
  assert.equal(made.length, 1);
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue;
    assert.deepEqual(await refusalOf(Promise.reject(outcome.reason)), TAKEN);
  }
  assert.deepEqual(await counts(fixture), { ids: 1, emails: 1, counted: 1 });
});

test("create - forty concurrent calls create forty accounts, counted exactly", async (fixture) => {
  await Promise.all(
    Array.from(
      { length: 40 },
      (_, i) => signUp(fixture, `ann${i}@example.com`),
    ),
  );
  assert.deepEqual(await counts(fixture), { ids: 40, emails: 40, counted: 40 });
});

Deno.test("create - concurrent calls never exceed the maximum", async () => {
  using fixture = await openFixture({ maxAccounts: 3 });
  const outcomes = await Promise.allSettled(
    Array.from(
      { length: 12 },
      (_, i) => signUp(fixture, `ann${i}@example.com`),
    ),
  );
  const refused = outcomes.filter(({ status }) => status === "rejected");
  assert.equal(refused.length, 9);
  assert.deepEqual(await counts(fixture), { ids: 3, emails: 3, counted: 3 });
  assert.deepEqual(
    await refusalOf(signUp(fixture, "bob@example.com")),
    refusal(503, "SERVICE_UNAVAILABLE", { reason: "accounts_full" }),
  );
});

test("create - a taken address or a weak password is not hashed", async (fixture) => {
  await signUp(fixture, "ann@example.com");
  fixture.scryptCalls.length = 0;
  assert.deepEqual(await refusalOf(signUp(fixture, "ann@example.com")), TAKEN);
  const email = emailOf("bob@example.com");
  assert.deepEqual(
    await refusalOf(fixture.accounts.create({ email, password: "short" })),
    inputRefusal("password", { reason: "password_too_short", min: 10 }),
  );
  assert.deepEqual(fixture.scryptCalls, []);
});

test("authenticate - returns the account only for its password", async (fixture) => {
  const account = await signUp(fixture, "ann@example.com");
  const email = emailOf("Ann@example.com");
  assert.deepEqual(
    await fixture.accounts.authenticate(email, PASSWORD),
    account,
  );
});

test("authenticate - no account, no address, a wrong password: the same error and the same work", async (fixture) => {
  const { accounts, store, scryptCalls } = fixture;
  await signUp(fixture, "ann@example.com");
  const off = await signUp(fixture, "off@example.com");
  await accounts.setDisabled(off.id, true, ADMIN);
  const odd = await signUp(fixture, "odd@example.com");
  await fixture.kv.set(accountKey(odd.id), { ...odd, passwordHash: "plain" });
  await fixture.kv.set(accountEmailKey("gone@example.com"), "no-such-account");
  const work = async (address: string | null) => {
    scryptCalls.length = 0;
    store.reads = 0;
    const email = address === null ? null : emailOf(address);
    const answer = await refusalOf(accounts.authenticate(email, "not it, no"));
    return { answer, scrypt: [...scryptCalls], reads: store.reads };
  };
  const expected = {
    answer: WRONG,
    scrypt: [{
      password: "not it, no",
      saltBytes: 16,
      keyBytes: 32,
      cost: { N: 32_768, r: 8, p: 1, maxmem: 67_108_864 },
    }],
    reads: 2,
  };
  assert.deepEqual(await work("ann@example.com"), expected);
  assert.deepEqual(await work("nobody@example.com"), expected);
  assert.deepEqual(await work(null), expected);
  assert.deepEqual(await work("off@example.com"), expected);
  assert.deepEqual(await work("odd@example.com"), expected);
  assert.deepEqual(await work("gone@example.com"), expected);
});

test("authenticate - a disabled account is 403 only with its password", async (fixture) => {
  const { id } = await signUp(fixture, "ann@example.com");
  await fixture.accounts.setDisabled(id, true, ADMIN);
  const email = emailOf("ann@example.com");
  assert.deepEqual(
    await refusalOf(fixture.accounts.authenticate(email, PASSWORD)),
    refusal(403, "FORBIDDEN", { reason: "sign_in_disabled" }),
  );
});

for (const isAdmin of [undefined, false, true]) {
  test(`Accounts.create - with isAdmin ${isAdmin}`, async (fixture) => {
    const email = emailOf("ann@example.com");
    const created = await fixture.accounts.create({
      email,
      password: PASSWORD,
      ...isAdmin !== undefined && { isAdmin },
    });
    assert.equal(created.isAdmin, isAdmin ?? false);
    assert.deepEqual(await fixture.accounts.byEmail(email), created);
    const administrators = Number(created.isAdmin);
    assert.deepEqual(await fixture.accounts.counts(), {
      accounts: 1,
      administrators,
    });
  });
}

test("delete - deletes the account, with its password only", async (fixture) => {
  const { id } = await signUp(fixture, "ann@example.com");
  await assert.rejects(fixture.accounts.delete(id, { current: "wrong" }));
  assert.notEqual(await fixture.accounts.byId(id), null);
  await fixture.accounts.delete(id, { current: PASSWORD });
  assert.equal(await fixture.accounts.byId(id), null);
});
