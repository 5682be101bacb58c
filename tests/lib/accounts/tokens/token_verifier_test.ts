import assert from "node:assert/strict";
import { unauthorized } from "../../../../lib/accounts/tokens/token.ts";
import {
  TokenVerifier,
  type TokenVerifierOptions,
} from "../../../../lib/accounts/tokens/token_verifier.ts";
import { AppError } from "../../../../lib/core/errors.ts";
import { times } from "../fixture.ts";
import { storeUnavailable } from "../../../../lib/store/store.ts";

const DISABLED = { reason: "token_account_disabled" } as const;

function test(
  name: string,
  body: (parts: ReturnType<typeof fixture>) => Promise<void>,
) {
  Deno.test(name, () => body(fixture()));
}

/** A verifier over the tokens in `valid`, and what it looked up. */
function fixture(options: Partial<TokenVerifierOptions> = {}) {
  const clock = { nowMs: 1_000_000 };
  const valid = new Set<string>();
  const reads: string[] = [];
  const failing = { with: null as Error | null };
  const verifier = new TokenVerifier({
    lookUp: async (hash) => {
      reads.push(hash);
      await Promise.resolve();
      if (failing.with) throw failing.with;
      if (!valid.has(hash)) throw unauthorized();
    },
    now: () => clock.nowMs,
    ...options,
  });
  const validate = (hash: string, client = "a") => {
    valid.add(hash);
    return verifier.isValid(hash, client);
  };
  return { verifier, clock, valid, reads, failing, validate };
}

test("isValid - follows the lookup; tokens of disabled accounts are invalid", async ({ verifier, failing, validate }) => {
  assert.equal(await validate("good"), true);
  assert.equal(await verifier.isValid("bad", "a"), false);
  failing.with = new AppError(403, "FORBIDDEN", DISABLED);
  assert.equal(await verifier.isValid("disabled", "a"), false);
});

test("isValid - looks up ten made-up tokens of a client a minute", async ({ verifier, clock, valid, reads }) => {
  for (let i = 0; i < 1_000; i++) {
    assert.equal(await verifier.isValid(`made-up ${i}`, "a"), false);
  }
  assert.equal(reads.length, 10);
  clock.nowMs += 59_999;
  valid.add("good");
  assert.equal(await verifier.isValid("good", "a"), false);
  assert.equal(await verifier.isValid("good", "b"), true);
  clock.nowMs += 1;
  assert.equal(await verifier.isValid("made-up", "a"), false);
  assert.equal(reads.length, 12);
});

test("isValid - concurrent made-up tokens have the same limit", async ({ verifier, reads }) => {
  const verdicts = await Promise.all(
    times(200, (i) => verifier.isValid(`x${i}`, "a")),
  );
  assert.equal(reads.length, 10);
  assert.deepEqual(verdicts, times(200, () => false));
});

test("isValid - valid tokens do not count as failures", async ({ validate }) => {
  for (let i = 0; i < 50; i++) {
    assert.equal(await validate(`good ${i}`), true);
  }
});

test("isValid - a recently valid token works while others guess", async ({ verifier, clock, reads, validate }) => {
  await validate("good");
  for (let i = 0; i < 20; i++) await verifier.isValid(`x${i}`, "a");
  clock.nowMs += 30_000;
  const before = reads.length;
  assert.equal(await verifier.isValid("good", "a"), true);
  assert.equal(reads.length, before + 1);
});

test("isValid - a valid token is looked up again after five seconds, once for concurrent calls", async ({ verifier, clock, valid, reads }) => {
  valid.add("good");
  const ask = () => Promise.all(times(20, () => verifier.isValid("good", "a")));
  assert(!(await ask()).includes(false));
  clock.nowMs += 4_999;
  assert(!(await ask()).includes(false));
  assert.equal(reads.length, 1);
  clock.nowMs += 1;
  await ask();
  assert.equal(reads.length, 2);
});

test("isValid - after five seconds a revoked token counts as a failure", async ({ verifier, clock, valid, reads, validate }) => {
  await validate("good");
  valid.delete("good");
  clock.nowMs += 5_000;
  for (let i = 0; i < 100; i++) {
    assert.equal(await verifier.isValid("good", "a"), false);
  }
  assert.equal(reads.length, 1 + 1 + 10);
});

test("isValid - rejects if the store fails", async ({ verifier, clock, failing, validate }) => {
  await validate("good");
  clock.nowMs += 5_000;
  failing.with = storeUnavailable(new Error("gone"));
  await assert.rejects(verifier.isValid("good", "a"), { status: 503 });
  failing.with = null;
  assert.equal(await verifier.isValid("good", "a"), true);
});

test("isValid - setting the clock back ends cached results and windows", async ({ verifier, clock, reads, validate }) => {
  await validate("good");
  for (let i = 0; i < 20; i++) await verifier.isValid(`x${i}`, "a");
  assert.equal(reads.length, 11);
  clock.nowMs -= 500_000;
  await verifier.isValid("good", "a");
  await verifier.isValid("x", "a");
  assert.equal(reads.length, 13);
});

Deno.test("isValid - limits the tokens and clients in memory", async () => {
  const { verifier, validate } = fixture({ maxEntries: 5 });
  for (let i = 0; i < 50; i++) {
    await validate(`good ${i}`, `client-${i}`);
  }
  assert.deepEqual(verifier.size, { valid: 5, clients: 5 });
});

Deno.test("isValid - keeps the tokens that were looked up last", async () => {
  const { verifier, clock, valid, reads, validate } = fixture({
    maxEntries: 2,
  });
  for (const hash of ["a", "b"]) await validate(hash, "x");
  clock.nowMs += 5_000;
  valid.add("c");
  for (const hash of ["a", "c", "a"]) await verifier.isValid(hash, "x");
  assert.deepEqual(reads, ["a", "b", "a", "c"]);
});

Deno.test("isValid - a network with many prefixes makes nobody else's failures forgotten", async () => {
  const { verifier, reads } = fixture({ maxEntries: 32 });
  for (let i = 0; i < 10; i++) await verifier.isValid(`1 ${i}`, "192.0.2.1");
  for (let i = 0; i < 100; i++) {
    await verifier.isValid(`bad ${i}`, `2001:db8:0:${i}::/64`);
  }
  await verifier.isValid("second", "192.0.2.1");
  assert.deepEqual([reads.length, reads.includes("second")], [110, false]);
});

const cases = [[403, false], [500, true], [503, true]] as const;
for (const [status, isThrown] of cases) {
  test(`isValid - a lookup that rejects with ${status} ${isThrown ? "rejects" : "means invalid"}`, async ({ verifier, failing }) => {
    const error = new AppError(status, "SERVICE_UNAVAILABLE", DISABLED);
    failing.with = error;
    const checking = verifier.isValid("hash", "192.0.2.1");
    if (isThrown) await assert.rejects(checking, error);
    else assert.equal(await checking, false);
  });
}
