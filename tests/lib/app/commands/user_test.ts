import assert from "node:assert/strict";
import {
  userAdd,
  userAdmin,
  userDelete,
  userDeleteMany,
  userPassword,
  userTier,
} from "../../../../lib/app/commands/user.ts";
import { Audit } from "../../../../lib/store/audit.ts";
import {
  emailOf,
  openFixture,
  PASSWORD,
  signUp,
  START_MS,
} from "../../accounts/fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(openFixture);

const EMAIL = "ann@example.net";
const NEXT = "a new horse battery";

function notAsked(): Promise<string> {
  return Promise.reject(new Error("nobody was to be asked"));
}

function typing(password: string) {
  return () => Promise.resolve(password);
}

async function auditOf(
  { store, clock }: Awaited<ReturnType<typeof openFixture>>,
) {
  const audit = new Audit({ store, now: () => clock.nowMs });
  return (await audit.list({ before: null, limit: 10 })).entries;
}

for (
  const [isAdmin, message, detail] of [
    [false, "Ann@Example.net is now a member.\n", null],
    [true, "Ann@Example.net is now an administrator.\n", {
      code: "administrator",
      params: {},
    }],
  ] as const
) {
  test(`userAdd - creates an account, ${isAdmin ? "an administrator's" : "a member's"}, and puts it on record`, async (fixture) => {
    const email = " Ann@Example.net";
    assert.equal(
      await userAdd({ email, isAdmin }, fixture.accounts, typing(PASSWORD)),
      message,
    );
    const account = await fixture.accounts.authenticate(
      emailOf(EMAIL),
      PASSWORD,
    );
    assert.equal(account.isAdmin, isAdmin);
    assert.equal(account.tier, "free");
    assert.deepEqual(await auditOf(fixture), [{
      atMs: START_MS,
      actor: "command line",
      actorId: null,
      action: "account.add",
      subject: "Ann@Example.net",
      detail,
    }]);
  });
}

test("userAdd - refuses an existing account before it asks for a password", async (fixture) => {
  await signUp(fixture, EMAIL);
  await assert.rejects(
    userAdd(
      { email: "ANN@example.net", isAdmin: true },
      fixture.accounts,
      notAsked,
    ),
    {
      name: "Error",
      message: "An account for ANN@example.net already exists.",
    },
  );
  const account = await fixture.accounts.byEmail(emailOf(EMAIL));
  assert.equal(account?.isAdmin, false);
});

test("userAdd - refuses an unacceptable password", async (fixture) => {
  await assert.rejects(
    userAdd(
      { email: EMAIL, isAdmin: false },
      fixture.accounts,
      typing("short"),
    ),
    {
      name: "Error",
      message: "The password must have at least 10 characters.",
    },
  );
  assert.equal(await fixture.accounts.byEmail(emailOf(EMAIL)), null);
});

test("userPassword - sets the password, and is recorded", async (fixture) => {
  await signUp(fixture, EMAIL);
  assert.equal(
    await userPassword({ email: EMAIL }, fixture.accounts, typing(NEXT)),
    "The password of ann@example.net has been changed, and all its sessions have ended.\n",
  );
  await fixture.accounts.authenticate(emailOf(EMAIL), NEXT);
  await assert.rejects(fixture.accounts.authenticate(emailOf(EMAIL), PASSWORD));
  const [entry] = await auditOf(fixture);
  assert.deepEqual([entry.actor, entry.action, entry.subject], [
    "command line",
    "account.password",
    EMAIL,
  ]);
});

test("userPassword - refuses an unknown account", async (fixture) => {
  await assert.rejects(
    userPassword({ email: EMAIL }, fixture.accounts, notAsked),
    { name: "Error", message: "There is no account for ann@example.net." },
  );
});

for (
  const [tier, quota, message, vipQuota] of [
    ["standard", undefined, "on the standard plan", null],
    ["free", undefined, "on the free plan", null],
    [
      "vip",
      undefined,
      "on the vip plan, with 10000 requests per month and token",
      10_000,
    ],
    ["vip", "7", "on the vip plan, with 7 requests per month and token", 7],
    ["vip", "0", "on the vip plan, with 0 requests per month and token", 0],
  ] as const
) {
  test(`userTier - ${tier} ${quota ?? "without a quota"} is set and on record`, async (fixture) => {
    const { id } = await signUp(fixture, EMAIL);
    assert.equal(
      await userTier({ email: EMAIL, tier, quota }, fixture.accounts),
      `ann@example.net is now ${message}.\n`,
    );
    const account = await fixture.accounts.byId(id);
    assert.equal(account?.tier, tier);
    assert.equal(account?.vipQuota, vipQuota);
    const [entry] = await auditOf(fixture);
    assert.deepEqual([entry.actor, entry.action, entry.subject], [
      "command line",
      "account.tier",
      EMAIL,
    ]);
  });
}

test("userTier - keeps a vip account's quota if none is given", async (fixture) => {
  await signUp(fixture, EMAIL);
  const vip = { email: EMAIL, tier: "vip" };
  await userTier({ ...vip, quota: "7" }, fixture.accounts);
  assert.equal(
    await userTier(vip, fixture.accounts),
    "ann@example.net is now on the vip plan, with 7 requests per month and token.\n",
  );
});

