import type { ErrorParams } from "../../../lib/core/error_reasons.ts";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import {
  Ads,
  openSigningKey,
  parseTicket,
  signTicket,
} from "../../../lib/accounts/ads.ts";
import { inputRefusal, random, refusalOf, START_MS } from "./rig.ts";
import {
  accountKey,
  adDayKey,
  quotaKey,
  signingSecretKey,
} from "../../../lib/store/keys.ts";
import {
  addToken,
  MONTH,
  openQuotas,
  RESET_MS,
  storedQuota,
} from "./quotas/quota_rig.ts";
import type { Account } from "../../../lib/accounts/account.ts";

const key = new Uint8Array(32).fill(7);
const ticket = { id: "t", accountId: "a", issuedAtMs: START_MS };

Deno.test("signTicket - a payload and its HMAC-SHA256, in base64url", () => {
  const text = signTicket(ticket, key);
  const [payload, signature, ...more] = text.split(".");
  assert.deepEqual(more, []);
  assert.deepEqual(
    JSON.parse(Buffer.from(payload, "base64url").toString()),
    ticket,
  );
  const hmac = createHmac("sha256", key).update(`ad ticket ${payload}`);
  assert.equal(signature, hmac.digest("base64url"));
});

Deno.test("parseTicket - returns the signed ticket", () => {
  const tickets = fc.record({
    id: fc.string({ maxLength: 30 }),
    accountId: fc.string({ maxLength: 30 }),
    issuedAtMs: fc.nat(),
  }, { noNullPrototype: true });
  fc.assert(fc.property(tickets, (ticket) => {
    assert.deepEqual(parseTicket(signTicket(ticket, key), key), ticket);
  }));
});

Deno.test("parseTicket - any change makes a ticket invalid", () => {
  const text = signTicket(ticket, key);
  const at = fc.nat({ max: text.length });
  const alphabet = [
    ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ é",
  ];
  const changed = fc.tuple(
    at,
    fc.nat({ max: 2 }),
    fc.array(fc.constantFrom(...alphabet), { maxLength: 3 }),
  ).map(([i, cut, more]) =>
    text.slice(0, i) + more.join("") + text.slice(i + cut)
  )
    .filter((other) => other !== text);
  fc.assert(
    fc.property(changed, (other) => {
      assert.equal(parseTicket(other, key), null);
    }),
    { numRuns: 2_000 },
  );
  // Not one character of it may be another, those that stand for the same bytes included.
  for (let i = 0; i < text.length; i++) {
    for (const character of alphabet) {
      const other = text.slice(0, i) + character + text.slice(i + 1);
      if (other !== text) assert.equal(parseTicket(other, key), null);
    }
  }
});

Deno.test("parseTicket - null for any other text and for another key", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    assert.equal(parseTicket(text, key), null);
  }));
  for (const text of ["", ".", "..", "a.", ".b", "x".repeat(5_000)]) {
    assert.equal(parseTicket(text, key), null, text);
  }
  const other = new Uint8Array(32).fill(8);
  assert.equal(parseTicket(signTicket(ticket, key), other), null);
});

Deno.test("parseTicket - null for a signed payload with another structure", () => {
  for (const value of [null, [], { id: 1 }, { ...ticket, issuedAtMs: -1 }]) {
    const text = signTicket(Object(value), key);
    assert.equal(parseTicket(text, key), null);
  }
});

Deno.test("openSigningKey - generates 32 bytes once, shared by all", async () => {
  await using rig = await openQuotas();
  const keys = await Promise.all(
    Array.from({ length: 10 }, () => openSigningKey(rig.store, random)),
  );
  keys.push(await openSigningKey(rig.store, random));
  assert.equal(keys[0].length, 32);
  for (const key of keys) assert.deepEqual(key, keys[0]);
  assert.deepEqual((await rig.kv.get(signingSecretKey())).value, keys[0]);
});

Deno.test("openSigningKey - replaces a malformed record", async () => {
  await using rig = await openQuotas();
  for (const value of [new Uint8Array(16), "0".repeat(32), null]) {
    await rig.kv.set(signingSecretKey(), value);
    const key = await openSigningKey(rig.store, random);
    assert.equal(key.length, 32);
    assert.deepEqual((await rig.kv.get(signingSecretKey())).value, key);
  }
});

const SECONDS = 15;
const MINUTE_MS = 60_000;

