import assert from "node:assert/strict";
import { accountWith } from "../../support/account.ts";
import type {
  Account,
  ApiToken,
} from "../../../lib/accounts/account_record.ts";
import {
  changeOwnAccount,
  type ConsoleServices,
  consoleView,
  handleTokenForm,
  revokeByHandle,
  sessionViews,
  tokensVersion,
} from "../../../lib/accounts/console.ts";
import { Form } from "../../../lib/http/form.ts";
import {
  assertRefused,
  emailOf,
  inputRefusal,
  openWithAnn,
  PASSWORD,
} from "./fixture.ts";
import { testWith } from "../../support/test_with.ts";
import samples from "./console.json" with { type: "json" };

const test = testWith(openForm);

function tokenOf(id: string, slot: number): ApiToken {
  const [name, hash] = [`name of ${id}`, `hash of ${id}`];
  return { id, name, hash, lastFour: "abcd", slot, createdAtMs: 1000 + slot };
}

const listedAccount = accountWith({ id: "a1", email: "member@example.com" });
const account: Account = {
  ...listedAccount,
  tier: "vip",
  vipQuota: 500,
  tokens: [tokenOf("b", 2), tokenOf("a", 0)],
};

const services: ConsoleServices = {
  tokens: { uses: () => Promise.resolve(new Map([["a", 7000]])) },
  quotas: {
    ofSlot({ tier }, slot) {
      const counts = { limit: 500, used: slot, remaining: 500 - slot };
      return Promise.resolve({ tier, ...counts, resetAtMs: 9000 });
    },
  },
  ads: { dailyCap: 3, leftToday: () => Promise.resolve(2) },
};

Deno.test("consoleView - lists tokens by slot, with quota and last use", async () => {
  assert.deepEqual(await consoleView(services, account), samples.consoleView);
});

Deno.test("consoleView - an inactive token has no quota", async () => {
  const view = await consoleView(services, { ...account, tier: "standard" });
  const hasQuota = view.tokens.map(({ quota }) => quota !== null);
  assert.deepEqual(hasQuota, [true, false]);
  assert.equal(view.maxTokens, 1);
  assert.equal(view.ad, null);
});

Deno.test("consoleView - offers an ad to a free account with a token", async () => {
  const free: Account = { ...account, tier: "free", tokens: [tokenOf("a", 0)] };
  const { ad } = await consoleView(services, free);
  assert.deepEqual(ad, { bonus: 50, leftToday: 2 });
  const without = await consoleView(services, { ...free, tokens: [] });
  assert.equal(without.ad, null);
});

Deno.test("tokensVersion - depends on the tokens, not on their order or names", () => {
  const { tokens } = account;
  const renamed = tokens.map((token) => ({ ...token, name: "other" }));
  const reversed = { ...account, tokens: renamed.toReversed() };
  assert.equal(tokensVersion(reversed), tokensVersion(account));
  assert.equal(tokensVersion({ ...account, tokens: [] }), "");
  const replaced = [tokens[0], tokenOf("c", 0)];
  assert.equal(tokensVersion({ ...account, tokens: replaced }), "b c");
});

const ids = ["A".repeat(43), "B".repeat(43)];
const member = { account: listedAccount, sessionId: ids[1] };

const agents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "",
];

function sessionsThat(revoked: string[][]) {
  return {
    list: () =>
      Promise.resolve(ids.map((id, i) => ({
        id,
        createdAtMs: i,
        seenAtMs: i + 10,
        expiresAtMs: i + 20,
        agent: agents[i],
        address: `192.0.2.${i}`,
      }))),
    revoke(accountId: string, id: string) {
      revoked.push([accountId, id]);
      return Promise.resolve();
    },
  };
}

Deno.test("sessionViews - marks the current session, and discloses no full id", async () => {
  assert.deepEqual(await sessionViews(sessionsThat([]), member), [
    {
      handle: "A".repeat(16),
      isThis: false,
      agent: agents[0],
      client: "Firefox 145 · Linux",
      address: "192.0.2.0",
      createdAtMs: 0,
      seenAtMs: 10,
    },
    {
      handle: "B".repeat(16),
      isThis: true,
      agent: "",
      client: "",
      address: "192.0.2.1",
      createdAtMs: 1,
      seenAtMs: 11,
    },
  ]);
});

Deno.test("revokeByHandle - ends only the session of the handle", async () => {
  const revoked: string[][] = [];
  const sessions = sessionsThat(revoked);
  await revokeByHandle(sessions, member, "A".repeat(16));
  assert.deepEqual(revoked, [["a1", ids[0]]]);
  for (const handle of ["", "A", "A".repeat(15), ids[0], "C".repeat(16)]) {
    await revokeByHandle(sessions, member, handle);
  }
  assert.equal(revoked.length, 1);
});

const NEXT = " staple battery horse ";

async function openForm() {
  const fixture = await openWithAnn();
  const { accounts, ann } = fixture;
  const send = (fields: Record<string, string>) =>
    changeOwnAccount(accounts, ann.id, new Form(new URLSearchParams(fields)));
  return { ...fixture, send };
}

