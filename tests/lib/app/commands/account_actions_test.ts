import assert from "node:assert/strict";
import { Tokens } from "../../../../lib/accounts/tokens/tokens.ts";
import { ACCOUNT_ACTIONS } from "../../../../lib/app/commands/account_actions.ts";
import type { OptionValues } from "../../../../lib/app/commands/command.ts";
import { ManualBans } from "../../../../lib/limits/manual_bans.ts";
import { Audit } from "../../../../lib/store/audit.ts";
import { cidr } from "../../../support/address.ts";
import { testWith } from "../../../support/test_with.ts";
import {
  ADMIN,
  emailOf,
  openFixture,
  PASSWORD,
  random,
  signUp,
  START_MS,
} from "../../accounts/fixture.ts";

type Fixture = Awaited<ReturnType<typeof openFixture>>;

/**
 * Runs a command.
 *
 * @param given the password on standard input, or what takes the notes; without one,
 * reading is an error
 */
function run(
  { store, accounts, clock }: Fixture,
  name: keyof typeof ACCOUNT_ACTIONS,
  args: readonly string[],
  values: OptionValues = {},
  given: string | ((text: string) => unknown) = () => {},
): Promise<string> {
  const deps = { store, now: () => clock.nowMs, random };
  return ACCOUNT_ACTIONS[name](
    {
      accounts,
      deps,
      tokens: new Tokens(deps),
      err: typeof given === "string" ? () => {} : given,
      stdin: {
        get readable(): ReadableStream<Uint8Array> {
          assert(typeof given === "string", "nobody was to be asked");
          return new Blob([given]).stream();
        },
        isTerminal: () => false,
        setRaw() {},
      },
    },
    args,
    values,
  );
}

const test = testWith(openFixture);

const EMAIL = "ann@example.net";
const NEXT = "a new horse battery";
const NOBODY = "nobody@example.net";
const unknown = errorOf(`There is no account for ${NOBODY}.`);

function errorOf(message: string, name = "Error") {
  return { name, message };
}

const usageError = (message: string) => errorOf(message, "UsageError");

async function auditOf({ store, clock }: Fixture) {
  const audit = new Audit({ store, now: () => clock.nowMs });
  return (await audit.list({ before: null, limit: 10 })).entries;
}

async function assertRecorded(fixture: Fixture, action: string) {
  const [{ actor, action: latest, subject }] = await auditOf(fixture);
  assert.deepEqual([actor, latest, subject], ["command line", action, EMAIL]);
}

const administrator = { code: "administrator", params: {} };
const cases = [
  [false, "Ann@Example.net is now a member.\n", null],
  [true, "Ann@Example.net is now an administrator.\n", administrator],
] as const;
for (const [isAdmin, message, detail] of cases) {
  test(`user add - creates an account, ${isAdmin ? "an administrator's" : "a member's"}, and puts it on record`, async (fixture) => {
    const email = " Ann@Example.net";
    assert.equal(
      await run(fixture, "user add", [email], { admin: isAdmin }, PASSWORD),
      message,
    );
    const { accounts } = fixture;
    const account = await accounts.authenticate(emailOf(EMAIL), PASSWORD);
    assert.equal(account.isAdmin, isAdmin);
    assert.equal(account.tier, "free");
    assert.deepEqual(await auditOf(fixture), [{
      ...{ atMs: START_MS, actor: "command line", actorId: null },
      ...{ action: "account.add", subject: "Ann@Example.net", detail },
    }]);
  });
}

test("user add - refuses an existing account before it asks for a password", async (fixture) => {
  await signUp(fixture, EMAIL);
  await assert.rejects(
    run(fixture, "user add", ["ANN@example.net"], { admin: true }),
    errorOf("An account for ANN@example.net already exists."),
  );
  const account = await fixture.accounts.byEmail(emailOf(EMAIL));
  assert.equal(account?.isAdmin, false);
});

test("user add - refuses an unacceptable password", async (fixture) => {
  await assert.rejects(
    run(fixture, "user add", [EMAIL], {}, "short"),
    errorOf("The password must have at least 10 characters."),
  );
  assert.equal(await fixture.accounts.byEmail(emailOf(EMAIL)), null);
});