async function openAds() {
  const rig = await openQuotas();
  const { store, clock } = rig;
  const ads = new Ads({
    store,
    now: () => clock.nowMs,
    random,
    seconds: SECONDS,
    dailyCap: 3,
    key,
  });
  return {
    ...rig,
    ads,
    ...await addToken(rig.kv),
    [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose](),
  };
}

const refused = (params: ErrorParams, status: number) =>
  inputRefusal("ticket", params, status);
const REDEEMED = refused({ reason: "ad_ticket_redeemed" }, 409);
const NO_MORE = refused(
  { reason: "ads_used_up", maxPerDay: 3 },
  429,
);
const EXPIRED = refused({ reason: "ad_ticket_expired" }, 410);
const NOT_FREE = refused(
  { reason: "ad_not_for_plan" },
  403,
);
const NO_TOKEN = refused(
  { reason: "ad_without_token" },
  409,
);

Deno.test("Ads.issue - returns a new ticket with its times", async () => {
  await using rig = await openAds();
  const { ticket, ...offer } = await rig.ads.issue(rig.account);
  assert.deepEqual(offer, {
    readyAtMs: START_MS + 15_000,
    expiresAtMs: START_MS + 600_000,
    leftToday: 3,
  });
  const parsed = parseTicket(ticket, key);
  assert.equal(parsed?.accountId, rig.account.id);
  assert.equal(parsed?.issuedAtMs, START_MS);
  assert.notEqual((await rig.ads.issue(rig.account)).ticket, ticket);
});

Deno.test("Ads.redeem - adds 50 requests to the month immediately", async () => {
  await using rig = await openAds();
  const quotaRecord = { used: 100, bonus: 0 };
  await rig.kv.set(quotaKey(rig.account.id, 0, MONTH), quotaRecord);
  assert.equal((await rig.quotas.charge(rig.hash)).isGranted, false);
  const { ticket, readyAtMs } = await rig.ads.issue(rig.account);
  rig.clock.nowMs = readyAtMs;
  assert.deepEqual(await rig.ads.redeem(rig.account, ticket), {
    tier: "free",
    limit: 150,
    used: 100,
    remaining: 50,
    resetAtMs: RESET_MS,
  });
  assert.deepEqual(await storedQuota(rig.kv, rig.account), {
    used: 100,
    bonus: 50,
  });
  assert.equal((await rig.quotas.charge(rig.hash)).quota.remaining, 49);
  assert.equal(await rig.ads.leftToday(rig.account), 2);
});

Deno.test("Ads.redeem - a forged or malformed ticket is 400", async () => {
  await using rig = await openAds();
  const { ticket } = await rig.ads.issue(rig.account);
  const forged = signTicket(
    { id: "t", accountId: rig.account.id, issuedAtMs: START_MS - MINUTE_MS },
    new Uint8Array(32),
  );
  for (const text of ["", "a ticket", forged, `${ticket}x`]) {
    assert.deepEqual(
      await refusalOf(redeem(rig, text)),
      refused({ reason: "ad_ticket_invalid" }, 400),
    );
  }
});

Deno.test("Ads.redeem - a ticket of another account is 403", async () => {
  await using rig = await openAds();
  const { account } = await addToken(rig.kv);
  const { ticket, readyAtMs } = await rig.ads.issue(account);
  rig.clock.nowMs = readyAtMs;
  assert.deepEqual(
    await refusalOf(redeem(rig, ticket)),
    refused({ reason: "ad_ticket_of_another_account" }, 403),
  );
});

Deno.test("Ads.redeem - too early is 409 with the remaining seconds", async () => {
  await using rig = await openAds();
  const { ticket, readyAtMs } = await rig.ads.issue(rig.account);
  const waits: [beforeMs: number, waitSeconds: number][] = [
    [15_000, 15],
    [14_001, 15],
    [14_000, 14],
    [1, 1],
    // The clock was put back.
    [20_000, 20],
  ];
  for (const [beforeMs, waitSeconds] of waits) {
    rig.clock.nowMs = readyAtMs - beforeMs;
    assert.deepEqual(
      await refusalOf(redeem(rig, ticket)),
      refused({ reason: "ad_too_early", waitSeconds }, 409),
    );
  }
  rig.clock.nowMs = readyAtMs;
  assert.equal((await redeem(rig, ticket)).limit, 150);
});

