import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import {
  accountKey,
  adDayKey,
  quotaKey,
  signingSecretKey,
} from "../store/keys.ts";
import type { Store } from "../store/store.ts";
import type { ErrorParams } from "../core/error_reasons.ts";
import { InputError } from "../core/errors.ts";
import { type Account, AD_BONUS, asAccount } from "./account.ts";
import {
  asQuotaRecord,
  dayOf,
  monthOf,
  type Quota,
  quotaLifetimeMs,
  quotaOf,
  quotaSlot,
  resetOf,
} from "./quotas/quota_record.ts";
import { randomBase64Url } from "../core/text.ts";

const adTicket = z.object({
  id: z.string(),
  accountId: z.string(),
  /** Milliseconds since the epoch. */
  issuedAtMs: z.number().nonnegative(),
});

/** Says that an account was shown an ad, and when. */
export type AdTicket = z.infer<typeof adTicket>;

const MAX_LENGTH = 1_000;

/** The ticket as text, `payload.signature`, both in base64url. */
export function signTicket(ticket: AdTicket, key: Uint8Array): string {
  const payload = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  return `${payload}.${signatureOf(payload, key)}`;
}

/** The ticket of a text that was signed with this key; null for any other text. */
export function parseTicket(text: string, key: Uint8Array): AdTicket | null {
  if (text.length > MAX_LENGTH) return null;
  const dot = text.indexOf(".");
  const payload = text.slice(0, Math.max(dot, 0));
  // Texts are compared, not bytes: two texts of base64url can stand for the same bytes.
  const signed = Buffer.from(text.slice(dot + 1));
  const expected = Buffer.from(signatureOf(payload, key));
  const isOurs = dot > 0 && signed.length === expected.length &&
    timingSafeEqual(signed, expected);
  if (!isOurs) return null;
  const json = Buffer.from(payload, "base64url").toString();
  return adTicket.safeParse(JSON.parse(json)).data ?? null;
}

/** What else the key signs must not pass for a ticket. */
function signatureOf(payload: string, key: Uint8Array): string {
  return createHmac("sha256", key).update(`ad ticket ${payload}`)
    .digest("base64url");
}

const KEY_BYTES = 32;

/**
 * The key that all processes of a store sign with, 32 bytes; the first that asks makes it.
 *
 * @throws {AppError} 503
 */
export function openSigningKey(
  store: Store,
  random: (bytes: number) => Uint8Array,
): Promise<Uint8Array> {
  return store.transact(async () => {
    const entry = await store.get(signingSecretKey());
    const operation = store.atomic().check(entry);
    if (isKey(entry.value)) return { operation, result: entry.value };
    // What was signed with a key that is lost is void; that is all it costs.
    const key = random(KEY_BYTES);
    operation.set(entry.key, key);
    return { operation, result: key };
  });
}

function isKey(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length === KEY_BYTES;
}

export interface AdsOptions {
  store: Store;
  /** Milliseconds since the epoch. */
  now: () => number;
  random: (bytes: number) => Uint8Array;
  /** How long an ad is looked at, at least. */
  seconds: number;
  /** Ads a day, by UTC, that add to an account's quota. */
  dailyCap: number;
  /** What tickets are signed with. */
  key: Uint8Array;
}

/** Leave to look at an ad. */
export interface AdOffer {
  ticket: string;
  readyAtMs: number;
  expiresAtMs: number;
  /** Ads that the account may still be paid for today. */
  leftToday: number;
}

const LIFETIME_MS = 10 * 60_000;
/** How long the tickets of a day are known. A day would do, and clocks differ. */
const KEPT_MS = 3 * 86_400_000;
const TICKET_ID_BYTES = 12;

const adDay = z.object({ tickets: z.array(z.string()) });

/** More requests for those who look at an ad. */
export class Ads {
  readonly #options: AdsOptions;

  constructor(options: AdsOptions) {
    this.#options = options;
  }

  /**
   * A ticket for one ad.
   *
   * @throws {InputError} `ticket` 403 where the account is not free, 409 where it has no token, 429 where nothing is left today
   * @throws {AppError} 503
   */
  async issue(account: Account): Promise<AdOffer> {
    const { now, random, seconds, key } = this.#options;
    assertEntitled(account);
    const leftToday = await this.leftToday(account);
    if (leftToday === 0) throw this.#nothingLeft();
    const issuedAtMs = now();
    const id = randomBase64Url(random, TICKET_ID_BYTES);
    return {
      ticket: signTicket({ id, accountId: account.id, issuedAtMs }, key),
      readyAtMs: issuedAtMs + seconds * 1_000,
      expiresAtMs: issuedAtMs + LIFETIME_MS,
      leftToday,
    };
  }