for (
  const [what, command, message] of [
    [
      "what is no tier",
      { email: EMAIL, tier: "gold" },
      '"gold" is not one of free, standard, vip',
    ],
    [
      "a quota without a vip",
      { email: EMAIL, tier: "free", quota: "7" },
      "--quota applies to vip only",
    ],
    ...["", "-1", "1.5", "1e3", "7 ", "1000000001", "99999999999"].map((
      quota,
    ) =>
      [
        `"${quota}" as a quota`,
        { email: EMAIL, tier: "vip", quota },
        "--quota must be a whole number from 0 to 1000000000",
      ] as const
    ),
    [
      "what is no e-mail address",
      { email: "ann", tier: "free" },
      '"ann" is not an e-mail address',
    ],
  ] as const
) {
  test(`userTier - refuses ${what}`, async (fixture) => {
    await signUp(fixture, EMAIL);
    await assert.rejects(userTier(command, fixture.accounts), {
      name: "UsageError",
      message,
    });
    const account = await fixture.accounts.byEmail(emailOf(EMAIL));
    assert.equal(account?.tier, "free");
  });
}

test("userAdd, userPassword - refuse an invalid e-mail address", async (fixture) => {
  const expected = {
    name: "UsageError",
    message: '"ann@" is not an e-mail address',
  };
  const command = { email: "ann@", isAdmin: false };
  await assert.rejects(userAdd(command, fixture.accounts, notAsked), expected);
  await assert.rejects(
    userPassword(command, fixture.accounts, notAsked),
    expected,
  );
});

test("userAdmin - grants and revokes administration, and is recorded", async (fixture) => {
  await signUp(fixture, "root@example.net", true);
  const { id } = await signUp(fixture, EMAIL);
  for (const isAdmin of [true, false]) {
    fixture.clock.nowMs++;
    assert.equal(
      await userAdmin({ email: EMAIL, isAdmin }, fixture.accounts),
      `ann@example.net is ${isAdmin ? "now" : "no longer"} an administrator.\n`,
    );
    assert.equal((await fixture.accounts.byId(id))?.isAdmin, isAdmin);
  }
  assert.deepEqual(
    (await auditOf(fixture)).map(({ actor, action, subject, detail }) =>
      [actor, action, subject, JSON.stringify(detail)].join(" | ")
    ),
    [
      `command line | account.admin | ${EMAIL} | {"code":"admin-revoked","params":{}}`,
      `command line | account.admin | ${EMAIL} | {"code":"admin-granted","params":{}}`,
    ],
  );
});

test("userDelete - deletes an account, and is recorded", async (fixture) => {
  await signUp(fixture, EMAIL);
  assert.equal(
    await userDelete({ email: EMAIL }, fixture.accounts),
    "The account of ann@example.net, its tokens and its sessions have been deleted.\n",
  );
  assert.equal(await fixture.accounts.byEmail(emailOf(EMAIL)), null);
  const [entry] = await auditOf(fixture);
  assert.deepEqual([entry.actor, entry.action, entry.subject], [
    "command line",
    "account.delete",
    EMAIL,
  ]);
});

test("userAdmin, userDelete - refuse the last administrator, and an unknown account", async (fixture) => {
  await signUp(fixture, EMAIL, true);
  const last = { name: "InputError", params: { reason: "last_administrator" } };
  const off = { email: EMAIL, isAdmin: false };
  await assert.rejects(userAdmin(off, fixture.accounts), last);
  await assert.rejects(userDelete(off, fixture.accounts), last);
  const nobody = { email: "nobody@example.net", isAdmin: true };
  const none = {
    name: "Error",
    message: "There is no account for nobody@example.net.",
  };
  await assert.rejects(userAdmin(nobody, fixture.accounts), none);
  await assert.rejects(userDelete(nobody, fixture.accounts), none);
});

test("userDeleteMany - lists the members, and deletes them only with --yes", async (fixture) => {
  await signUp(fixture, "root@example.net", true);
  await signUp(fixture, EMAIL);
  const day = new Date(START_MS).toISOString().slice(0, 10);
  const command = { from: day, to: day, isConfirmed: false };
  assert.match(
    await userDeleteMany(command, fixture.accounts),
    /^\S+Z ann@example\.net\nSelected accounts: 1\. Add --yes to delete them\.\n$/,
  );
  assert.notEqual(await fixture.accounts.byEmail(emailOf(EMAIL)), null);
  assert.equal(
    await userDeleteMany({ ...command, isConfirmed: true }, fixture.accounts),
    "Deleted accounts: 1.\n",
  );
  assert.equal(await fixture.accounts.byEmail(emailOf(EMAIL)), null);
});

for (
  const [command, message] of [
    [{}, "--from, --to or --network is required"],
    [{ from: "yesterday" }, "--from must be a date such as 2026-11-23"],
    [{ to: "2026-02-30" }, "--to must be a date such as 2026-11-23"],
    [{ network: "x" }, "--network must be a network such as 192.0.2.0/24"],
  ] as const
) {
  test(`userDeleteMany - ${JSON.stringify(command)} is refused`, async (fixture) => {
    const confirmed = { ...command, isConfirmed: true };
    await assert.rejects(userDeleteMany(confirmed, fixture.accounts), {
      name: "UsageError",
      message,
    });
  });
}