Deno.test("Ads.redeem - a ticket is valid for 10 minutes, then 410", async () => {
  await using rig = await openAds();
  const { ticket, expiresAtMs } = await rig.ads.issue(rig.account);
  rig.clock.nowMs = expiresAtMs + 1;
  assert.deepEqual(await refusalOf(redeem(rig, ticket)), EXPIRED);
  rig.clock.nowMs = expiresAtMs;
  assert.equal((await redeem(rig, ticket)).limit, 150);
});

Deno.test("Ads.redeem - of concurrent calls with one ticket, one succeeds and the others are 409", async () => {
  await using rig = await openAds();
  const { ticket, readyAtMs } = await rig.ads.issue(rig.account);
  rig.clock.nowMs = readyAtMs;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => redeem(rig, ticket)),
  );
  const good = outcomes.filter(({ status }) => status === "fulfilled");
  assert.equal(good.length, 1);
  assert.deepEqual(await refusalOf(redeem(rig, ticket)), REDEEMED);
  assert.deepEqual(await storedQuota(rig.kv, rig.account), {
    used: 0,
    bonus: 50,
  });
});

Deno.test("Ads.redeem - the daily limit holds for any number of tickets", async () => {
  await using rig = await openAds();
  const offers = [];
  for (let i = 0; i < 5; i++) offers.push(await rig.ads.issue(rig.account));
  rig.clock.nowMs = offers[4].readyAtMs;
  const outcomes = await Promise.allSettled(
    offers.map(({ ticket }) => redeem(rig, ticket)),
  );
  const good = outcomes.filter(({ status }) => status === "fulfilled");
  assert.equal(good.length, 3);
  assert.equal(await rig.ads.leftToday(rig.account), 0);
  const left = offers.filter((_, i) => outcomes[i].status === "rejected");
  assert.deepEqual(await refusalOf(redeem(rig, left[0].ticket)), NO_MORE);
  assert.deepEqual(await refusalOf(rig.ads.issue(rig.account)), NO_MORE);
  assert.deepEqual(await storedQuota(rig.kv, rig.account), {
    used: 0,
    bonus: 150,
  });
  rig.clock.nowMs = Date.UTC(2026, 10, 22);
  assert.equal((await rig.ads.issue(rig.account)).leftToday, 3);
});

Deno.test("Ads.redeem - after midnight a ticket counts for the new day, once", async () => {
  await using rig = await openAds();
  const midnightMs = Date.UTC(2026, 11, 1);
  rig.clock.nowMs = midnightMs - MINUTE_MS;
  const offers = [];
  for (let i = 0; i < 2; i++) offers.push(await rig.ads.issue(rig.account));
  const [before, after] = offers;
  rig.clock.nowMs = midnightMs - 1;
  await redeem(rig, before.ticket);
  rig.clock.nowMs = midnightMs;
  assert.deepEqual(await refusalOf(redeem(rig, before.ticket)), REDEEMED);
  await redeem(rig, after.ticket);
  assert.equal(await rig.ads.leftToday(rig.account), 2);
  assert.deepEqual(await storedQuota(rig.kv, rig.account, 0, "2026-12"), {
    used: 0,
    bonus: 50,
  });
  // The clock is put back.
  rig.clock.nowMs = midnightMs - 1;
  assert.deepEqual(await refusalOf(redeem(rig, after.ticket)), REDEEMED);
  assert.deepEqual(await storedQuota(rig.kv, rig.account), {
    used: 0,
    bonus: 50,
  });
});

Deno.test("Ads - only for free accounts with a token, as stored", async () => {
  await using rig = await openAds();
  const { ticket, readyAtMs } = await rig.ads.issue(rig.account);
  rig.clock.nowMs = readyAtMs;
  const changes: [Partial<Account>, typeof NOT_FREE][] = [
    [{ tier: "standard" }, NOT_FREE],
    [{ tier: "vip" }, NOT_FREE],
    [{ isDisabled: true }, NOT_FREE],
    [{ tokens: [] }, NO_TOKEN],
  ];
  for (const [change, refusal] of changes) {
    const changed = { ...rig.account, ...change };
    assert.deepEqual(await refusalOf(rig.ads.issue(changed)), refusal);
    await rig.kv.set(accountKey(changed.id), changed);
    assert.deepEqual(await refusalOf(redeem(rig, ticket)), refusal);
  }
  await rig.kv.delete(accountKey(rig.account.id));
  assert.deepEqual(await refusalOf(redeem(rig, ticket)), NOT_FREE);
});