  /**
   * Adds the bonus of a ticket to the current month, once.
   *
   * @throws {InputError} `ticket` 400 malformed or forged, 403 of another account
   * or not of a free one, 409 too early, redeemed before, or no token, 410 too late, 429 no more today
   * @throws {AppError} 503
   */
  redeem({ id }: Account, text: string): Promise<Quota> {
    const { store, now } = this.#options;
    const nowMs = now();
    const ticket = this.#goodTicket(text, id, nowMs);
    const today = dayOf(nowMs);
    // A ticket may be redeemed on the day it ends as well as on the day it began, and once.
    const other = [ticket.issuedAtMs, ticket.issuedAtMs + LIFETIME_MS]
      .map(dayOf).find((day) => day !== today) ?? today;
    return store.transact(async () => {
      const [owner, day, otherDay, count] = await store.getMany([
        accountKey(id),
        adDayKey(id, today),
        adDayKey(id, other),
        quotaKey(id, quotaSlot({ tier: "free" }, 0), monthOf(nowMs)),
      ]);
      const account = asAccount(owner.value);
      assertEntitled(account);
      const tickets = this.#ticketsOf(day);
      const known = [...tickets, ...this.#ticketsOf(otherDay)];
      if (known.includes(ticket.id)) {
        throw refused({ reason: "ad_ticket_redeemed" }, 409);
      }
      if (tickets.length >= this.#options.dailyCap) throw this.#nothingLeft();
      const { used, bonus } = asQuotaRecord(count);
      const record = { used, bonus: bonus + AD_BONUS };
      const resetAtMs = resetOf(nowMs);
      const operation = store.atomic()
        .check(owner, day, otherDay, count)
        .set(day.key, { tickets: [...tickets, ticket.id] }, {
          expireIn: KEPT_MS,
        })
        .set(count.key, record, {
          expireIn: quotaLifetimeMs(resetAtMs, nowMs),
        });
      return { operation, result: quotaOf(account, record, resetAtMs) };
    });
  }

  /** Ads that the account may still be paid for today. @throws {AppError} 503 */
  async leftToday({ id }: Account): Promise<number> {
    const { store, now, dailyCap } = this.#options;
    const day = await store.get(adDayKey(id, dayOf(now())));
    return Math.max(0, dailyCap - this.#ticketsOf(day).length);
  }

  #goodTicket(text: string, accountId: string, nowMs: number): AdTicket {
    const { key, seconds } = this.#options;
    const ticket = parseTicket(text, key);
    if (ticket === null) throw refused({ reason: "ad_ticket_invalid" }, 400);
    if (ticket.accountId !== accountId) {
      throw refused({ reason: "ad_ticket_of_another_account" }, 403);
    }
    if (nowMs > ticket.issuedAtMs + LIFETIME_MS) {
      throw refused({ reason: "ad_ticket_expired" }, 410);
    }
    const waitMs = ticket.issuedAtMs + seconds * 1_000 - nowMs;
    if (waitMs > 0) {
      const waitSeconds = Math.ceil(waitMs / 1_000);
      throw refused(
        { reason: "ad_too_early", waitSeconds },
        409,
      );
    }
    return ticket;
  }

  /** A day that cannot be read counts as full: nobody knows what was redeemed on it. */
  #ticketsOf({ versionstamp, value }: Deno.KvEntryMaybe<unknown>): string[] {
    if (versionstamp === null) return [];
    const full = new Array<string>(this.#options.dailyCap).fill("");
    return adDay.safeParse(value).data?.tickets ?? full;
  }

  #nothingLeft(): InputError {
    return refused(
      { reason: "ads_used_up", maxPerDay: this.#options.dailyCap },
      429,
    );
  }
}

function assertEntitled(account: Account | null): asserts account is Account {
  if (account?.tier !== "free" || account.isDisabled) {
    throw refused({ reason: "ad_not_for_plan" }, 403);
  }
  if (account.tokens.length === 0) {
    throw refused({ reason: "ad_without_token" }, 409);
  }
}

function refused(params: ErrorParams, status: number): InputError {
  return new InputError("ticket", params, status);
}
