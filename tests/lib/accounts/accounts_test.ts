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
  inputRefusal,
  openRig,
  PASSWORD,
  refusalOf,
  type Rig,
  signUp,
  START_MS,
} from "./rig.ts";

const TAKEN = inputRefusal(
  "email",
  { reason: "email_taken" },
  409,
);
const WRONG = {
  name: "AppError",
  status: 401,
  code: "UNAUTHORIZED",
  params: { reason: "credentials_wrong" },
  headers: {},
};

async function counts({ kv }: Rig) {
  return {
    ids: (await entriesOf(kv, accountPrefix())).length,
    emails: (await entriesOf(kv, accountEmailPrefix())).length,
    counted: (await kv.get<{ accounts: number }>(accountCountKey())).value
      ?.accounts,
  };
}

Deno.test("create - a free account, found by id and by e-mail address", async () => {
  using rig = await openRig();
  const account = await signUp(rig, "Ann@Example.com");
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
  assert.deepEqual(await rig.accounts.byId(id), account);
  const email = emailOf("ann@EXAMPLE.com");
  assert.deepEqual(await rig.accounts.byEmail(email), account);
  assert.equal(await rig.accounts.byEmail(emailOf("bob@example.com")), null);
  assert.deepEqual(await entriesOf(rig.kv, auditPrefix()), []);
});

Deno.test("create - an administrator's creation is in the audit log", async () => {
  using rig = await openRig();
  const email = emailOf("ann@example.com");
  const made = { email, password: PASSWORD, isAdmin: true };
  const { isAdmin } = await rig.accounts.create(made, ADMIN);
  assert.equal(isAdmin, true);
  const records = await entriesOf(rig.kv, auditPrefix());
  assert.deepEqual(records.map(({ value }) => value), [{
    atMs: START_MS,
    actor: "root@example.com",
    actorId: null,
    action: "account.add",
    subject: "ann@example.com",
    detail: { code: "administrator", params: {} },
  }]);
});

Deno.test("create - of fifty concurrent calls with one address, one succeeds", async () => {
  using rig = await openRig();
  const outcomes = await Promise.allSettled(
    Array.from(
      { length: 50 },
      (_, i) => signUp(rig, i % 2 ? "ann@example.com" : "ANN@example.com"),
    ),
  );
  const made = outcomes.filter(({ status }) => status === "fulfilled");
  assert.equal(made.length, 1);
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue;
    assert.deepEqual(await refusalOf(Promise.reject(outcome.reason)), TAKEN);
  }
  assert.deepEqual(await counts(rig), { ids: 1, emails: 1, counted: 1 });
});

Deno.test("create - forty concurrent calls create forty accounts, counted exactly", async () => {
  using rig = await openRig();
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => signUp(rig, `ann${i}@example.com`)),
  );
  assert.deepEqual(await counts(rig), { ids: 40, emails: 40, counted: 40 });
});

Deno.test("create - concurrent calls never exceed the maximum", async () => {
  using rig = await openRig({ maxAccounts: 3 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) => signUp(rig, `ann${i}@example.com`)),
  );
  const refused = outcomes.filter(({ status }) => status === "rejected");
  assert.equal(refused.length, 9);
  assert.deepEqual(await counts(rig), { ids: 3, emails: 3, counted: 3 });
  assert.deepEqual(await refusalOf(signUp(rig, "bob@example.com")), {
    name: "AppError",
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    params: { reason: "accounts_full" },
    headers: {},
  });
});

Deno.test("create - a taken address or a weak password is not hashed", async () => {
  using rig = await openRig();
  await signUp(rig, "ann@example.com");
  rig.scryptCalls.length = 0;
  assert.deepEqual(await refusalOf(signUp(rig, "ann@example.com")), TAKEN);
  const email = emailOf("bob@example.com");
  assert.deepEqual(
    await refusalOf(rig.accounts.create({ email, password: "short" })),
    inputRefusal("password", { reason: "password_too_short", min: 10 }),
  );
  assert.deepEqual(rig.scryptCalls, []);
});

Deno.test("authenticate - returns the account only for its password", async () => {
  using rig = await openRig();
  const account = await signUp(rig, "ann@example.com");
  const email = emailOf("Ann@example.com");
  assert.deepEqual(await rig.accounts.authenticate(email, PASSWORD), account);
});

Deno.test("authenticate - no account, no address, a wrong password: the same error and the same work", async () => {
  using rig = await openRig();
  const { accounts, store, scryptCalls } = rig;
  await signUp(rig, "ann@example.com");
  const off = await signUp(rig, "off@example.com");
  await accounts.setDisabled(off.id, true, ADMIN);
  const odd = await signUp(rig, "odd@example.com");
  await rig.kv.set(accountKey(odd.id), { ...odd, passwordHash: "plain" });
  await rig.kv.set(accountEmailKey("gone@example.com"), "no-such-account");
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

Deno.test("authenticate - a disabled account is 403 only with its password", async () => {
  using rig = await openRig();
  const { id } = await signUp(rig, "ann@example.com");
  await rig.accounts.setDisabled(id, true, ADMIN);
  const email = emailOf("ann@example.com");
  assert.deepEqual(
    await refusalOf(rig.accounts.authenticate(email, PASSWORD)),
    {
      name: "AppError",
      status: 403,
      code: "FORBIDDEN",
      params: { reason: "sign_in_disabled" },
      headers: {},
    },
  );
});
