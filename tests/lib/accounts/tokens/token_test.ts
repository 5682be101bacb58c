import { AppError } from "../../../../lib/core/errors.ts";
import type { ErrorParams } from "../../../../lib/core/error_reasons.ts";
import assert from "node:assert/strict";
import { accountWith } from "../../../support/account.ts";
import fc from "fast-check";
import {
  allocateSlot,
  apiTokenHash,
  isInactive,
  newToken,
  tokenHash,
  unauthorized,
  usableToken,
} from "../../../../lib/accounts/tokens/token.ts";
import { random, START_MS } from "../fixture.ts";
import type { Account } from "../../../../lib/accounts/account_record.ts";
import { forAll } from "../../../support/for_all.ts";

Deno.test("newToken - is ph_ and 32 bytes in base64url, with hash and last characters", () => {
  const lengths: number[] = [];
  const token = newToken((bytes) => {
    lengths.push(bytes);
    return new Uint8Array(bytes).fill(0xfb);
  });
  assert.deepEqual(lengths, [32]);
  assert.deepEqual(token, {
    text: "ph_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s",
    // printf %s "$text" | openssl dgst -sha256 -binary | basenc --base64url
    hash: "NhU7MLs9ZB-KiY_6f-WrxmxU4ZPFnbku9tTQnyOS9ik",
    lastFour: "7-_s",
  });
});

Deno.test("tokenHash - is the hash of newToken", () => {
  const { text, hash } = newToken(random);
  assert.equal(tokenHash(text), hash);
  assert.match(hash, /^[\w-]{43}$/);
});

Deno.test("tokenHash - is null for a malformed token", () => {
  const { text } = newToken(random);
  const others = [
    "",
    "ph_",
    text.slice(0, -1),
    text + "A",
    text + "\n",
    ` ${text}`,
    text.replace("ph_", "PH_"),
    text.slice(0, -1) + "=",
    text.slice(0, -1) + "é",
  ];
  for (const other of others) assert.equal(tokenHash(other), null, other);
  forAll([fc.string()], (other) => {
    assert.equal(tokenHash(other), null);
  });
});

function token(slot: number) {
  const id = `t${slot}`;
  return { id, name: id, hash: `h${slot}`, lastFour: "", slot, createdAtMs: 1 };
}

const account = accountWith({ tier: "vip", tokens: [token(4), token(2)] });

Deno.test("usableToken - finds an account's token by its hash", () => {
  assert.deepEqual(usableToken(account, "h2"), { account, token: token(2) });
});

Deno.test("usableToken - 401 if the account has no such token", () => {
  const refusal = unauthorized();
  assert.equal(refusal.status, 401);
  for (const hash of ["h3", "h", "h22", ""]) {
    assert.throws(() => usableToken(account, hash), refusal, hash);
  }
  assert.throws(() => usableToken(null, "h2"), refusal);
});

Deno.test("usableToken - 403 if the account is disabled or the token inactive", () => {
  const cases = [
    [{ isDisabled: true }, "h2", "token_account_disabled"],
    [{ tier: "free" }, "h4", "token_inactive"],
  ] as const;
  for (const [change, hash, reason] of cases) {
    const refusal = { status: 403, code: "FORBIDDEN", params: { reason } };
    assert.throws(() => usableToken({ ...account, ...change }, hash), refusal);
  }
});

Deno.test("isInactive - the lowest slots are active, up to the limit of the tier", () => {
  for (const tier of ["vip", "standard", "free"] as const) {
    const inactive = account.tokens
      .map((token) => isInactive({ ...account, tier }, token));
    assert.deepEqual(inactive, [tier !== "vip", false], tier);
  }
});

/** The slot of a new token of an account that has tokens in these slots. */
function slotOf(
  tier: Account["tier"],
  slots: number[],
  spentSlots: Account["spentSlots"] = [],
  replaces: string | null = null,
): number {
  const account = accountWith({ tier, tokens: slots.map(token), spentSlots });
  return allocateSlot(account, replaces, START_MS);
}

function assertConflict(allocate: () => number, params: ErrorParams) {
  const name = "InputError";
  const refusal = { name, field: "replaces", status: 409, params };
  assert.throws(allocate, { ...refusal, code: "INVALID_INPUT", headers: {} });
}

