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
import {
  assertRefused,
  inputRefusal,
  outcomesOf,
  random,
  type Reason,
  START_MS,
  times,
} from "./fixture.ts";
import {
  accountKey,
  adDayKey,
  quotaKey,
  signingSecretKey,
} from "../../../lib/store/keys.ts";
import {
  addToken,
  assertStored,
  MONTH,
  openQuotas,
  quotaWith,
  storedQuota,
} from "./quotas/quota_fixture.ts";
import type { Account } from "../../../lib/accounts/account_record.ts";
import { testWith } from "../../support/test_with.ts";
import { forAll } from "../../support/for_all.ts";

const test = testWith(openAds);

const key = new Uint8Array(32).fill(7);
const ticket = { id: "t", accountId: "a", issuedAtMs: START_MS };

Deno.test("signTicket - a payload and its HMAC-SHA256, in base64url", () => {
  const text = signTicket(ticket, key);
  const [payload, signature, ...more] = text.split(".");
  assert.deepEqual(more, []);
  const signed = Buffer.from(payload, "base64url").toString();
  assert.deepEqual(JSON.parse(signed), ticket);
  const hmac = createHmac("sha256", key).update(`ad ticket ${payload}`);
  assert.equal(signature, hmac.digest("base64url"));
});

Deno.test("parseTicket - returns the signed ticket", () => {
  const tickets = fc.record({
    id: fc.string({ maxLength: 30 }),
    accountId: fc.string({ maxLength: 30 }),
    issuedAtMs: fc.nat(),
  }, { noNullPrototype: true });
  forAll([tickets], (ticket) => {
    assert.deepEqual(parseTicket(signTicket(ticket, key), key), ticket);
  });
});

Deno.test("parseTicket - any change makes a ticket invalid", () => {
  const text = signTicket(ticket, key);
  const at = fc.nat({ max: text.length });
  const alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ é";
  const changed = fc.tuple(
    at,
    fc.nat({ max: 2 }),
    fc.array(fc.constantFrom(...alphabet), { maxLength: 3 }),
  ).map(([i, cut, more]) =>
    text.slice(0, i) + more.join("") + text.slice(i + cut)
  ).filter((other) => other !== text);
  forAll([changed], (other) => {
    assert.equal(parseTicket(other, key), null);
  }, { numRuns: 2_000 });
  // Not one character of it may be another, those that stand for the same bytes included.
  for (let i = 0; i < text.length; i++) {
    for (const character of alphabet) {
      const other = text.slice(0, i) + character + text.slice(i + 1);
      if (other !== text) assert.equal(parseTicket(other, key), null);
    }
  }
});

Deno.test("parseTicket - reads up to 1,000 characters", () => {
  const signed = (length: number) => {
    const text = signTicket({ ...ticket, id: "i".repeat(length) }, key);
    return { length: text.length, isRead: parseTicket(text, key) !== null };
  };
  const rows = times(20, (i) => signed(650 + i))
    .filter(({ length }) => length >= 1_000);
  const [longest, longer] = rows;
  assert.deepEqual(longest, { length: 1_000, isRead: true });
  assert.deepEqual(longer, { length: 1_002, isRead: false });
});

