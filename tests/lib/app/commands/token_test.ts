import assert from "node:assert/strict";
import { Audit } from "../../../../lib/store/audit.ts";
import { Tokens } from "../../../../lib/accounts/tokens/tokens.ts";
import {
  tokenCreate,
  tokenRevoke,
} from "../../../../lib/app/commands/token.ts";
import {
  ADMIN,
  openRig,
  random,
  signUp,
  START_MS,
} from "../../accounts/rig.ts";

const EMAIL = "ann@example.net";
const LINE = /^ph_[A-Za-z0-9_-]{43}\n$/;

async function openTokens() {
  const rig = await openRig();
  const { id } = await signUp(rig, EMAIL);
  const { store, accounts, clock } = rig;
  const now = () => clock.nowMs;
  const tokens = new Tokens({ store, now, random });
  const audit = new Audit({ store, now });
  return {
    ...rig,
    parts: { accounts, tokens },
    id,
    tokensThere: async () => (await accounts.byId(id))?.tokens ?? [],
    entries: async () => (await audit.list({ before: null, limit: 9 })).entries,
  };
}

Deno.test("tokenCreate - prints only the token, notes its id, and is recorded", async () => {
  using rig = await openTokens();
  const made = await tokenCreate({ email: EMAIL, replace: false }, rig.parts);
  assert.match(made.text, LINE);
  const [token, ...others] = await rig.tokensThere();
  assert.deepEqual(others, []);
  assert.equal(token.name, "command line");
  assert.equal(made.text.trim().slice(-4), token.lastFour);
  assert.equal(made.note, `Created token ${token.id} for ann@example.net.\n`);
  const [entry] = await rig.entries();
  assert.equal(entry.atMs, START_MS);
  assert.equal(entry.actor, "command line");
  assert.equal(entry.action, "token.create");
  assert.equal(entry.subject, EMAIL);
});

Deno.test("tokenCreate - uses the given name", async () => {
  using rig = await openTokens();
  await tokenCreate(
    { email: EMAIL, name: "backup job", replace: true },
    rig.parts,
  );
  const [token] = await rig.tokensThere();
  assert.equal(token.name, "backup job");
});

Deno.test("tokenCreate - replaces the only token on request", async () => {
  using rig = await openTokens();
  const wish = { email: EMAIL, replace: false };
  await tokenCreate(wish, rig.parts);
  const [former] = await rig.tokensThere();
  await assert.rejects(tokenCreate(wish, rig.parts), {
    name: "Error",
    message:
      `ann@example.net already has a token ending in ${former.lastFour}. Use --replace to replace it; the usage count carries over.`,
  });
  assert.deepEqual(await rig.tokensThere(), [former]);

  const made = await tokenCreate({ ...wish, replace: true }, rig.parts);
  const [token, ...others] = await rig.tokensThere();
  assert.deepEqual(others, []);
  assert.notEqual(token.id, former.id);
  assert.equal(token.slot, former.slot);
  assert.equal(
    made.note,
    `Created token ${token.id} for ann@example.net. The token ending in ${former.lastFour} no longer works.\n`,
  );
});

Deno.test("tokenCreate - adds a token for a vip account", async () => {
  using rig = await openTokens();
  await rig.accounts.setTier(rig.id, "vip", 10, ADMIN);
  const wish = { email: EMAIL, replace: false };
  await tokenCreate(wish, rig.parts);
  await tokenCreate({ ...wish, replace: true }, rig.parts);
  assert.deepEqual((await rig.tokensThere()).map(({ slot }) => slot), [0]);
  await tokenCreate(wish, rig.parts);
  const slots = (await rig.tokensThere()).map(({ slot }) => slot);
  assert.deepEqual(slots.sort(), [0, 1]);
  await assert.rejects(tokenCreate({ ...wish, replace: true }, rig.parts), {
    name: "Error",
    message:
      "ann@example.net has 2 tokens. Choose the one to replace in the console.",
  });
});

Deno.test("tokenCreate - replaces the active token of a former vip account", async () => {
  using rig = await openTokens();
  await rig.accounts.setTier(rig.id, "vip", 10, ADMIN);
  const wish = { email: EMAIL, replace: false };
  await tokenCreate(wish, rig.parts);
  await tokenCreate(wish, rig.parts);
  await rig.accounts.setTier(rig.id, "free", null, ADMIN);
  const before = await rig.tokensThere();
  await tokenCreate({ ...wish, replace: true }, rig.parts);
  const after = await rig.tokensThere();
  const idIn = (tokens: typeof after, slot: number) =>
    tokens.find((token) => token.slot === slot)?.id;
  assert.notEqual(idIn(after, 0), idIn(before, 0));
  assert.equal(idIn(after, 1), idIn(before, 1));
});

Deno.test("tokenCreate - refuses an unknown account, and an invalid e-mail address", async () => {
  using rig = await openTokens();
  await assert.rejects(
    tokenCreate({ email: "bob@example.net", replace: false }, rig.parts),
    { name: "Error", message: "There is no account for bob@example.net." },
  );
  await assert.rejects(
    tokenCreate({ email: "bob", replace: false }, rig.parts),
    { name: "UsageError", message: '"bob" is not an e-mail address' },
  );
});

Deno.test("tokenRevoke - revokes a token once, and is recorded", async () => {
  using rig = await openTokens();
  const { tokens } = rig.parts;
  await tokenCreate({ email: EMAIL, replace: false }, rig.parts);
  const [{ id, lastFour }] = await rig.tokensThere();
  rig.clock.nowMs++;
  assert.equal(
    await tokenRevoke({ id }, tokens),
    `The token of ann@example.net ending in ${lastFour} has been revoked.\n`,
  );
  assert.deepEqual(await rig.tokensThere(), []);
  const [entry] = await rig.entries();
  assert.equal(entry.actor, "command line");
  assert.equal(entry.action, "token.revoke");
  assert.equal(entry.subject, EMAIL);
  await assert.rejects(tokenRevoke({ id }, tokens), {
    name: "Error",
    message: `There is no token ${id}.`,
  });
});
