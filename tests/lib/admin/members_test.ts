import assert from "node:assert/strict";
import {
  changeMember,
  deleteMembers,
  memberRow,
  memberView,
  tierChoices,
} from "../../../lib/admin/members.ts";
import { Form } from "../../../lib/http/form.ts";
import { Tokens } from "../../../lib/accounts/tokens/tokens.ts";
import {
  assertRefused,
  emailOf,
  inputRefusal,
  openFixture,
  PASSWORD,
  random,
  type Reason,
  START_MS,
} from "../accounts/fixture.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(openMember);

const EMAIL = "ann@example.net";

function formOf(fields: Record<string, string>): Form {
  return new Form(new URLSearchParams(fields));
}

async function openMember() {
  const fixture = await openFixture();
  const admin = await fixture.signUp("root@example.net", true);
  const { id } = await fixture.signUp(EMAIL);
  const { accounts, store, clock } = fixture;
  const tokens = new Tokens({ store, now: () => clock.nowMs, random });
  const by = { name: admin.email, accountId: admin.id };
  return {
    ...fixture,
    id,
    admin,
    tokens,
    account: () => accounts.byId(id),
    send: (fields: Record<string, string>, whom = id) =>
      changeMember({ accounts, tokens }, whom, formOf(fields), by),
  };
}

const cases = [
  [{ tier: "standard", vipQuota: "" }, "standard", null],
  [{ tier: "free", vipQuota: "77" }, "free", null],
  [{ tier: "standard", vipQuota: "many" }, "standard", null],
  [{ tier: "vip", vipQuota: "" }, "vip", 10_000],
  [{ tier: "vip", vipQuota: " 77 " }, "vip", 77],
  [{ tier: "vip", vipQuota: "0" }, "vip", 0],
  [{ tier: "vip", vipQuota: "1000000000" }, "vip", 1_000_000_000],
] as const;
for (const [fields, tier, vipQuota] of cases) {
  test(`changeMember - tier ${fields.tier} with "${fields.vipQuota}"`, async ({ account, send }) => {
    assert.equal(await send({ action: "tier", ...fields }), "tier");
    const changed = await account();
    assert.deepEqual([changed?.tier, changed?.vipQuota], [tier, vipQuota]);
  });
}

const REQUIRED = "field_required";
const UNKNOWN = "action_unknown";
const UNCONFIRMED = "confirmation_required";
const SHORT = { reason: "password_too_short", min: 10 } as const;
const NO_QUOTA = { reason: "quota_malformed", max: 1_000_000_000 } as const;
const values = ["free", "standard", "vip"];
const NO_TIER = { reason: "not_one_of", name: "tier", values } as const;
const vip = { action: "tier", tier: "vip" };

const rows: [Record<string, string>, field: string, Reason][] = [
  [{ action: "tier" }, "tier", REQUIRED],
  [{ action: "tier", tier: "gold" }, "tier", NO_TIER],
  [{ ...vip, vipQuota: "-1" }, "vipQuota", NO_QUOTA],
  [{ ...vip, vipQuota: "1.5" }, "vipQuota", NO_QUOTA],
  [{ ...vip, vipQuota: "1000000001" }, "vipQuota", NO_QUOTA],
  [{ action: "password", password: "short" }, "password", SHORT],
  [{ action: "revoke" }, "token", REQUIRED],
  [{ action: "delete" }, "confirmed", UNCONFIRMED],
  [{ action: "remove" }, "action", UNKNOWN],
  [{}, "action", UNKNOWN],
];
for (const [fields, field, reason] of rows) {
  test(`changeMember - ${JSON.stringify(fields)} is refused`, async ({ account, send }) => {
    const before = await account();
    await assertRefused(send(fields), inputRefusal(field, reason));
    assert.deepEqual(await account(), before);
  });
}

const ofYourself = (word: "disable" | "demote" | "delete") =>
  inputRefusal("account", `cannot_${word}_self`, 409);

test("changeMember - disables and enables others, but not yourself", async ({ account, admin, send }) => {
  assert.equal(await send({ action: "disable" }), "disabled");
  assert.equal((await account())?.isDisabled, true);
  assert.equal(await send({ action: "enable" }), "enabled");
  assert.equal((await account())?.isDisabled, false);
  const own = send({ action: "disable" }, admin.id);
  await assertRefused(own, ofYourself("disable"));
});

test("changeMember - grants and revokes administration, but not your own", async ({ account, admin, send }) => {
  assert.equal(await send({ action: "admin" }), "admin");
  assert.equal((await account())?.isAdmin, true);
  assert.equal(await send({ action: "no-admin" }), "no-admin");
  assert.equal((await account())?.isAdmin, false);
  const own = send({ action: "no-admin" }, admin.id);
  await assertRefused(own, ofYourself("demote"));
});

test("changeMember - deletes others if confirmed, but not yourself", async ({ account, admin, send }) => {
  const fields = { action: "delete", confirmed: "yes" };
  const own = send(fields, admin.id);
  await assertRefused(own, ofYourself("delete"));
  assert.equal(await send(fields), "deleted");
  assert.equal(await account(), null);
});