test("changeOwnAccount - sets a password with its spaces", async ({ accounts, send }) => {
  const fields = { action: "password", current: PASSWORD, next: NEXT };
  const changed = await send(fields);
  const email = emailOf("ann@example.com");
  const account = await accounts.authenticate(email, NEXT);
  assert.deepEqual(changed, { done: "password", account });
});

test("changeOwnAccount - sets an e-mail address", async ({ accounts, ann, send }) => {
  const email = "ann@example.org";
  const fields = { action: "email", current: PASSWORD, email: ` ${email} ` };
  const account = { ...ann, email };
  assert.deepEqual(await send(fields), { done: "email", account });
  assert.equal((await accounts.byId(ann.id))?.email, email);
});

test("changeOwnAccount - deletes the account if that is confirmed", async ({ accounts, ann, send }) => {
  const fields = { action: "delete", current: PASSWORD, confirmed: "yes" };
  assert.deepEqual(await send(fields), { done: "deleted" });
  assert.equal(await accounts.byId(ann.id), null);
});

const current = PASSWORD;
const EMPTY = "field_required";
const UNCONFIRMED = "confirmation_required";
const cases = [
  [{ action: "password", next: NEXT }, "current", EMPTY],
  [{ action: "password", current }, "next", EMPTY],
  [{ action: "email", current }, "email", EMPTY],
  [{ action: "email", current, email: "ann" }, "email", "email_malformed"],
  [{ action: "email", email: "ann@example.org" }, "current", EMPTY],
  [{ action: "delete", current }, "confirmed", UNCONFIRMED],
  [{ action: "delete", confirmed: "yes" }, "current", EMPTY],
  [{}, "action", "action_unknown"],
  [{ action: "constructor" }, "action", "action_unknown"],
] as const;
for (const [fields, field, reason] of cases) {
  test(`changeOwnAccount - ${JSON.stringify(fields)} is refused`, async ({ accounts, ann, send }) => {
    await assertRefused(send(fields), inputRefusal(field, reason));
    assert.deepEqual(await accounts.byId(ann.id), ann);
  });
}

const token = tokenOf("t1", 0);
const owner: Account = { ...listedAccount, tokens: [token] };

/** Sends a form; gives the outcome with what the tokens were told to do. */
async function send(fields: Record<string, string>) {
  const calls: unknown[][] = [];
  const note = (...call: unknown[]) => {
    calls.push(call);
    return Promise.resolve();
  };
  const outcome = await handleTokenForm(
    {
      async create(...given) {
        await note("create", ...given);
        return { token, text: "ph_text" };
      },
      rename: (...given) => note("rename", ...given),
      revoke: (...given) => note("revoke", ...given),
    },
    owner,
    new Form(new URLSearchParams(fields)),
  );
  return { outcome, calls };
}

async function assertInvalid(fields: Record<string, string>, field: string) {
  const refusal = { name: "InputError", field, status: 400 };
  await assert.rejects(send(fields), refusal);
}

Deno.test("handleTokenForm - creates a token and returns its text", async () => {
  const fields = { action: "create", name: "new", version: "t1" };
  const wish = { name: "new", replaces: null, expected: ["t1"] };
  const { outcome, calls } = await send(fields);
  assert.deepEqual(outcome, { created: { name: "new", text: "ph_text" } });
  assert.deepEqual(calls, [["create", "a1", wish]]);
});

Deno.test("handleTokenForm - replaces a token only if that is confirmed", async () => {
  const replaced = { version: "t1", replaces: "t1" };
  const fields = { action: "create", name: "new", ...replaced };
  await assertInvalid(fields, "confirmed");
  const { calls } = await send({ ...fields, confirmed: "yes" });
  const wish = { name: "new", replaces: "t1", expected: ["t1"] };
  assert.deepEqual(calls, [["create", "a1", wish]]);
});

Deno.test("handleTokenForm - passes on the tokens that the form was opened with", async () => {
  for (const expected of [[], ["t0"], ["t1", "t2"]]) {
    const fields = { action: "create", name: "new" };
    const version = expected.join(" ");
    const { calls } = await send({ ...fields, ...version && { version } });
    const wish = { name: "new", replaces: null, expected };
    assert.deepEqual(calls, [["create", "a1", wish]]);
  }
});

Deno.test("handleTokenForm - renames a token", async () => {
  const sent = await send({ action: "rename", token: "t1", name: "desk" });
  assert.deepEqual(sent.outcome, { done: "renamed" });
  assert.deepEqual(sent.calls, [["rename", "a1", "t1", "desk"]]);
  await assertInvalid({ action: "rename", token: "t1" }, "name");
  await assertInvalid({ action: "rename", name: "desk" }, "token");
});

Deno.test("handleTokenForm - revokes a token only if that is confirmed", async () => {
  await assertInvalid({ action: "revoke", token: "t1" }, "confirmed");
  const sent = await send({ action: "revoke", token: "t1", confirmed: "yes" });
  const calls = [["revoke", "a1", "t1"]];
  assert.deepEqual(sent, { outcome: { done: "revoked" }, calls });
});

Deno.test("handleTokenForm - refuses other actions", async () => {
  await assertInvalid({}, "action");
  await assertInvalid({ action: "constructor" }, "action");
});