test("user password - sets the password, and is recorded", async (fixture) => {
  await signUp(fixture, EMAIL);
  assert.equal(
    await run(fixture, "user password", [EMAIL], {}, NEXT),
    "The password of ann@example.net has been changed, and all its sessions have ended.\n",
  );
  await fixture.accounts.authenticate(emailOf(EMAIL), NEXT);
  await assert.rejects(fixture.accounts.authenticate(emailOf(EMAIL), PASSWORD));
  await assertRecorded(fixture, "account.password");
});

const plans = [
  ["standard", undefined, "standard plan", null],
  ["free", undefined, "free plan", null],
  ["vip", undefined, "vip plan, with 10000 requests per month and token", 1e4],
  ["vip", "7", "vip plan, with 7 requests per month and token", 7],
  ["vip", "0", "vip plan, with 0 requests per month and token", 0],
] as const;
for (const [tier, quota, plan, vipQuota] of plans) {
  test(`user tier - ${tier} ${quota ?? "without a quota"} is set and on record`, async (fixture) => {
    const { id } = await signUp(fixture, EMAIL);
    const text = await run(fixture, "user tier", [EMAIL, tier], { quota });
    assert.equal(text, `ann@example.net is now on the ${plan}.\n`);
    const account = await fixture.accounts.byId(id);
    assert.equal(account?.tier, tier);
    assert.equal(account?.vipQuota, vipQuota);
    await assertRecorded(fixture, "account.tier");
  });
}

test("user tier - keeps a vip account's quota if none is given", async (fixture) => {
  await signUp(fixture, EMAIL);
  const vip = [EMAIL, "vip"];
  await run(fixture, "user tier", vip, { quota: "7" });
  assert.equal(
    await run(fixture, "user tier", vip),
    "ann@example.net is now on the vip plan, with 7 requests per month and token.\n",
  );
});

const samples: [args: string[], quota: string | undefined, message: string][] =
  [
    [[EMAIL, "gold"], undefined, '"gold" is not one of free, standard, vip'],
    [[EMAIL, "free"], "7", "--quota applies to vip only"],
    [["ann", "free"], undefined, '"ann" is not an e-mail address'],
  ];
for (
  const quota of ["", "-1", "1.5", "1e3", "7 ", "1000000001", "99999999999"]
) {
  const message = "--quota must be a whole number from 0 to 1000000000";
  samples.push([[EMAIL, "vip"], quota, message]);
}
for (const [args, quota, message] of samples) {
  test(`user tier - refuses ${args.join(" ")} ${JSON.stringify(quota)}`, async (fixture) => {
    await signUp(fixture, EMAIL);
    await assert.rejects(
      run(fixture, "user tier", args, { quota }),
      usageError(message),
    );
    const account = await fixture.accounts.byEmail(emailOf(EMAIL));
    assert.equal(account?.tier, "free");
  });
}

for (const name of ["user add", "user password", "token create"] as const) {
  test(`${name} - refuses an invalid e-mail address`, (fixture) =>
    assert.rejects(
      run(fixture, name, ["ann@"]),
      usageError('"ann@" is not an e-mail address'),
    ));
}

test("user admin - grants and revokes administration, and is recorded", async (fixture) => {
  await signUp(fixture, "root@example.net", true);
  const { id } = await signUp(fixture, EMAIL);
  for (const isAdmin of [true, false]) {
    fixture.clock.nowMs++;
    assert.equal(
      await run(fixture, "user admin", [EMAIL], isAdmin ? {} : { off: true }),
      `ann@example.net is ${isAdmin ? "now" : "no longer"} an administrator.\n`,
    );
    assert.equal((await fixture.accounts.byId(id))?.isAdmin, isAdmin);
    await assertRecorded(fixture, "account.admin");
  }
  const details = (await auditOf(fixture)).map(({ detail }) => detail);
  assert.deepEqual(details, [
    { code: "admin-revoked", params: {} },
    { code: "admin-granted", params: {} },
  ]);
});

test("user delete - deletes an account, and is recorded", async (fixture) => {
  await signUp(fixture, EMAIL);
  assert.equal(
    await run(fixture, "user delete", [EMAIL]),
    "The account of ann@example.net, its tokens and its sessions have been deleted.\n",
  );
  assert.equal(await fixture.accounts.byEmail(emailOf(EMAIL)), null);
  await assertRecorded(fixture, "account.delete");
});

