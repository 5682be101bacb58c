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
import { inputRefusal, random, refusalOf, START_MS } from "./fixture.ts";
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
  forAll([tickets], (ticket) => {
    assert.deepEqual(parseTicket(signTicket(ticket, key), key), ticket);
  });
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
  const rows = Array.from({ length: 20 }, (_, i) => signed(650 + i))
    .filter(({ length }) => length >= 1_000);
  assert.deepEqual(rows.slice(0, 2), [
    { length: 1_000, isRead: true },
    { length: 1_002, isRead: false },
  ]);
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
  const keys = await Promise.all(
    Array.from({ length: 10 }, () => openSigningKey(fixture.store, random)),
  );
  keys.push(await openSigningKey(fixture.store, random));
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

const SECONDS = 15;
const MINUTE_MS = 60_000;

async function openAds() {
  const fixture = await openQuotas();
  const { store, clock } = fixture;
  const ads = new Ads({
    store,
    now: () => clock.nowMs,
    random,
    seconds: SECONDS,
    dailyCap: 3,
    key,
  });
  return {
    ...fixture,
    ads,
    ...await addToken(fixture.kv),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
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

const READY_MS = 15_000;
const LIFETIME_MS = 600_000;

test("Ads.issue - returns a new ticket", async (fixture) => {
  const ticket = await fixture.ads.issue(fixture.account);
  assert.equal(await fixture.ads.leftToday(fixture.account), 3);
  const parsed = parseTicket(ticket, key);
  assert.equal(parsed?.accountId, fixture.account.id);
  assert.equal(parsed?.issuedAtMs, START_MS);
  assert.notEqual(await fixture.ads.issue(fixture.account), ticket);
});

test("Ads.redeem - adds 50 requests to the month immediately", async (fixture) => {
  const quotaRecord = { used: 100, bonus: 0 };
  await fixture.kv.set(quotaKey(fixture.account.id, 0, MONTH), quotaRecord);
  assert.equal((await fixture.quotas.charge(fixture.hash)).isGranted, false);
  const ticket = await fixture.ads.issue(fixture.account);
  fixture.clock.nowMs = START_MS + READY_MS;
  assert.deepEqual(
    await fixture.ads.redeem(fixture.account, ticket),
    quotaWith("free", 150, 100),
  );
  await assertStored(fixture.kv, fixture.account, 100, 50);
  assert.equal((await fixture.quotas.charge(fixture.hash)).quota.remaining, 49);
  assert.equal(await fixture.ads.leftToday(fixture.account), 2);
});

test("Ads.redeem - a forged or malformed ticket is 400", async (fixture) => {
  const ticket = await fixture.ads.issue(fixture.account);
  const forged = signTicket(
    {
      id: "t",
      accountId: fixture.account.id,
      issuedAtMs: START_MS - MINUTE_MS,
    },
    new Uint8Array(32),
  );
  for (const text of ["", "a ticket", forged, `${ticket}x`]) {
    assert.deepEqual(
      await refusalOf(redeem(fixture, text)),
      refused({ reason: "ad_ticket_invalid" }, 400),
    );
  }
});

test("Ads.redeem - a ticket of another account is 403", async (fixture) => {
  const { account } = await addToken(fixture.kv);
  const ticket = await fixture.ads.issue(account);
  fixture.clock.nowMs = START_MS + READY_MS;
  assert.deepEqual(
    await refusalOf(redeem(fixture, ticket)),
    refused({ reason: "ad_ticket_of_another_account" }, 403),
  );
});

test("Ads.redeem - too early is 409 with the remaining seconds", async (fixture) => {
  const ticket = await fixture.ads.issue(fixture.account);
  const waits: [beforeMs: number, waitSeconds: number][] = [
    [15_000, 15],
    [14_001, 15],
    [14_000, 14],
    [1, 1],
    // The clock was put back.
    [20_000, 20],
  ];
  for (const [beforeMs, waitSeconds] of waits) {
    fixture.clock.nowMs = START_MS + READY_MS - beforeMs;
    assert.deepEqual(
      await refusalOf(redeem(fixture, ticket)),
      refused({ reason: "ad_too_early", waitSeconds }, 409),
    );
  }
  fixture.clock.nowMs = START_MS + READY_MS;
  assert.equal((await redeem(fixture, ticket)).limit, 150);
});

test("Ads.redeem - a ticket is valid for 10 minutes, then 410", async (fixture) => {
  const ticket = await fixture.ads.issue(fixture.account);
  fixture.clock.nowMs = START_MS + LIFETIME_MS + 1;
  assert.deepEqual(await refusalOf(redeem(fixture, ticket)), EXPIRED);
  fixture.clock.nowMs = START_MS + LIFETIME_MS;
  assert.equal((await redeem(fixture, ticket)).limit, 150);
});

test("Ads.redeem - of concurrent calls with one ticket, one succeeds and the others are 409", async (fixture) => {
  const ticket = await fixture.ads.issue(fixture.account);
  fixture.clock.nowMs = START_MS + READY_MS;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => redeem(fixture, ticket)),
  );
  const good = outcomes.filter(({ status }) => status === "fulfilled");
  assert.equal(good.length, 1);
  assert.deepEqual(await refusalOf(redeem(fixture, ticket)), REDEEMED);
  await assertStored(fixture.kv, fixture.account, 0, 50);
});

