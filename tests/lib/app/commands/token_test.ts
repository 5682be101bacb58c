import assert from "node:assert/strict";
import { Audit } from "../../../../lib/store/audit.ts";
import { Tokens } from "../../../../lib/accounts/tokens/tokens.ts";
import {
  banLift,
  tokenCreate,
  tokenRevoke,
} from "../../../../lib/app/commands/token.ts";
import {
  ADMIN,
  openFixture,
  random,
  signUp,
  START_MS,
} from "../../accounts/fixture.ts";
import { testWith } from "../../../support/test_with.ts";
import { ManualBans } from "../../../../lib/limits/manual_bans.ts";
import { parseCidr } from "../../../../lib/net/cidr.ts";

const test = testWith(openTokens);

const EMAIL = "ann@example.net";
const LINE = /^ph_[A-Za-z0-9_-]{43}\n$/;

async function openTokens() {
  const fixture = await openFixture();
  const { id } = await signUp(fixture, EMAIL);
  const { store, accounts, clock } = fixture;
  const now = () => clock.nowMs;
  const tokens = new Tokens({ store, now, random });
  const audit = new Audit({ store, now });
  return {
    ...fixture,
    parts: { accounts, tokens },
    id,
    tokensThere: async () => (await accounts.byId(id))?.tokens ?? [],
    entries: async () => (await audit.list({ before: null, limit: 9 })).entries,
  };
}

test("tokenCreate - prints only the token, notes its id, and is recorded", async ({ parts, tokensThere, entries }) => {
  const made = await tokenCreate({ email: EMAIL, replace: false }, parts);
  assert.match(made.text, LINE);
  const [token, ...others] = await tokensThere();
  assert.deepEqual(others, []);
  assert.equal(token.name, "command line");
  assert.equal(made.text.trim().slice(-4), token.lastFour);
  assert.equal(made.note, `Created token ${token.id} for ann@example.net.\n`);
  const [entry] = await entries();
  assert.equal(entry.atMs, START_MS);
  assert.equal(entry.actor, "command line");
  assert.equal(entry.action, "token.create");
  assert.equal(entry.subject, EMAIL);
});

test("tokenCreate - uses the given name", async ({ parts, tokensThere }) => {
  await tokenCreate({ email: EMAIL, name: "backup job", replace: true }, parts);
  const [token] = await tokensThere();
  assert.equal(token.name, "backup job");
});

test("tokenCreate - replaces the only token on request", async ({ parts, tokensThere }) => {
  const wish = { email: EMAIL, replace: false };
  await tokenCreate(wish, parts);
  const [former] = await tokensThere();
  await assert.rejects(tokenCreate(wish, parts), {
    name: "Error",
    message:
      `ann@example.net already has a token ending in ${former.lastFour}. Use --replace to replace it; the usage count carries over.`,
  });
  assert.deepEqual(await tokensThere(), [former]);

  const made = await tokenCreate({ ...wish, replace: true }, parts);
  const [token, ...others] = await tokensThere();
  assert.deepEqual(others, []);
  assert.notEqual(token.id, former.id);
  assert.equal(token.slot, former.slot);
  assert.equal(
    made.note,
    `Created token ${token.id} for ann@example.net. The token ending in ${former.lastFour} no longer works.\n`,
  );
});

test("tokenCreate - adds a token for a vip account", async (fixture) => {
  await fixture.accounts.setTier(fixture.id, "vip", 10, ADMIN);
  const wish = { email: EMAIL, replace: false };
  await tokenCreate(wish, fixture.parts);
  await tokenCreate({ ...wish, replace: true }, fixture.parts);
  assert.deepEqual((await fixture.tokensThere()).map(({ slot }) => slot), [0]);
  await tokenCreate(wish, fixture.parts);
  const slots = (await fixture.tokensThere()).map(({ slot }) => slot);
  assert.deepEqual(slots.sort(), [0, 1]);
  await assert.rejects(tokenCreate({ ...wish, replace: true }, fixture.parts), {
    name: "Error",
    message:
      "ann@example.net has 2 tokens. Choose the one to replace in the console.",
  });
});