test("user admin, user delete - refuse the last administrator", async (fixture) => {
  await signUp(fixture, EMAIL, true);
  const last = { name: "InputError", params: { reason: "last_administrator" } };
  const off = { off: true };
  await assert.rejects(run(fixture, "user admin", [EMAIL], off), last);
  await assert.rejects(run(fixture, "user delete", [EMAIL]), last);
});

const named = ["user password", "user admin", "user delete"] as const;
for (const name of [...named, "token create"] as const) {
  test(`${name} - refuses an unknown account`, async (fixture) => {
    await signUp(fixture, EMAIL, true);
    await assert.rejects(run(fixture, name, [NOBODY]), unknown);
  });
}

test("user delete-many - lists the members, and deletes them only with --yes", async (fixture) => {
  await signUp(fixture, "root@example.net", true);
  await signUp(fixture, EMAIL);
  const day = new Date(START_MS).toISOString().slice(0, 10);
  const days = { from: day, to: day };
  assert.match(
    await run(fixture, "user delete-many", [], days),
    /^\S+Z ann@example\.net\nSelected accounts: 1\. Add --yes to delete them\.\n$/,
  );
  assert.notEqual(await fixture.accounts.byEmail(emailOf(EMAIL)), null);
  assert.equal(
    await run(fixture, "user delete-many", [], { ...days, yes: true }),
    "Deleted accounts: 1.\n",
  );
  assert.equal(await fixture.accounts.byEmail(emailOf(EMAIL)), null);
});

const commands = [
  [{}, "--from, --to or --network is required"],
  [{ from: "yesterday" }, "--from must be a date such as 2026-11-23"],
  [{ to: "2026-02-30" }, "--to must be a date such as 2026-11-23"],
  [{ network: "x" }, "--network must be a network such as 192.0.2.0/24"],
] as const;
for (const [command, message] of commands) {
  test(`user delete-many - ${JSON.stringify(command)} is refused`, (fixture) =>
    assert.rejects(
      run(fixture, "user delete-many", [], { ...command, yes: true }),
      usageError(message),
    ));
}

const token = { test: testWith(openTokens) };

const LINE = /^ph_[A-Za-z0-9_-]{43}\n$/;

async function openTokens() {
  const fixture = await openFixture();
  const { id } = await signUp(fixture, EMAIL);
  const { accounts } = fixture;
  return {
    ...fixture,
    setTier: (tier: "free" | "vip", quota: number | null) =>
      accounts.setTier(id, tier, quota, ADMIN),
    tokensThere: async () => (await accounts.byId(id))?.tokens ?? [],
    create: async (values: OptionValues = {}) => {
      let note = "";
      const err = (text: string) => note += text;
      const text = await run(fixture, "token create", [EMAIL], values, err);
      return { text, note };
    },
  };
}

token.test("token create - prints only the token, notes its id, and is recorded", async (fixture) => {
  const made = await fixture.create();
  assert.match(made.text, LINE);
  const [token, ...others] = await fixture.tokensThere();
  assert.deepEqual(others, []);
  assert.equal(token.name, "command line");
  assert.equal(made.text.trim().slice(-4), token.lastFour);
  assert.equal(made.note, `Created token ${token.id} for ann@example.net.\n`);
  await assertRecorded(fixture, "token.create");
  assert.equal((await auditOf(fixture))[0].atMs, START_MS);
});

token.test("token create - uses the given name", async ({ create, tokensThere }) => {
  await create({ name: "backup job", replace: true });
  const [token] = await tokensThere();
  assert.equal(token.name, "backup job");
});

token.test("token create - replaces the only token on request", async ({ create, tokensThere }) => {
  await create();
  const [former] = await tokensThere();
  const message =
    `ann@example.net already has a token ending in ${former.lastFour}. Use --replace to replace it; the usage count carries over.`;
  await assert.rejects(create(), errorOf(message));
  assert.deepEqual(await tokensThere(), [former]);

  const made = await create({ replace: true });
  const [token, ...others] = await tokensThere();
  assert.deepEqual(others, []);
  assert.notEqual(token.id, former.id);
  assert.equal(token.slot, former.slot);
  assert.equal(
    made.note,
    `Created token ${token.id} for ann@example.net. The token ending in ${former.lastFour} no longer works.\n`,
  );
});

