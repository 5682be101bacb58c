import assert from "node:assert/strict";
import { TokenUses } from "../../../../lib/accounts/tokens/token_uses.ts";
import { tokenIdKey, tokenUseKey } from "../../../../lib/store/keys.ts";
import { openQuotas } from "../quotas/quota_fixture.ts";
import { START_MS, times } from "../fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(openUses);

async function openUses() {
  const fixture = await openQuotas();
  const { store, clock, kv } = fixture;
  const now = () => clock.nowMs;
  const open = () => new TokenUses({ store, now, maxTokens: 120 });
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
  const last = { t1: START_MS, t2: START_MS + 5, t3: START_MS, t4: 0, t5: 0 };
  assert.deepEqual(await uses.uses("a"), new Map(Object.entries(last)));
});

test("TokenUses.flush - writes at most once a minute", async ({ own, uses, tricky, clock, stored }) => {
  await own("a", ["t"]);
  uses.used("a", "t");
  await uses.flush();
  const { commits } = tricky;
  clock.nowMs += 60_000;
  uses.used("a", "t");
  assert.equal(uses.unflushed, 0);
  await uses.flush();
  assert.equal(tricky.commits, commits);
  assert.equal(await stored("a", "t"), START_MS);
  clock.nowMs++;
  uses.used("a", "t");
  await uses.flush();
  assert.equal(await stored("a", "t"), START_MS + 60_001);
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

test("TokenUses.flush - retries failed writes", async ({ own, uses, tricky, kv, stored }) => {
  await own("a", ["t"]);
  uses.used("a", "t");
  tricky.onCommit = () => Promise.reject(new Error("a simulated error"));
  await assert.rejects(uses.flush(), { status: 503 });
  assert.equal(uses.unflushed, 1);
  // The token is revoked between the read and the commit.
  tricky.onCommit = async (commit) => {
    await kv.delete(tokenIdKey("t"));
    return await commit();
  };
  await uses.flush();
  assert.equal(uses.unflushed, 1);
  assert.equal(await stored("a", "t"), null);
  await uses.flush();
  assert.equal(uses.unflushed, 0);
  assert.equal(await stored("a", "t"), null);
});

test("TokenUses.used - keeps the most recently used tokens, and writes them all", async ({ own, uses, open }) => {
  const ids = times(121, (i) => `t${i}`);
  await own("a", ids);
  for (const id of ids.slice(0, 120)) uses.used("a", id);
  // Used again, so the second is now the oldest.
  for (const id of ["t0", "t120"]) uses.used("a", id);
  assert.equal(uses.unflushed, 120);
  await uses.flush();
  assert.equal(uses.unflushed, 0);
  const written = await open().uses("a");
  assert.equal(written.size, 120);
  assert.deepEqual([written.has("t0"), written.has("t1")], [true, false]);
});