test("tokenCreate - replaces the active token of a former vip account", async (fixture) => {
  await fixture.accounts.setTier(fixture.id, "vip", 10, ADMIN);
  const wish = { email: EMAIL, replace: false };
  await tokenCreate(wish, fixture.parts);
  await tokenCreate(wish, fixture.parts);
  await fixture.accounts.setTier(fixture.id, "free", null, ADMIN);
  const before = await fixture.tokensThere();
  await tokenCreate({ ...wish, replace: true }, fixture.parts);
  const after = await fixture.tokensThere();
  const idIn = (tokens: typeof after, slot: number) =>
    tokens.find((token) => token.slot === slot)?.id;
  assert.notEqual(idIn(after, 0), idIn(before, 0));
  assert.equal(idIn(after, 1), idIn(before, 1));
});

test("tokenCreate - refuses an unknown account, and an invalid e-mail address", async ({ parts }) => {
  await assert.rejects(
    tokenCreate({ email: "bob@example.net", replace: false }, parts),
    { name: "Error", message: "There is no account for bob@example.net." },
  );
  await assert.rejects(
    tokenCreate({ email: "bob", replace: false }, parts),
    { name: "UsageError", message: '"bob" is not an e-mail address' },
  );
});

test("tokenRevoke - revokes a token once, and is recorded", async ({ parts, tokensThere, clock, entries }) => {
  const { tokens } = parts;
  await tokenCreate({ email: EMAIL, replace: false }, parts);
  const [{ id, lastFour }] = await tokensThere();
  clock.nowMs++;
  assert.equal(
    await tokenRevoke({ id }, tokens),
    `The token of ann@example.net ending in ${lastFour} has been revoked.\n`,
  );
  assert.deepEqual(await tokensThere(), []);
  const [entry] = await entries();
  assert.equal(entry.actor, "command line");
  assert.equal(entry.action, "token.revoke");
  assert.equal(entry.subject, EMAIL);
  await assert.rejects(tokenRevoke({ id }, tokens), {
    name: "Error",
    message: `There is no token ${id}.`,
  });
});

async function openBans(...blocks: string[]) {
  const fixture = await openFixture();
  const now = () => fixture.clock.nowMs;
  const bans = new ManualBans({ store: fixture.store, now, random });
  const ids: string[] = [];
  for (const block of blocks) {
    const cidr = parseCidr(block);
    assert(cidr, block);
    const wish = { cidr, untilMs: null, reason: "a slip" };
    ids.push((await bans.add(wish, ADMIN)).id);
  }
  fixture.clock.nowMs++;
  return {
    ...fixture,
    bans,
    ids,
    audit: new Audit({ store: fixture.store, now }),
  };
}

for (
  const [block, what] of [
    ["192.0.2.0/24", "192.0.2.0/24"],
    ["192.0.2.7/32", "192.0.2.7"],
    ["192.0.2.7/32", "::ffff:192.0.2.7"],
    ["2001:db8::/32", "2001:DB8:0::/32"],
  ]
) {
  Deno.test(`banLift - ${what} lifts the ban of ${block}, and is recorded`, async () => {
    using fixture = await openBans("198.51.100.0/24", block);
    assert.equal(
      await banLift({ what }, fixture.bans),
      `The ban on ${block} has been lifted.\n`,
    );
    assert.deepEqual((await fixture.bans.list()).map(({ id }) => id), [
      fixture.ids[0],
    ]);
    const { entries } = await fixture.audit.list({ before: null, limit: 1 });
    assert.deepEqual(entries, [{
      atMs: START_MS + 1,
      actor: "command line",
      actorId: null,
      action: "ban.lift",
      subject: block,
      detail: {
        code: "manual-ban",
        params: { untilMs: null, reason: "a slip" },
      },
    }]);
  });
}

Deno.test("banLift - accepts the id of a ban", async () => {
  using fixture = await openBans("192.0.2.0/24");
  assert.equal(
    await banLift({ what: fixture.ids[0] }, fixture.bans),
    "The ban on 192.0.2.0/24 has been lifted.\n",
  );
  assert.deepEqual(await fixture.bans.list(), []);
});

for (
  const [what, message] of [
    [
      "192.0.2.7",
      "192.0.2.7 is covered by the ban on 192.0.2.0/24. Lift that ban instead.",
    ],
    ["192.0.2.0/23", "There is no ban on 192.0.2.0/23."],
    ["198.51.100.1", "There is no ban on 198.51.100.1."],
    ["nonsense", "There is no ban on nonsense."],
  ]
) {
  Deno.test(`banLift - ${what} is an error: ${message}`, async () => {
    using fixture = await openBans("192.0.2.0/24");
    await assert.rejects(banLift({ what }, fixture.bans), {
      name: "Error",
      message,
    });
    assert.equal((await fixture.bans.list()).length, 1);
  });
}
