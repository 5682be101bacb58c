import assert from "node:assert/strict";
import * as keys from "../../../lib/store/keys.ts";
import {
  ADMIN,
  assertRefused,
  emailOf,
  entriesOf,
  type Fixture,
  inputRefusal,
  openFixture,
  outcomesOf,
  PASSWORD,
  refusal,
  refusalOf,
  START_MS,
  test,
  times,
} from "./fixture.ts";

const TAKEN = inputRefusal("email", "email_taken", 409);
const ANN = "ann@example.com";
const WRONG = refusal(401, "UNAUTHORIZED", "credentials_wrong");

async function assertCounts({ kv, stored }: Fixture, count: number) {
  const { length: ids } = await entriesOf(kv, keys.accountPrefix());
  const { length: emails } = await entriesOf(kv, keys.accountEmailPrefix());
  const { accounts } = Object(await stored(keys.accountCountKey()));
  assert.deepEqual([ids, emails, accounts], [count, count, count]);
}

test("create - a free account, found by id and by e-mail address", async ({ signUp, accounts, audited }) => {
  const account = await signUp("Ann@Example.com");
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
  assert.deepEqual(await accounts.byId(id), account);
  const found = (address: string) => accounts.byEmail(emailOf(address));
  assert.deepEqual(await found("ann@EXAMPLE.com"), account);
  assert.equal(await found("bob@example.com"), null);
  assert.deepEqual(await audited(), []);
});

test("create - an administrator's creation is in the audit log", async ({ accounts, audited }) => {
  const made = { email: emailOf(ANN), password: PASSWORD, isAdmin: true };
  const { isAdmin } = await accounts.create(made, ADMIN);
  assert.equal(isAdmin, true);
  assert.deepEqual(await audited(), [{
    atMs: START_MS,
    actor: "root@example.com",
    actorId: null,
    action: "account.add",
    subject: ANN,
    detail: { code: "administrator", params: {} },
  }]);
});

test("create - of fifty concurrent calls with one address, one succeeds", async (fixture) => {
  const { made, refused } = await outcomesOf(
    times(50, (i) => fixture.signUp(i % 2 ? ANN : "ANN@example.com")),
  );
  assert.equal(made.length, 1);
  assert.deepEqual(refused, times(49, () => TAKEN));
  await assertCounts(fixture, 1);
});

test("create - forty concurrent calls create forty accounts, counted exactly", async (fixture) => {
  await Promise.all(times(40, (i) => fixture.signUp(i + ANN)));
  await assertCounts(fixture, 40);
});

Deno.test("create - concurrent calls never exceed the maximum", async () => {
  using fixture = await openFixture({ maxAccounts: 3 });
  const full = refusal(503, "SERVICE_UNAVAILABLE", "accounts_full");
  const calls = times(12, (i) => fixture.signUp(i + ANN));
  assert.equal((await outcomesOf(calls)).refused.length, 9);
  await assertCounts(fixture, 3);
  await assertRefused(fixture.signUp("bob@example.com"), full);
});

test("create - a taken address or a weak password is not hashed", async ({ signUp, scryptCalls, accounts }) => {
  await signUp(ANN);
  scryptCalls.length = 0;
  await assertRefused(signUp(ANN), TAKEN);
  const email = emailOf("bob@example.com");
  await assertRefused(
    accounts.create({ email, password: "short" }),
    inputRefusal("password", { reason: "password_too_short", min: 10 }),
  );
  assert.deepEqual(scryptCalls, []);
});

test("authenticate - returns the account only for its password", async ({ signUp, accounts }) => {
  const account = await signUp(ANN);
  const email = emailOf("Ann@example.com");
  assert.deepEqual(await accounts.authenticate(email, PASSWORD), account);
});

test("authenticate - no account, no address, a wrong password: the same error and the same work", async ({ accounts, store, scryptCalls, signUp, kv }) => {
  await signUp(ANN);
  const off = await signUp("off@example.com");
  await accounts.setDisabled(off.id, true, ADMIN);
  const odd = await signUp("odd@example.com");
  await kv.set(keys.accountKey(odd.id), { ...odd, passwordHash: "plain" });
  await kv.set(keys.accountEmailKey("gone@example.com"), "no-such-account");
  const work = async (name: string | null) => {
    scryptCalls.length = 0;
    store.reads = 0;
    const email = name === null ? null : emailOf(`${name}@example.com`);
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
  for (const name of ["ann", "nobody", null, "off", "odd", "gone"]) {
    assert.deepEqual(await work(name), expected, String(name));
  }
});

test("authenticate - a disabled account is 403 only with its password", async ({ signUp, accounts }) => {
  const { id } = await signUp(ANN);
  await accounts.setDisabled(id, true, ADMIN);
  await assertRefused(
    accounts.authenticate(emailOf(ANN), PASSWORD),
    refusal(403, "FORBIDDEN", "sign_in_disabled"),
  );
});

for (const isAdmin of [undefined, false, true]) {
  test(`Accounts.create - with isAdmin ${isAdmin}`, async ({ accounts }) => {
    const made = { email: emailOf(ANN), password: PASSWORD };
    const created = await accounts.create(
      isAdmin === undefined ? made : { ...made, isAdmin },
    );
    assert.equal(created.isAdmin, isAdmin ?? false);
    assert.deepEqual(await accounts.byEmail(emailOf(ANN)), created);
    const administrators = Number(created.isAdmin);
    assert.deepEqual(await accounts.counts(), { accounts: 1, administrators });
  });
}