Deno.test("Ads.redeem - checks the records that it commits against", async () => {
  await using rig = await openAds();
  const { account: { id }, kv } = rig;
  const [one, other] = [
    await rig.ads.issue(rig.account),
    await rig.ads.issue(rig.account),
  ];
  rig.clock.nowMs = other.readyAtMs;
  const meanwhile = (change: () => Promise<unknown>) =>
    beforeCommit(rig, change);
  const day = adDayKey(id, "2026-11-21");
  meanwhile(() => kv.set(day, { tickets: ["x", "y", "z"] }));
  assert.deepEqual(await refusalOf(redeem(rig, one.ticket)), NO_MORE);
  await kv.delete(day);
  meanwhile(() => kv.set(accountKey(id), { ...rig.account, tier: "vip" }));
  assert.deepEqual(await refusalOf(redeem(rig, one.ticket)), NOT_FREE);
  await kv.set(accountKey(id), rig.account);
  meanwhile(() => redeem(rig, other.ticket));
  assert.equal((await redeem(rig, one.ticket)).limit, 200);
});

Deno.test("Ads.redeem - keeps concurrent charges", async () => {
  await using rig = await openAds();
  const { ticket, readyAtMs } = await rig.ads.issue(rig.account);
  rig.clock.nowMs = readyAtMs;
  await rig.kv.set(quotaKey(rig.account.id, 0, MONTH), { used: 7, bonus: 0 });
  beforeCommit(rig, async () => {
    assert.equal((await rig.quotas.charge(rig.hash)).quota.used, 8);
  });
  const { used, limit } = await redeem(rig, ticket);
  assert.deepEqual({ used, limit }, { used: 8, limit: 150 });
  assert.deepEqual(await storedQuota(rig.kv, rig.account), {
    used: 8,
    bonus: 50,
  });
});

Deno.test("Ads.redeem - a concurrent charge keeps the bonus", async () => {
  await using rig = await openAds();
  const { ticket, readyAtMs } = await rig.ads.issue(rig.account);
  rig.clock.nowMs = readyAtMs;
  beforeCommit(rig, () => redeem(rig, ticket));
  await rig.quotas.charge(rig.hash);
  assert.deepEqual(await storedQuota(rig.kv, rig.account), {
    used: 1,
    bonus: 50,
  });
});

Deno.test("Ads.redeem - after midnight it checks the records of both days", async () => {
  await using rig = await openAds();
  const { account: { id }, kv } = rig;
  rig.clock.nowMs = Date.UTC(2026, 10, 21, 23, 59);
  const { ticket } = await rig.ads.issue(rig.account);
  const { id: ticketId } = parseTicket(ticket, key)!;
  rig.clock.nowMs = Date.UTC(2026, 10, 22);
  const [yesterday, today] = [
    adDayKey(id, "2026-11-21"),
    adDayKey(id, "2026-11-22"),
  ];
  beforeCommit(rig, () => kv.set(today, { tickets: ["x", "y", "z"] }));
  assert.deepEqual(await refusalOf(redeem(rig, ticket)), NO_MORE);
  await kv.delete(today);
  // An instance whose clock is a little behind.
  beforeCommit(rig, () => kv.set(yesterday, { tickets: [ticketId] }));
  assert.deepEqual(await refusalOf(redeem(rig, ticket)), REDEEMED);
  assert.equal(await storedQuota(rig.kv, rig.account), null);
});

Deno.test("Ads - an unreadable day counts as full", async () => {
  await using rig = await openAds();
  const { ticket, readyAtMs } = await rig.ads.issue(rig.account);
  rig.clock.nowMs = readyAtMs;
  await rig.kv.set(adDayKey(rig.account.id, "2026-11-21"), { tickets: "1" });
  assert.equal(await rig.ads.leftToday(rig.account), 0);
  assert.deepEqual(await refusalOf(redeem(rig, ticket)), NO_MORE);
});

async function redeem(
  { ads, account }: Awaited<ReturnType<typeof openAds>>,
  ticket: string,
) {
  return await ads.redeem(account, ticket);
}

/** Has something else happen between the reads of the next commit and the commit. */
function beforeCommit(
  { tricky }: Awaited<ReturnType<typeof openAds>>,
  change: () => Promise<unknown>,
) {
  tricky.onCommit = async (commit) => {
    tricky.onCommit = (commit) => commit();
    await change();
    return await commit();
  };
}
