import assert from "node:assert/strict";
import { TokenUses } from "../../../../lib/accounts/tokens/token_uses.ts";
import { tokenIdKey, tokenUseKey } from "../../../../lib/store/keys.ts";
import { openQuotas } from "../quotas/quota_rig.ts";
import { START_MS } from "../rig.ts";

async function openUses() {
  const rig = await openQuotas();
  const { store, clock, kv } = rig;
  const open = () =>
    new TokenUses({ store, now: () => clock.nowMs, maxTokens: 120 });
  return {
    ...rig,
    open,
    uses: open(),
    /** Makes it known that an account has these tokens. */
    async own(accountId: string, tokenIds: string[]) {
      for (const id of tokenIds) await kv.set(tokenIdKey(id), accountId);
    },
    async stored(accountId: string, tokenId: string) {
      return (await kv.get(tokenUseKey(accountId, tokenId))).value;
    },
    [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose](),
  };
}

Deno.test("TokenUses.uses - returns the last use of each token, from memory and store", async () => {
  await using rig = await openUses();
  await rig.own("a", ["t1", "t2", "t3"]);
  await rig.kv.set(tokenUseKey("a", "t1"), 5);
  await rig.kv.set(tokenUseKey("a", "t2"), START_MS + 5);
  await rig.kv.set(tokenUseKey("a", "t4"), "yesterday");
  for (const id of ["t1", "t2", "t3"]) rig.uses.used("a", id);
  rig.uses.used("b", "t9");
  assert.deepEqual(
    await rig.uses.uses("a"),
    new Map([
      ["t1", START_MS],
      ["t2", START_MS + 5],
      ["t4", 0],
      ["t3", START_MS],
    ]),
  );
});

Deno.test("TokenUses.flush - writes at most once a minute", async () => {
  await using rig = await openUses();
  await rig.own("a", ["t"]);
  rig.uses.used("a", "t");
  await rig.uses.flush();
  const { commits } = rig.tricky;
  rig.clock.nowMs += 60_000;
  rig.uses.used("a", "t");
  assert.equal(rig.uses.unflushed, 0);
  await rig.uses.flush();
  assert.equal(rig.tricky.commits, commits);
  assert.equal(await rig.stored("a", "t"), START_MS);
  rig.clock.nowMs++;
  rig.uses.used("a", "t");
  await rig.uses.flush();
  assert.equal(await rig.stored("a", "t"), START_MS + 60_001);
});

Deno.test("TokenUses.flush - writes nothing for a revoked token, and no earlier time than stored", async () => {
  await using rig = await openUses();
  await rig.own("a", ["t1"]);
  await rig.kv.set(tokenUseKey("a", "t1"), START_MS + 1);
  for (const id of ["t1", "gone"]) rig.uses.used("a", id);
  await rig.uses.flush();
  assert.equal(rig.uses.unflushed, 0);
  assert.equal(await rig.stored("a", "t1"), START_MS + 1);
  assert.equal(await rig.stored("a", "gone"), null);
});

Deno.test("TokenUses.flush - retries failed writes", async () => {
  await using rig = await openUses();
  await rig.own("a", ["t"]);
  rig.uses.used("a", "t");
  rig.tricky.onCommit = () => Promise.reject(new Error("a fault of this test"));
  await assert.rejects(rig.uses.flush(), { status: 503 });
  assert.equal(rig.uses.unflushed, 1);
  // The token is revoked between the read and the commit.
  rig.tricky.onCommit = async (commit) => {
    await rig.kv.delete(tokenIdKey("t"));
    return await commit();
  };
  await rig.uses.flush();
  assert.equal(rig.uses.unflushed, 1);
  assert.equal(await rig.stored("a", "t"), null);
  await rig.uses.flush();
  assert.equal(rig.uses.unflushed, 0);
  assert.equal(await rig.stored("a", "t"), null);
});

Deno.test("TokenUses.used - keeps the most recently used tokens, and writes them all", async () => {
  await using rig = await openUses();
  const ids = Array.from({ length: 121 }, (_, i) => `t${i}`);
  await rig.own("a", ids);
  for (const id of ids) rig.uses.used("a", id);
  assert.equal(rig.uses.unflushed, 120);
  await rig.uses.flush();
  assert.equal(rig.uses.unflushed, 0);
  const written = await rig.open().uses("a");
  assert.equal(written.size, 120);
  assert.equal(written.has("t0"), false);
});
