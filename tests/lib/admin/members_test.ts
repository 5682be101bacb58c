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
  emailOf,
  openFixture,
  PASSWORD,
  random,
  signUp,
  START_MS,
} from "../accounts/fixture.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(openMember);

const EMAIL = "ann@example.net";

async function openMember() {
  const fixture = await openFixture();
  const admin = await signUp(fixture, "root@example.net", true);
  const { id } = await signUp(fixture, EMAIL);
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
      changeMember(
        { accounts, tokens },
        whom,
        new Form(new URLSearchParams(fields)),
        by,
      ),
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
  test(`changeMember - tier ${fields.tier} with "${fields.vipQuota}"`, async (fixture) => {
    assert.equal(await fixture.send({ action: "tier", ...fields }), "tier");
    const account = await fixture.account();
    assert.equal(account?.tier, tier);
    assert.equal(account?.vipQuota, vipQuota);
  });
}

const notAQuota = { reason: "quota_malformed", max: 1_000_000_000 };

const rows = [
  [{ action: "tier" }, "tier", { reason: "field_required" }],
  [
    { action: "tier", tier: "gold" },
    "tier",
    { reason: "not_one_of", name: "tier", values: ["free", "standard", "vip"] },
  ],
  [{ action: "tier", tier: "vip", vipQuota: "-1" }, "vipQuota", notAQuota],
  [{ action: "tier", tier: "vip", vipQuota: "1.5" }, "vipQuota", notAQuota],
  [
    { action: "tier", tier: "vip", vipQuota: "1000000001" },
    "vipQuota",
    notAQuota,
  ],
  [
    { action: "password", password: "short" },
    "password",
    { reason: "password_too_short", min: 10 },
  ],
  [{ action: "revoke" }, "token", { reason: "field_required" }],
  [{ action: "delete" }, "confirmed", { reason: "confirmation_required" }],
  [{ action: "remove" }, "action", { reason: "action_unknown" }],
  [{}, "action", { reason: "action_unknown" }],
] as const;
for (const [fields, field, params] of rows) {
  test(`changeMember - ${JSON.stringify(fields)} is refused`, async ({ account, send }) => {
    const before = await account();
    await assert.rejects(send(fields), {
      name: "InputError",
      status: 400,
      field,
      params,
    });
    assert.deepEqual(await account(), before);
  });
}

test("changeMember - disables and enables others, but not yourself", async (fixture) => {
  assert.equal(await fixture.send({ action: "disable" }), "disabled");
  assert.equal((await fixture.account())?.isDisabled, true);
  assert.equal(await fixture.send({ action: "enable" }), "enabled");
  assert.equal((await fixture.account())?.isDisabled, false);
  await assert.rejects(fixture.send({ action: "disable" }, fixture.admin.id), {
    name: "InputError",
    status: 409,
    field: "account",
    params: { reason: "cannot_disable_self" },
  });
});

test("changeMember - grants and revokes administration, but not your own", async (fixture) => {
  assert.equal(await fixture.send({ action: "admin" }), "admin");
  assert.equal((await fixture.account())?.isAdmin, true);
  assert.equal(await fixture.send({ action: "no-admin" }), "no-admin");
  assert.equal((await fixture.account())?.isAdmin, false);
  await assert.rejects(fixture.send({ action: "no-admin" }, fixture.admin.id), {
    name: "InputError",
    status: 409,
    field: "account",
    params: { reason: "cannot_demote_self" },
  });
});

test("changeMember - deletes others if confirmed, but not yourself", async (fixture) => {
  const fields = { action: "delete", confirmed: "yes" };
  await assert.rejects(fixture.send(fields, fixture.admin.id), {
    name: "InputError",
    status: 409,
    field: "account",
    params: { reason: "cannot_delete_self" },
  });
  assert.equal(await fixture.send(fields), "deleted");
  assert.equal(await fixture.account(), null);
});

test("changeMember - sets a password with its spaces", async (fixture) => {
  const password = ` ${PASSWORD} 2 `;
  assert.equal(
    await fixture.send({ action: "password", password }),
    "password",
  );
  const account = await fixture.accounts.authenticate(emailOf(EMAIL), password);
  assert.equal(account.id, fixture.id);
});