Deno.test("parseTicket - null for any other text and for another key", () => {
  forAll([fc.string()], (text) => {
    assert.equal(parseTicket(text, key), null);
  });
  const signed = createHmac("sha256", key).update("ad ticket ");
  const nothing = `.${signed.digest("base64url")}`;
  for (const text of ["", ".", "..", "a.", ".b", nothing, "x".repeat(5_000)]) {
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
  await using fixture = await openQuotas();
  const open = () => openSigningKey(fixture.store, random);
  const keys = await Promise.all(times(10, open));
  keys.push(await open());
  assert.equal(keys[0].length, 32);
  for (const key of keys) assert.deepEqual(key, keys[0]);
  assert.deepEqual((await fixture.kv.get(signingSecretKey())).value, keys[0]);
});

Deno.test("openSigningKey - replaces a malformed record", async () => {
  await using fixture = await openQuotas();
  for (const value of [new Uint8Array(16), "0".repeat(32), null]) {
    await fixture.kv.set(signingSecretKey(), value);
    const key = await openSigningKey(fixture.store, random);
    assert.equal(key.length, 32);
    assert.deepEqual((await fixture.kv.get(signingSecretKey())).value, key);
  }
});

async function openAds() {
  const fixture = await openQuotas();
  const { store, clock, account, tricky } = fixture;
  const now = () => clock.nowMs;
  const ads = new Ads({ store, now, random, seconds: 15, dailyCap: 3, key });
  const redeem = async (ticket: string) => await ads.redeem(account, ticket);
  return {
    ...fixture,
    ads,
    issue: () => ads.issue(account),
    redeem,
    left: () => ads.leftToday(account),
    assertRefused: (ticket: string, expected: object) =>
      assertRefused(redeem(ticket), expected),
    /** A ticket that can be redeemed now. */
    async readyTicket() {
      const ticket = await ads.issue(account);
      clock.nowMs = READY_MS;
      return ticket;
    },
    /** Has something else happen between the reads of the next commit and the commit. */
    beforeCommit(change: () => Promise<unknown>) {
      tricky.onCommit = async (commit) => {
        tricky.onCommit = (commit) => commit();
        await change();
        return await commit();
      };
    },
  };
}

const refused = (reason: Reason, status: number) =>
  inputRefusal("ticket", reason, status);
const REDEEMED = refused("ad_ticket_redeemed", 409);
const EXPIRED = refused("ad_ticket_expired", 410);
const NOT_FREE = refused("ad_not_for_plan", 403);
const NO_TOKEN = refused("ad_without_token", 409);
const NO_MORE = refused({ reason: "ads_used_up", maxPerDay: 3 }, 429);

const READY_MS = START_MS + 15_000;
const MINUTE_MS = 60_000;

test("Ads.issue - returns a new ticket", async ({ account, issue, left }) => {
  const ticket = await issue();
  assert.equal(await left(), 3);
  const parsed = parseTicket(ticket, key);
  assert.equal(parsed?.accountId, account.id);
  assert.equal(parsed?.issuedAtMs, START_MS);
  assert.notEqual(await issue(), ticket);
});

test("Ads.redeem - adds 50 requests to the month immediately", async ({ account, hash, kv, left, quotas, readyTicket, redeem }) => {
  await kv.set(quotaKey(account.id, 0, MONTH), { used: 100, bonus: 0 });
  assert.equal((await quotas.charge(hash)).isGranted, false);
  const quota = await redeem(await readyTicket());
  assert.deepEqual(quota, quotaWith("free", 150, 100));
  await assertStored(kv, account, 100, 50);
  assert.equal((await quotas.charge(hash)).quota.remaining, 49);
  assert.equal(await left(), 2);
});

test("Ads.redeem - a forged or malformed ticket is 400", async ({ account, issue, assertRefused }) => {
  const ticket = await issue();
  const earlier = { issuedAtMs: START_MS - MINUTE_MS, accountId: account.id };
  const forged = signTicket({ id: "t", ...earlier }, new Uint8Array(32));
  for (const text of ["", "a ticket", forged, `${ticket}x`]) {
    await assertRefused(text, refused("ad_ticket_invalid", 400));
  }
});

test("Ads.redeem - a ticket of another account is 403", async ({ ads, kv, clock, assertRefused }) => {
  const { account } = await addToken(kv);
  const ticket = await ads.issue(account);
  clock.nowMs = READY_MS;
  await assertRefused(ticket, refused("ad_ticket_of_another_account", 403));
});

test("Ads.redeem - too early is 409 with the remaining seconds", async ({ clock, readyTicket, redeem, assertRefused }) => {
  const ticket = await readyTicket();
  // The clock was put back in the last.
  const waits = { 15_000: 15, 14_001: 15, 14_000: 14, 1: 1, 20_000: 20 };
  for (const [beforeMs, waitSeconds] of Object.entries(waits)) {
    clock.nowMs = READY_MS - Number(beforeMs);
    const early = refused({ reason: "ad_too_early", waitSeconds }, 409);
    await assertRefused(ticket, early);
  }
  clock.nowMs = READY_MS;
  assert.equal((await redeem(ticket)).limit, 150);
});

test("Ads.redeem - a ticket is valid for 10 minutes, then 410", async ({ clock, issue, redeem, assertRefused }) => {
  const ticket = await issue();
  clock.nowMs = START_MS + 10 * MINUTE_MS + 1;
  await assertRefused(ticket, EXPIRED);
  clock.nowMs -= 1;
  assert.equal((await redeem(ticket)).limit, 150);
});

test("Ads.redeem - of concurrent calls with one ticket, one succeeds and the others are 409", async ({ account, kv, readyTicket, redeem, assertRefused }) => {
  const ticket = await readyTicket();
  const { made } = await outcomesOf(times(6, () => redeem(ticket)));
  assert.equal(made.length, 1);
  await assertRefused(ticket, REDEEMED);
  await assertStored(kv, account, 0, 50);
});

test("Ads.redeem - the daily limit holds for any number of tickets", async (fixture) => {
  const { account, kv, clock, issue, left, redeem } = fixture;
  const tickets = [];
  for (let i = 0; i < 5; i++) tickets.push(await issue());
  clock.nowMs = READY_MS;
  const { made, refused } = await outcomesOf(tickets.map(redeem));
  assert.deepEqual([made.length, refused], [3, [NO_MORE, NO_MORE]]);
  assert.equal(await left(), 0);
  await assertRefused(issue(), NO_MORE);
  await assertStored(kv, account, 0, 150);
  clock.nowMs = Date.UTC(2026, 10, 22);
  assert.equal(await left(), 3);
});

test("Ads.redeem - after midnight a ticket counts for the new day, once", async ({ account, kv, clock, issue, left, redeem, assertRefused }) => {
  const midnightMs = Date.UTC(2026, 11, 1);
  clock.nowMs = midnightMs - MINUTE_MS;
  const [before, after] = [await issue(), await issue()];
  clock.nowMs = midnightMs - 1;
  await redeem(before);
  clock.nowMs = midnightMs;
  await assertRefused(before, REDEEMED);
  await redeem(after);
  assert.equal(await left(), 2);
  await assertStored(kv, account, 0, 50, { month: "2026-12" });
  // The clock is put back.
  clock.nowMs = midnightMs - 1;
  await assertRefused(after, REDEEMED);
  await assertStored(kv, account, 0, 50);
});

test("Ads - only for free accounts with a token, as stored", async (fixture) => {
  const { account, ads, kv, readyTicket } = fixture;
  const ticket = await readyTicket();
  const changes: [Partial<Account>, typeof NOT_FREE][] = [
    [{ tier: "standard" }, NOT_FREE],
    [{ tier: "vip" }, NOT_FREE],
    [{ isDisabled: true }, NOT_FREE],
    [{ tokens: [] }, NO_TOKEN],
  ];
  for (const [change, refusal] of changes) {
    const changed = { ...account, ...change };
    await assertRefused(ads.issue(changed), refusal);
    await kv.set(accountKey(changed.id), changed);
    await fixture.assertRefused(ticket, refusal);
  }
  await kv.delete(accountKey(account.id));
  await fixture.assertRefused(ticket, NOT_FREE);
});

const full = { tickets: ["x", "y", "z"] };

test("Ads.redeem - checks the records that it commits against", async ({ account, kv, issue, readyTicket, redeem, assertRefused, beforeCommit }) => {
  const [other, one] = [await issue(), await readyTicket()];
  const day = adDayKey(account.id, "2026-11-21");
  beforeCommit(() => kv.set(day, full));
  await assertRefused(one, NO_MORE);
  await kv.delete(day);
  const key = accountKey(account.id);
  beforeCommit(() => kv.set(key, { ...account, tier: "vip" }));
  await assertRefused(one, NOT_FREE);
  await kv.set(key, account);
  beforeCommit(() => redeem(other));
  assert.equal((await redeem(one)).limit, 200);
});

test("Ads.redeem - keeps concurrent charges", async ({ account, hash, kv, quotas, readyTicket, redeem, beforeCommit }) => {
  const ticket = await readyTicket();
  await kv.set(quotaKey(account.id, 0, MONTH), { used: 7, bonus: 0 });
  beforeCommit(async () => {
    assert.equal((await quotas.charge(hash)).quota.used, 8);
  });
  const { used, limit } = await redeem(ticket);
  assert.deepEqual({ used, limit }, { used: 8, limit: 150 });
  await assertStored(kv, account, 8, 50);
});

test("Ads.redeem - a concurrent charge keeps the bonus", async ({ account, hash, kv, quotas, readyTicket, redeem, beforeCommit }) => {
  const ticket = await readyTicket();
  beforeCommit(() => redeem(ticket));
  await quotas.charge(hash);
  await assertStored(kv, account, 1, 50);
});

test("Ads.redeem - after midnight it checks the records of both days", async ({ account, kv, clock, issue, assertRefused, beforeCommit }) => {
  clock.nowMs = Date.UTC(2026, 10, 21, 23, 59);
  const ticket = await issue();
  const { id } = parseTicket(ticket, key)!;
  clock.nowMs = Date.UTC(2026, 10, 22);
  const [yesterday, today] = ["2026-11-21", "2026-11-22"]
    .map((day) => adDayKey(account.id, day));
  beforeCommit(() => kv.set(today, full));
  await assertRefused(ticket, NO_MORE);
  await kv.delete(today);
  // An instance whose clock is a little behind.
  beforeCommit(() => kv.set(yesterday, { tickets: [id] }));
  await assertRefused(ticket, REDEEMED);
  assert.equal(await storedQuota(kv, account), null);
});

test("Ads - an unreadable day counts as full", async ({ account, kv, left, readyTicket, assertRefused }) => {
  const ticket = await readyTicket();
  await kv.set(adDayKey(account.id, "2026-11-21"), { tickets: "1" });
  assert.equal(await left(), 0);
  await assertRefused(ticket, NO_MORE);
});