const spent = (slot: number, untilMs = START_MS + 1) => ({ slot, untilMs });

Deno.test("allocateSlot - the token of a free or standard account has the first slot", () => {
  for (const tier of ["free", "standard"] as const) {
    assert.equal(slotOf(tier, []), 0);
    assert.equal(slotOf(tier, [], [spent(0)]), 0);
    assert.equal(slotOf(tier, [0], [], "t0"), 0);
    assertConflict(() => slotOf(tier, [0]), { reason: "one_token_only" });
  }
});

Deno.test("allocateSlot - a replacement has the slot of the replaced token", () => {
  assert.equal(slotOf("vip", [0, 3], [], "t3"), 3);
  assert.equal(slotOf("free", [3, 1], [], "t1"), 1);
});

Deno.test("allocateSlot - refuses to replace a missing or inactive token", () => {
  const missing = { reason: "replaced_token_gone" } as const;
  assertConflict(() => slotOf("vip", [0], [], "t1"), missing);
  const inactive = { reason: "inactive_token_not_replaceable" } as const;
  assertConflict(() => slotOf("free", [3, 1], [], "t3"), inactive);
});

Deno.test("allocateSlot - a vip gets the lowest slot that is free and not spent", () => {
  assert.equal(slotOf("vip", []), 0);
  assert.equal(slotOf("vip", [0, 2]), 1);
  assert.equal(slotOf("vip", [0, 2], [spent(1)]), 3);
  assert.equal(slotOf("vip", [0, 2], [spent(1, START_MS)]), 1);
});

Deno.test("allocateSlot - without a free slot, the error tells a vip what to do", () => {
  const full = { reason: "token_limit", max: 5 } as const;
  assertConflict(() => slotOf("vip", [0, 1, 2, 3, 4]), full);
  const freeAtMs = Date.UTC(2026, 11, 1);
  const spentSlots = [spent(1, freeAtMs), spent(0, START_MS)];
  assertConflict(
    () => slotOf("vip", [0, 2, 3, 4], spentSlots),
    { reason: "token_slots_spent", max: 5, freeAtMs },
  );
});

const one = "ph_" + "a".repeat(43);
const two = "ph_" + "b".repeat(43);

const hashOf = (headers: Record<string, string>) =>
  apiTokenHash(new Headers(headers));

Deno.test("apiTokenHash - accepts either header, prefers Authorization, and ignores other schemes", () => {
  const authorization = `Bearer ${one}`;
  assert.equal(hashOf({ authorization }), tokenHash(one));
  assert.equal(hashOf({ authorization: `bearer  ${one} ` }), tokenHash(one));
  assert.equal(hashOf({ "x-api-key": one }), tokenHash(one));
  assert.equal(hashOf({ authorization, "x-api-key": two }), tokenHash(one));
  const basic = { authorization: "Basic dTpw", "x-api-key": two };
  assert.equal(hashOf(basic), tokenHash(two));
});

const refused: Record<string, string>[] = [
  // A malformed bearer token, even with a valid key.
  { authorization: "Bearer nothing", "x-api-key": one },
  { authorization: "Bearer", "x-api-key": one },
  { authorization: "Bearer ", "x-api-key": one },
  { authorization: `Bearer ${one} ${two}` },
  // No token.
  {},
  { "x-api-key": "" },
  { authorization: `Bearer${one}` },
];
for (const headers of refused) {
  Deno.test(`apiTokenHash - ${JSON.stringify(headers)} is 401`, () => {
    assert.throws(() => hashOf(headers), {
      name: "AppError",
      status: 401,
      code: "UNAUTHORIZED",
      headers: { "www-authenticate": 'Bearer realm="porthole"' },
    });
  });
}

Deno.test("apiTokenHash - any header is refused or hashed", () => {
  const text = fc.string({ unit: "binary-ascii" }).map((text) =>
    text.replace(/[^\x20-\x7e]/g, "")
  );
  forAll([text, text], (bearer, key) => {
    const headers = { authorization: `Bearer ${bearer}`, "x-api-key": key };
    try {
      assert.match(hashOf(headers), /^[\w-]{43}$/);
    } catch (error) {
      assert(error instanceof AppError);
      assert.equal(error.status, 401);
    }
  });
});
