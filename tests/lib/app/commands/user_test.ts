import assert from "node:assert/strict";
import {
  userAdd,
  userAdmin,
  userDelete,
  userPassword,
  userTier,
} from "../../../../lib/app/commands/user.ts";
import { Audit } from "../../../../lib/store/audit.ts";
import {
  emailOf,
  openRig,
  PASSWORD,
  signUp,
  START_MS,
} from "../../accounts/rig.ts";

const EMAIL = "ann@example.net";
const NEXT = "a new horse battery";

function notAsked(): Promise<string> {
  return Promise.reject(new Error("nobody was to be asked"));
}

function typing(password: string) {
  return () => Promise.resolve(password);
}

async function auditOf({ store, clock }: Awaited<ReturnType<typeof openRig>>) {
  const audit = new Audit({ store, now: () => clock.nowMs });
  return (await audit.list({ before: null, limit: 10 })).entries;
}

for (
  const [isAdmin, said, detail] of [
    [false, "Ann@Example.net is now a member.\n", null],
    [true, "Ann@Example.net is now an administrator.\n", {
      code: "administrator",
      params: {},
    }],
  ] as const
) {
  Deno.test(`userAdd - creates an account, ${isAdmin ? "an administrator's" : "a member's"}, and puts it on record`, async () => {
    using rig = await openRig();
    const email = " Ann@Example.net";
    assert.equal(
      await userAdd({ email, isAdmin }, rig.accounts, typing(PASSWORD)),
      said,
    );
    const account = await rig.accounts.authenticate(emailOf(EMAIL), PASSWORD);
    assert.equal(account.isAdmin, isAdmin);
    assert.equal(account.tier, "free");
    assert.deepEqual(await auditOf(rig), [{
      atMs: START_MS,
      actor: "command line",
      actorId: null,
      action: "account.add",
      subject: "Ann@Example.net",
      detail,
    }]);
  });
}

Deno.test("userAdd - refuses an existing account before it asks for a password", async () => {
  using rig = await openRig();
  await signUp(rig, EMAIL);
  await assert.rejects(
    userAdd(
      { email: "ANN@example.net", isAdmin: true },
      rig.accounts,
      notAsked,
    ),
    {
      name: "Error",
      message: "An account for ANN@example.net already exists.",
    },
  );
  const account = await rig.accounts.byEmail(emailOf(EMAIL));
  assert.equal(account?.isAdmin, false);
});

Deno.test("userAdd - refuses an unacceptable password", async () => {
  using rig = await openRig();
  await assert.rejects(
    userAdd({ email: EMAIL, isAdmin: false }, rig.accounts, typing("short")),
    {
      name: "Error",
      message: "The password must have at least 10 characters.",
    },
  );
  assert.equal(await rig.accounts.byEmail(emailOf(EMAIL)), null);
});

Deno.test("userPassword - sets the password, and is recorded", async () => {
  using rig = await openRig();
  await signUp(rig, EMAIL);
  assert.equal(
    await userPassword({ email: EMAIL }, rig.accounts, typing(NEXT)),
    "The password of ann@example.net has been changed, and all its sessions have ended.\n",
  );
  await rig.accounts.authenticate(emailOf(EMAIL), NEXT);
  await assert.rejects(rig.accounts.authenticate(emailOf(EMAIL), PASSWORD));
  const [entry] = await auditOf(rig);
  assert.deepEqual([entry.actor, entry.action, entry.subject], [
    "command line",
    "account.password",
    EMAIL,
  ]);
});

Deno.test("userPassword - refuses an unknown account", async () => {
  using rig = await openRig();
  await assert.rejects(
    userPassword({ email: EMAIL }, rig.accounts, notAsked),
    { name: "Error", message: "There is no account for ann@example.net." },
  );
});