test("changeMember - sets a password with its spaces", async ({ accounts, id, send }) => {
  const password = ` ${PASSWORD} 2 `;
  assert.equal(await send({ action: "password", password }), "password");
  const account = await accounts.authenticate(emailOf(EMAIL), password);
  assert.equal(account.id, id);
});

test("changeMember - revokes only tokens of this member", async ({ account, accounts, admin, id, send, tokens }) => {
  const wish = { name: "a", replaces: null };
  const own = await tokens.create(id, wish);
  const other = await tokens.create(admin.id, wish);
  const revoke = (token: string) => send({ action: "revoke", token });
  const notFound = { name: "AppError", status: 404 };
  await assert.rejects(revoke(other.token.id), notFound);
  assert.equal(await revoke(own.token.id), "revoked");
  assert.deepEqual((await account())?.tokens, []);
  assert.equal((await accounts.byId(admin.id))?.tokens.length, 1);
});

test("changeMember - an unknown id is 404", async ({ send }) => {
  const notFound = { name: "AppError", status: 404 };
  await assert.rejects(send({ action: "disable" }, "nobody"), notFound);
});

Deno.test("memberRow, memberView - describe an account without secrets", async () => {
  using fixture = await openFixture();
  const shown = {
    id: "t1",
    name: "job",
    lastFour: "abcd",
    createdAtMs: START_MS,
  };
  const tokens = [{ ...shown, hash: "secret hash", slot: 0 }];
  const account = { ...await fixture.signUp(EMAIL), tokens };
  const row = {
    id: account.id,
    email: EMAIL,
    tier: "free",
    vipQuota: null,
    isAdmin: false,
    isDisabled: false,
    tokenCount: 1,
    createdAtMs: START_MS,
  };
  assert.deepEqual(memberRow(account), row);
  const quota = { limit: 150, used: 20, resetAtMs: 9 };
  const ofSlot = { tier: "free", ...quota, remaining: 130 } as const;
  const view = await memberView({
    tokens: { uses: () => Promise.resolve(new Map([["t1", 5]])) },
    quotas: { ofSlot: () => Promise.resolve(ofSlot) },
    ads: { dailyCap: 3, leftToday: () => Promise.resolve(0) },
  }, account);
  assert.deepEqual(view, {
    ...row,
    tokens: [{ ...shown, usedAtMs: 5, quota }],
  });
});

Deno.test("tierChoices - contain the quota of each plan", () => {
  const texts = {
    en: [
      "free: 100 per month",
      "standard: 1,000 per month",
      "vip: up to 5 tokens with 10,000 per month each, or the number below",
    ],
    zh: [
      "免费：每月 100 次",
      "标准：每月 1,000 次",
      "VIP：最多 5 个令牌，每个每月 10,000 次，或按下方的数值",
    ],
  };
  for (const language of ["en", "zh"] as const) {
    const choices = tierChoices(language);
    assert.deepEqual(choices.map(({ tier }) => tier), values);
    assert.deepEqual(choices.map(({ text }) => text), texts[language]);
  }
});

Deno.test("deleteMembers - selects who has signed up until now, and deletes who was shown", async () => {
  const ends: [string, number][] = [];
  let left = 1;
  const accounts: Parameters<typeof deleteMembers>[0] = {
    select({ untilMs }) {
      ends.push(["select", untilMs]);
      return Promise.resolve([]);
    },
    deleteMany({ untilMs }) {
      ends.push(["delete", untilMs]);
      return Promise.resolve({ deleted: 1, left: left-- });
    },
  };
  const by = { name: "root@example.net", accountId: null };
  const send = (fields: Record<string, string>) =>
    deleteMembers(accounts, formOf(fields), { by, nowMs: START_MS });
  const shown = { count: 0, emails: [], shownAtMs: START_MS };
  for (const [name, value] of [["from", "2026-01-01"], ["network", "::/48"]]) {
    assert.deepEqual(await send({ action: "select", [name]: value }), shown);
  }
  const chosen = { action: "delete-many", from: "2026-01-01", confirmed: "on" };
  const shownAtMs = START_MS - 5;
  const confirm = () => send({ ...chosen, shownAtMs: `${shownAtMs}` });
  assert.deepEqual(await confirm(), { ...shown, shownAtMs });
  assert.equal(await confirm(), null);
  const refused = [
    [{}, "from", "selection_empty"],
    [{ from: "2026-02-30" }, "from", "date_malformed"],
    [{ to: "today" }, "to", "date_malformed"],
    [{ network: "2001:db8::/x" }, "network", "ban_block_malformed"],
  ] as const;
  for (const [fields, field, reason] of refused) {
    const refusal = { name: "InputError", field, params: { reason } };
    await assert.rejects(send({ action: "select", ...fields }), refusal);
  }
  assert.deepEqual(ends, [
    ["select", START_MS + 1],
    ["select", START_MS + 1],
    ["delete", START_MS - 4],
    ["select", START_MS - 4],
    ["delete", START_MS - 4],
  ]);
});
