import assert from "node:assert/strict";
import { TokenUses } from "../../../../lib/accounts/tokens/token_uses.ts";
import { tokenIdKey, tokenUseKey } from "../../../../lib/store/keys.ts";
import { openQuotas } from "../quotas/quota_fixture.ts";
import { START_MS } from "../fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(openUses);

async function openUses() {
  const fixture = await openQuotas();
  const { store, clock, kv } = fixture;
  const open = () =>
    new TokenUses({ store, now: () => clock.nowMs, maxTokens: 120 });
  return {
    ...fixture,
    open,
    uses: open(),
    /** Makes it known that an account has these tokens. */
    async own(accountId: string, tokenIds: string[]) {
      for (const id of tokenIds) await kv.set(tokenIdKey(id), accountId);
    },
    async stored(accountId: string, tokenId: string) {
      return (await kv.get(tokenUseKey(accountId, tokenId))).value;
    },
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

test("TokenUses.uses - returns the last use of each token, from memory and store", async ({ own, kv, uses }) => {
  await own("a", ["t1", "t2", "t3"]);
  await kv.set(tokenUseKey("a", "t1"), 5);
  await kv.set(tokenUseKey("a", "t2"), START_MS + 5);
  await kv.set(tokenUseKey("a", "t4"), "yesterday");
  await kv.set(tokenUseKey("a", "t5"), NaN);
  for (const id of ["t1", "t2", "t3"]) uses.used("a", id);
  uses.used("b", "t9");
  assert.deepEqual(
    await uses.uses("a"),
    new Map([
      ["t1", START_MS],
      ["t2", START_MS + 5],
      ["t4", 0],
      ["t5", 0],
      ["t3", START_MS],
    ]),
  );
});

test("TokenUses.flush - writes at most once a minute", async (fixture) => {
  await fixture.own("a", ["t"]);
  fixture.uses.used("a", "t");
  await fixture.uses.flush();
  const { commits } = fixture.tricky;
  fixture.clock.nowMs += 60_000;
  fixture.uses.used("a", "t");
  assert.equal(fixture.uses.unflushed, 0);
  await fixture.uses.flush();
  assert.equal(fixture.tricky.commits, commits);
  assert.equal(await fixture.stored("a", "t"), START_MS);
  fixture.clock.nowMs++;
  fixture.uses.used("a", "t");
  await fixture.uses.flush();
  assert.equal(await fixture.stored("a", "t"), START_MS + 60_001);
});

test("TokenUses.flush - writes nothing for a revoked token, and no earlier time than stored", async ({ own, kv, uses, stored }) => {
  await own("a", ["t1"]);
  await kv.set(tokenUseKey("a", "t1"), START_MS + 1);
  for (const id of ["t1", "gone"]) uses.used("a", id);
  await uses.flush();
  assert.equal(uses.unflushed, 0);
  assert.equal(await stored("a", "t1"), START_MS + 1);
  assert.equal(await stored("a", "gone"), null);
});

test("TokenUses.flush - leaves a record of the same time as it is", async ({ own, kv, uses }) => {
  await own("a", ["t"]);
  const { versionstamp } = await kv.set(tokenUseKey("a", "t"), START_MS);
  uses.used("a", "t");
  await uses.flush();
  const stored = await kv.get(tokenUseKey("a", "t"));
  assert.equal(stored.versionstamp, versionstamp);
});

test("TokenUses.flush - retries failed writes", async (fixture) => {
  await fixture.own("a", ["t"]);
  fixture.uses.used("a", "t");
  fixture.tricky.onCommit = () =>
    Promise.reject(new Error("a simulated error"));
  await assert.rejects(fixture.uses.flush(), { status: 503 });
  assert.equal(fixture.uses.unflushed, 1);
  // The token is revoked between the read and the commit.
  fixture.tricky.onCommit = async (commit) => {
    await fixture.kv.delete(tokenIdKey("t"));
    return await commit();
  };
  await fixture.uses.flush();
  assert.equal(fixture.uses.unflushed, 1);
  assert.equal(await fixture.stored("a", "t"), null);
  await fixture.uses.flush();
  assert.equal(fixture.uses.unflushed, 0);
  assert.equal(await fixture.stored("a", "t"), null);
});

test("TokenUses.used - keeps the most recently used tokens, and writes them all", async ({ own, uses, open }) => {
  const ids = Array.from({ length: 121 }, (_, i) => `t${i}`);
  await own("a", ids);
  for (const id of ids.slice(0, 120)) uses.used("a", id);
  // Used again, so the second is now the oldest.
  for (const id of ["t0", "t120"]) uses.used("a", id);
  assert.equal(uses.unflushed, 120);
  await uses.flush();
  assert.equal(uses.unflushed, 0);
  const written = await open().uses("a");
  assert.equal(written.size, 120);
  assert.equal(written.has("t0"), true);
  assert.equal(written.has("t1"), false);
});