test("Ads.redeem - the daily limit holds for any number of tickets", async (fixture) => {
  const tickets = [];
  for (let i = 0; i < 5; i++) {
    tickets.push(await fixture.ads.issue(fixture.account));
  }
  fixture.clock.nowMs += READY_MS;
  const outcomes = await Promise.allSettled(
    tickets.map((ticket) => redeem(fixture, ticket)),
  );
  const good = outcomes.filter(({ status }) => status === "fulfilled");
  assert.equal(good.length, 3);
  assert.equal(await fixture.ads.leftToday(fixture.account), 0);
  const left = tickets.filter((_, i) => outcomes[i].status === "rejected");
  assert.deepEqual(await refusalOf(redeem(fixture, left[0])), NO_MORE);
  assert.deepEqual(
    await refusalOf(fixture.ads.issue(fixture.account)),
    NO_MORE,
  );
  await assertStored(fixture.kv, fixture.account, 0, 150);
  fixture.clock.nowMs = Date.UTC(2026, 10, 22);
  assert.equal(await fixture.ads.leftToday(fixture.account), 3);
});

test("Ads.redeem - after midnight a ticket counts for the new day, once", async (fixture) => {
  const midnightMs = Date.UTC(2026, 11, 1);
  fixture.clock.nowMs = midnightMs - MINUTE_MS;
  const tickets = [];
  for (let i = 0; i < 2; i++) {
    tickets.push(await fixture.ads.issue(fixture.account));
  }
  const [before, after] = tickets;
  fixture.clock.nowMs = midnightMs - 1;
  await redeem(fixture, before);
  fixture.clock.nowMs = midnightMs;
  assert.deepEqual(await refusalOf(redeem(fixture, before)), REDEEMED);
  await redeem(fixture, after);
  assert.equal(await fixture.ads.leftToday(fixture.account), 2);
  await assertStored(fixture.kv, fixture.account, 0, 50, { month: "2026-12" });
  // The clock is put back.
  fixture.clock.nowMs = midnightMs - 1;
  assert.deepEqual(await refusalOf(redeem(fixture, after)), REDEEMED);
  await assertStored(fixture.kv, fixture.account, 0, 50);
});

test("Ads - only for free accounts with a token, as stored", async (fixture) => {
  const ticket = await fixture.ads.issue(fixture.account);
  fixture.clock.nowMs = START_MS + READY_MS;
  const changes: [Partial<Account>, typeof NOT_FREE][] = [
    [{ tier: "standard" }, NOT_FREE],
    [{ tier: "vip" }, NOT_FREE],
    [{ isDisabled: true }, NOT_FREE],
    [{ tokens: [] }, NO_TOKEN],
  ];
  for (const [change, refusal] of changes) {
    const changed = { ...fixture.account, ...change };
    assert.deepEqual(await refusalOf(fixture.ads.issue(changed)), refusal);
    await fixture.kv.set(accountKey(changed.id), changed);
    assert.deepEqual(await refusalOf(redeem(fixture, ticket)), refusal);
  }
  await fixture.kv.delete(accountKey(fixture.account.id));
  assert.deepEqual(await refusalOf(redeem(fixture, ticket)), NOT_FREE);
});