for (
  const [tier, quota, said, vipQuota] of [
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
  Deno.test(`userTier - ${tier} ${quota ?? "without a quota"} is set and on record`, async () => {
    using rig = await openRig();
    const { id } = await signUp(rig, EMAIL);
    assert.equal(
      await userTier({ email: EMAIL, tier, quota }, rig.accounts),
      `ann@example.net is now ${said}.\n`,
    );
    const account = await rig.accounts.byId(id);
    assert.equal(account?.tier, tier);
    assert.equal(account?.vipQuota, vipQuota);
    const [entry] = await auditOf(rig);
    assert.deepEqual([entry.actor, entry.action, entry.subject], [
      "command line",
      "account.tier",
      EMAIL,
    ]);
  });
}

Deno.test("userTier - keeps a vip account's quota if none is given", async () => {
  using rig = await openRig();
  await signUp(rig, EMAIL);
  const vip = { email: EMAIL, tier: "vip" };
  await userTier({ ...vip, quota: "7" }, rig.accounts);
  assert.equal(
    await userTier(vip, rig.accounts),
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
  Deno.test(`userTier - refuses ${what}`, async () => {
    using rig = await openRig();
    await signUp(rig, EMAIL);
    await assert.rejects(userTier(command, rig.accounts), {
      name: "UsageError",
      message,
    });
    const account = await rig.accounts.byEmail(emailOf(EMAIL));
    assert.equal(account?.tier, "free");
  });
}

Deno.test("userAdd, userPassword - refuse an invalid e-mail address", async () => {
  using rig = await openRig();
  const expected = {
    name: "UsageError",
    message: '"ann@" is not an e-mail address',
  };
  const command = { email: "ann@", isAdmin: false };
  await assert.rejects(userAdd(command, rig.accounts, notAsked), expected);
  await assert.rejects(userPassword(command, rig.accounts, notAsked), expected);
});

Deno.test("userAdmin - grants and revokes administration, and is recorded", async () => {
  using rig = await openRig();
  await signUp(rig, "root@example.net", true);
  const { id } = await signUp(rig, EMAIL);
  for (const isAdmin of [true, false]) {
    rig.clock.nowMs++;
    assert.equal(
      await userAdmin({ email: EMAIL, isAdmin }, rig.accounts),
      `ann@example.net is ${isAdmin ? "now" : "no longer"} an administrator.\n`,
    );
    assert.equal((await rig.accounts.byId(id))?.isAdmin, isAdmin);
  }
  assert.deepEqual(
    (await auditOf(rig)).map(({ actor, action, subject, detail }) =>
      [actor, action, subject, JSON.stringify(detail)].join(" | ")
    ),
    [
      `command line | account.admin | ${EMAIL} | {"code":"admin-revoked","params":{}}`,
      `command line | account.admin | ${EMAIL} | {"code":"admin-granted","params":{}}`,
    ],
  );
});

Deno.test("userDelete - deletes an account, and is recorded", async () => {
  using rig = await openRig();
  await signUp(rig, EMAIL);
  assert.equal(
    await userDelete({ email: EMAIL }, rig.accounts),
    "The account of ann@example.net, its tokens and its sessions have been deleted.\n",
  );
  assert.equal(await rig.accounts.byEmail(emailOf(EMAIL)), null);
  const [entry] = await auditOf(rig);
  assert.deepEqual([entry.actor, entry.action, entry.subject], [
    "command line",
    "account.delete",
    EMAIL,
  ]);
});

Deno.test("userAdmin, userDelete - refuse the last administrator, and an unknown account", async () => {
  using rig = await openRig();
  await signUp(rig, EMAIL, true);
  const last = {
    name: "InputError",
    params: { reason: "last_administrator" },
  };
  const off = { email: EMAIL, isAdmin: false };
  await assert.rejects(userAdmin(off, rig.accounts), last);
  await assert.rejects(userDelete(off, rig.accounts), last);
  const nobody = { email: "nobody@example.net", isAdmin: true };
  const none = {
    name: "Error",
    message: "There is no account for nobody@example.net.",
  };
  await assert.rejects(userAdmin(nobody, rig.accounts), none);
  await assert.rejects(userDelete(nobody, rig.accounts), none);
});