token.test("token create - adds a token for a vip account", async ({ create, setTier, tokensThere }) => {
  const slots = async () => (await tokensThere()).map(({ slot }) => slot);
  await setTier("vip", 10);
  await create();
  await create({ replace: true });
  assert.deepEqual(await slots(), [0]);
  await create();
  assert.deepEqual((await slots()).sort(), [0, 1]);
  const message =
    "ann@example.net has 2 tokens. Choose the one to replace in the console.";
  await assert.rejects(create({ replace: true }), errorOf(message));
});

token.test("token create - replaces the active token of a former vip account", async ({ create, setTier, tokensThere }) => {
  const idIn = async (slot: number) =>
    (await tokensThere()).find((token) => token.slot === slot)?.id;
  await setTier("vip", 10);
  await create();
  await create();
  await setTier("free", null);
  const before = [await idIn(0), await idIn(1)];
  await create({ replace: true });
  assert.notEqual(await idIn(0), before[0]);
  assert.equal(await idIn(1), before[1]);
});

token.test("token revoke - revokes a token once, and is recorded", async (fixture) => {
  const { create, tokensThere } = fixture;
  await create();
  const [{ id, lastFour }] = await tokensThere();
  fixture.clock.nowMs++;
  assert.equal(
    await run(fixture, "token revoke", [id]),
    `The token of ann@example.net ending in ${lastFour} has been revoked.\n`,
  );
  assert.deepEqual(await tokensThere(), []);
  await assertRecorded(fixture, "token.revoke");
  await assert.rejects(
    run(fixture, "token revoke", [id]),
    errorOf(`There is no token ${id}.`),
  );
});

async function openBans(...blocks: string[]) {
  const fixture = await openFixture();
  const now = () => fixture.clock.nowMs;
  const bans = new ManualBans({ store: fixture.store, now, random });
  const ids: string[] = [];
  for (const block of blocks) {
    const wish = { cidr: cidr(block), untilMs: null, reason: "a slip" };
    ids.push((await bans.add(wish, ADMIN)).id);
  }
  fixture.clock.nowMs++;
  const idsThere = async () => (await bans.list()).map(({ id }) => id);
  return { ...fixture, ids, idsThere };
}

const bans: [block: string, what?: string][] = [
  ["192.0.2.0/24", "192.0.2.0/24"],
  ["192.0.2.7/32", "192.0.2.7"],
  ["192.0.2.7/32", "::ffff:192.0.2.7"],
  ["2001:db8::/32", "2001:DB8:0::/32"],
  ["192.0.2.0/24"],
];
for (const [block, what] of bans) {
  Deno.test(`ban lift - ${what ?? "its id"} lifts the ban of ${block}, and is recorded`, async () => {
    using fixture = await openBans("198.51.100.0/24", block);
    const [other, id] = fixture.ids;
    const text = await run(fixture, "ban lift", [what ?? id]);
    assert.equal(text, `The ban on ${block} has been lifted.\n`);
    assert.deepEqual(await fixture.idsThere(), [other]);
    const [latest] = await auditOf(fixture);
    const params = { untilMs: null, reason: "a slip" };
    assert.deepEqual(latest, {
      ...{ atMs: START_MS + 1, actor: "command line", actorId: null },
      ...{ action: "ban.lift", subject: block },
      detail: { code: "manual-ban", params },
    });
  });
}

const refusals = [
  [
    "192.0.2.7",
    "192.0.2.7 is covered by the ban on 192.0.2.0/24. Lift that ban instead.",
  ],
  ["192.0.2.0/23", "There is no ban on 192.0.2.0/23."],
  ["198.51.100.1", "There is no ban on 198.51.100.1."],
  ["nonsense", "There is no ban on nonsense."],
];
for (const [what, message] of refusals) {
  Deno.test(`ban lift - ${what} is an error: ${message}`, async () => {
    using fixture = await openBans("192.0.2.0/24");
    await assert.rejects(run(fixture, "ban lift", [what]), errorOf(message));
    assert.deepEqual(await fixture.idsThere(), fixture.ids);
  });
}