test("Ads.redeem - checks the records that it commits against", async (fixture) => {
  const { account: { id }, kv } = fixture;
  const [one, other] = [
    await fixture.ads.issue(fixture.account),
    await fixture.ads.issue(fixture.account),
  ];
  fixture.clock.nowMs = START_MS + READY_MS;
  const meanwhile = (change: () => Promise<unknown>) =>
    beforeCommit(fixture, change);
  const day = adDayKey(id, "2026-11-21");
  meanwhile(() => kv.set(day, { tickets: ["x", "y", "z"] }));
  assert.deepEqual(await refusalOf(redeem(fixture, one)), NO_MORE);
  await kv.delete(day);
  meanwhile(() => kv.set(accountKey(id), { ...fixture.account, tier: "vip" }));
  assert.deepEqual(await refusalOf(redeem(fixture, one)), NOT_FREE);
  await kv.set(accountKey(id), fixture.account);
  meanwhile(() => redeem(fixture, other));
  assert.equal((await redeem(fixture, one)).limit, 200);
});

test("Ads.redeem - keeps concurrent charges", async (fixture) => {
  const ticket = await fixture.ads.issue(fixture.account);
  fixture.clock.nowMs = START_MS + READY_MS;
  await fixture.kv.set(quotaKey(fixture.account.id, 0, MONTH), {
    used: 7,
    bonus: 0,
  });
  beforeCommit(fixture, async () => {
    assert.equal((await fixture.quotas.charge(fixture.hash)).quota.used, 8);
  });
  const { used, limit } = await redeem(fixture, ticket);
  assert.deepEqual({ used, limit }, { used: 8, limit: 150 });
  await assertStored(fixture.kv, fixture.account, 8, 50);
});

test("Ads.redeem - a concurrent charge keeps the bonus", async (fixture) => {
  const ticket = await fixture.ads.issue(fixture.account);
  fixture.clock.nowMs = START_MS + READY_MS;
  beforeCommit(fixture, () => redeem(fixture, ticket));
  await fixture.quotas.charge(fixture.hash);
  await assertStored(fixture.kv, fixture.account, 1, 50);
});

test("Ads.redeem - after midnight it checks the records of both days", async (fixture) => {
  const { account: { id }, kv } = fixture;
  fixture.clock.nowMs = Date.UTC(2026, 10, 21, 23, 59);
  const ticket = await fixture.ads.issue(fixture.account);
  const { id: ticketId } = parseTicket(ticket, key)!;
  fixture.clock.nowMs = Date.UTC(2026, 10, 22);
  const [yesterday, today] = [
    adDayKey(id, "2026-11-21"),
    adDayKey(id, "2026-11-22"),
  ];
  beforeCommit(fixture, () => kv.set(today, { tickets: ["x", "y", "z"] }));
  assert.deepEqual(await refusalOf(redeem(fixture, ticket)), NO_MORE);
  await kv.delete(today);
  // An instance whose clock is a little behind.
  beforeCommit(fixture, () => kv.set(yesterday, { tickets: [ticketId] }));
  assert.deepEqual(await refusalOf(redeem(fixture, ticket)), REDEEMED);
  assert.equal(await storedQuota(fixture.kv, fixture.account), null);
});

test("Ads - an unreadable day counts as full", async (fixture) => {
  const ticket = await fixture.ads.issue(fixture.account);
  fixture.clock.nowMs = START_MS + READY_MS;
  await fixture.kv.set(adDayKey(fixture.account.id, "2026-11-21"), {
    tickets: "1",
  });
  assert.equal(await fixture.ads.leftToday(fixture.account), 0);
  assert.deepEqual(await refusalOf(redeem(fixture, ticket)), NO_MORE);
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
