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
import { inputRefusal, random, refusalOf, START_MS } from "../fixture.ts";
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

const account = accountWith({
  tier: "vip",
  tokens: [token(4), token(2)],
});

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
  assert.throws(() => usableToken({ ...account, isDisabled: true }, "h2"), {
    status: 403,
    code: "FORBIDDEN",
    params: { reason: "token_account_disabled" },
  });
  assert.throws(() => usableToken({ ...account, tier: "free" }, "h4"), {
    status: 403,
    code: "FORBIDDEN",
    params: { reason: "token_inactive" },
  });
});

Deno.test("isInactive - the lowest slots are active, up to the limit of the tier", () => {
  const asleep = (tier: Account["tier"]) =>
    account.tokens.map((token) => isInactive({ ...account, tier }, token));
  assert.deepEqual(asleep("vip"), [false, false]);
  assert.deepEqual(asleep("standard"), [true, false]);
  assert.deepEqual(asleep("free"), [true, false]);
});

function accountWithSlots(
  tier: Account["tier"],
  slots: number[],
  spentSlots: Account["spentSlots"] = [],
): Account {
  const tokens = slots.map((slot) => ({
    id: `t${slot}`,
    name: "",
    hash: "",
    lastFour: "",
    slot,
    createdAtMs: 1,
  }));
  return accountWith({ tier, tokens, spentSlots });
}

function slotOf(account: Account, replaces: string | null = null): number {
  return allocateSlot(account, replaces, START_MS);
}

async function assertConflict(
  account: Account,
  replaces: string | null,
  params: ErrorParams,
) {
  const refusal = await refusalOf(
    Promise.resolve().then(() => slotOf(account, replaces)),
  );
  assert.deepEqual(refusal, inputRefusal("replaces", params, 409));
}

const spent = (slot: number, untilMs = START_MS + 1) => ({ slot, untilMs });

Deno.test("allocateSlot - the token of a free or standard account has the first slot", async () => {
  for (const tier of ["free", "standard"] as const) {
    assert.equal(slotOf(accountWithSlots(tier, [])), 0);
    assert.equal(slotOf(accountWithSlots(tier, [], [spent(0)])), 0);
    assert.equal(slotOf(accountWithSlots(tier, [0]), "t0"), 0);
    await assertConflict(
      accountWithSlots(tier, [0]),
      null,
      { reason: "one_token_only" },
    );
  }
});

Deno.test("allocateSlot - a replacement has the slot of the replaced token", () => {
  assert.equal(slotOf(accountWithSlots("vip", [0, 3]), "t3"), 3);
  assert.equal(slotOf(accountWithSlots("free", [3, 1]), "t1"), 1);
});

Deno.test("allocateSlot - refuses to replace a missing or inactive token", async () => {
  await assertConflict(
    accountWithSlots("vip", [0]),
    "t1",
    { reason: "replaced_token_gone" },
  );
  await assertConflict(
    accountWithSlots("free", [3, 1]),
    "t3",
    { reason: "inactive_token_not_replaceable" },
  );
});

Deno.test("allocateSlot - a vip gets the lowest slot that is free and not spent", () => {
  assert.equal(slotOf(accountWithSlots("vip", [])), 0);
  assert.equal(slotOf(accountWithSlots("vip", [0, 2])), 1);
  assert.equal(slotOf(accountWithSlots("vip", [0, 2], [spent(1)])), 3);
  assert.equal(
    slotOf(accountWithSlots("vip", [0, 2], [spent(1, START_MS)])),
    1,
  );
});

Deno.test("allocateSlot - without a free slot, the error tells a vip what to do", async () => {
  await assertConflict(
    accountWithSlots("vip", [0, 1, 2, 3, 4]),
    null,
    { reason: "token_limit", max: 5 },
  );
  const reset = spent(1, Date.UTC(2026, 11, 1));
  await assertConflict(
    accountWithSlots("vip", [0, 2, 3, 4], [reset, spent(0, START_MS)]),
    null,
    { reason: "token_slots_spent", max: 5, freeAtMs: 1796083200000 },
  );
});

const one = "ph_" + "a".repeat(43);
const two = "ph_" + "b".repeat(43);

function isRefused(headers: Record<string, string>) {
  assert.throws(
    () => apiTokenHash(new Headers(headers)),
    (error: unknown) =>
      error instanceof AppError && error.status === 401 &&
      error.code === "UNAUTHORIZED" &&
      error.headers["www-authenticate"] === 'Bearer realm="porthole"' &&
      Object.keys(error.headers).length === 1,
  );
}

Deno.test("apiTokenHash - accepts either header, and prefers Authorization", () => {
  const hash = (headers: Record<string, string>) =>
    apiTokenHash(new Headers(headers));
  assert.equal(hash({ authorization: `Bearer ${one}` }), tokenHash(one));
  assert.equal(hash({ authorization: `bearer  ${one} ` }), tokenHash(one));
  assert.equal(hash({ "x-api-key": one }), tokenHash(one));
  assert.equal(
    hash({ authorization: `Bearer ${one}`, "x-api-key": two }),
    tokenHash(one),
  );
});

Deno.test("apiTokenHash - ignores other schemes", () => {
  const headers = new Headers({
    authorization: "Basic dTpw",
    "x-api-key": two,
  });
  assert.equal(apiTokenHash(headers), tokenHash(two));
});

Deno.test("apiTokenHash - refuses a malformed bearer token even with a valid key", () => {
  isRefused({ authorization: "Bearer nothing", "x-api-key": one });
  isRefused({ authorization: "Bearer", "x-api-key": one });
  isRefused({ authorization: "Bearer ", "x-api-key": one });
  isRefused({ authorization: `Bearer ${one} ${two}` });
});

Deno.test("apiTokenHash - without a token it is 401", () => {
  isRefused({});
  isRefused({ "x-api-key": "" });
  isRefused({ authorization: `Bearer${one}` });
});

Deno.test("apiTokenHash - any header is refused or hashed", () => {
  const text = fc.string({ unit: "binary-ascii" }).map((text) =>
    text.replace(/[^\x20-\x7e]/g, "")
  );
  forAll([text, text], (bearer, key) => {
    const headers = new Headers({
      authorization: `Bearer ${bearer}`,
      "x-api-key": key,
    });
    try {
      assert.match(apiTokenHash(headers), /^[\w-]{43}$/);
    } catch (error) {
      assert(error instanceof AppError);
      assert.equal(error.status, 401);
    }
  });
});