test("changeMember - revokes only tokens of this member", async (fixture) => {
  const wish = { name: "a", replaces: null };
  const own = await fixture.tokens.create(fixture.id, wish);
  const other = await fixture.tokens.create(fixture.admin.id, wish);
  await assert.rejects(
    fixture.send({ action: "revoke", token: other.token.id }),
    { name: "AppError", status: 404 },
  );
  assert.equal(
    await fixture.send({ action: "revoke", token: own.token.id }),
    "revoked",
  );
  assert.deepEqual((await fixture.account())?.tokens, []);
  assert.equal(
    (await fixture.accounts.byId(fixture.admin.id))?.tokens.length,
    1,
  );
});

test("changeMember - an unknown id is 404", async ({ send }) => {
  await assert.rejects(send({ action: "disable" }, "nobody"), {
    name: "AppError",
    status: 404,
  });
});

Deno.test("memberRow, memberView - describe an account without secrets", async () => {
  using fixture = await openFixture();
  const account = {
    ...await signUp(fixture, "ann@example.net"),
    tokens: [{
      id: "t1",
      name: "job",
      hash: "secret hash",
      lastFour: "abcd",
      slot: 0,
      createdAtMs: START_MS,
    }],
  };
  const row = {
    id: account.id,
    email: "ann@example.net",
    tier: "free",
    vipQuota: null,
    isAdmin: false,
    isDisabled: false,
    tokenCount: 1,
    createdAtMs: START_MS,
  };
  assert.deepEqual(memberRow(account), row);
  const quota = {
    tier: "free" as const,
    limit: 150,
    used: 20,
    remaining: 130,
    resetAtMs: 9,
  };
  const view = await memberView({
    tokens: { uses: () => Promise.resolve(new Map([["t1", 5]])) },
    quotas: { ofSlot: () => Promise.resolve(quota) },
    ads: { dailyCap: 3, leftToday: () => Promise.resolve(0) },
  }, account);
  assert.deepEqual(view, {
    ...row,
    tokens: [{
      id: "t1",
      name: "job",
      lastFour: "abcd",
      createdAtMs: START_MS,
      usedAtMs: 5,
      quota: { limit: 150, used: 20, resetAtMs: 9 },
    }],
  });
});

Deno.test("tierChoices - contain the quota of each plan", () => {
  const textsIn = (language: "en" | "zh") =>
    tierChoices(language).map(({ tier, text }) => [tier, text]);
  assert.deepEqual(textsIn("en"), [
    ["free", "free: 100 per month"],
    ["standard", "standard: 1,000 per month"],
    [
      "vip",
      "vip: up to 5 tokens with 10,000 per month each, or the number below",
    ],
  ]);
  assert.deepEqual(textsIn("zh"), [
    ["free", "免费：每月 100 次"],
    ["standard", "标准：每月 1,000 次"],
    ["vip", "VIP：最多 5 个令牌，每个每月 10,000 次，或按下方的数值"],
  ]);
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
    deleteMembers(accounts, new Form(new URLSearchParams(fields)), {
      by,
      nowMs: START_MS,
    });
  const shown = { count: 0, emails: [], shownAtMs: START_MS };
  for (const [name, value] of [["from", "2026-01-01"], ["network", "::/48"]]) {
    assert.deepEqual(await send({ action: "select", [name]: value }), shown);
  }
  const chosen = { action: "delete-many", from: "2026-01-01", confirmed: "on" };
  const shownAtMs = `${START_MS - 5}`;
  assert.deepEqual(
    await send({ ...chosen, shownAtMs }),
    { ...shown, shownAtMs: START_MS - 5 },
  );
  assert.equal(await send({ ...chosen, shownAtMs }), null);
  const refused = [
    [{}, "from", "selection_empty"],
    [{ from: "2026-02-30" }, "from", "date_malformed"],
    [{ to: "today" }, "to", "date_malformed"],
    [{ network: "2001:db8::/x" }, "network", "ban_block_malformed"],
  ] as const;
  for (const [fields, field, reason] of refused) {
    await assert.rejects(send({ action: "select", ...fields }), {
      name: "InputError",
      field,
      params: { reason },
    });
  }
  assert.deepEqual(ends, [
    ["select", START_MS + 1],
    ["select", START_MS + 1],
    ["delete", START_MS - 4],
    ["select", START_MS - 4],
    ["delete", START_MS - 4],
  ]);
});
