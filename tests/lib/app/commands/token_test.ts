import assert from "node:assert/strict";
import { Audit } from "../../../../lib/store/audit.ts";
import { Tokens } from "../../../../lib/accounts/tokens/tokens.ts";
import {
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
