import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import {
  accountKey,
  adDayKey,
  quotaKey,
  signingSecretKey,
} from "../store/keys.ts";
import type { Store } from "../store/store.ts";
import type { ErrorParams } from "../core/error_reasons.ts";
import { InputError } from "../core/errors.ts";
import { type Account, AD_BONUS, asAccount } from "./account_record.ts";
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
  issuedAtMs: z.number().nonnegative(),
});

/** States that an ad was shown to an account, and when. */
type AdTicket = z.infer<typeof adTicket>;

const MAX_LENGTH = 1_000;

/** The signed text of a ticket: `payload.signature`, both in base64url. */
export function signTicket(ticket: AdTicket, key: Uint8Array): string {
  const payload = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  return `${payload}.${signatureOf(payload, key)}`;
}

/** The ticket in a text that was signed with this key; null for any other text. */
export function parseTicket(text: string, key: Uint8Array): AdTicket | null {
  if (text.length > MAX_LENGTH) return null;
  const dot = text.indexOf(".");
  const payload = text.slice(0, Math.max(dot, 0));
  // Compares texts, not bytes: several base64url texts can decode to the same bytes.
  const signed = Buffer.from(text.slice(dot + 1));
  const expected = Buffer.from(signatureOf(payload, key));
  const isOurs = dot > 0 && signed.length === expected.length &&
    timingSafeEqual(signed, expected);
  if (!isOurs) return null;
  const json = Buffer.from(payload, "base64url").toString();
  return adTicket.safeParse(JSON.parse(json)).data ?? null;
}

/** The prefix separates tickets from anything else that is signed with the key. */
function signatureOf(payload: string, key: Uint8Array): string {
  return createHmac("sha256", key).update(`ad ticket ${payload}`)
    .digest("base64url");
}

const KEY_BYTES = 32;

/**
 * The signing key that all processes of a store share, 32 bytes. The first process creates it.
 *
 * @throws {AppError} 503
 */
export function openSigningKey(
  store: Store,
  random: (bytes: number) => Uint8Array,
): Promise<Uint8Array> {
  return store.transact(async () => {
    const entry = await store.get(signingSecretKey());
    const { key, value } = entry;
    const operation = store.atomic().check(entry);
    if (value instanceof Uint8Array && value.length === KEY_BYTES) {
      return { operation, result: value };
    }
    // If the key is lost, its tickets become invalid, and nothing else.
    const secret = random(KEY_BYTES);
    return { operation: operation.set(key, secret), result: secret };
  });
}

interface AdsOptions {
  store: Store;
  now: () => number;
  random: (bytes: number) => Uint8Array;
  /** How long an ad must be watched, at least. */
  seconds: number;
  /** Ads per UTC day that add to the quota of an account. */
  dailyCap: number;
  /** The key that tickets are signed with. */
  key: Uint8Array;
}

const LIFETIME_MS = 10 * 60_000;
/** How long the tickets of a day are remembered. One day would be enough, but clocks differ. */
const KEPT_MS = 3 * 86_400_000;
const TICKET_ID_BYTES = 12;

const adDay = z.object({ tickets: z.array(z.string()) });

/** Adds requests to the quota of members who watch an ad. */
export class Ads {
  constructor(private readonly options: AdsOptions) {}

  /** Ads per day that add to the quota of an account; 0 if there are none. */
  get dailyCap(): number {
    return this.options.dailyCap;
  }

  /**
   * A ticket for one ad.
   *
   * @throws {InputError} `ticket` 403 if the account is not free, 409 if it has no token, 429 if none is left today
   * @throws {AppError} 503
   */
  async issue(account: Account): Promise<string> {
    const { now, random, key } = this.options;
    assertEntitled(account);
    if (await this.leftToday(account) === 0) throw this.#noneLeft();
    const id = randomBase64Url(random, TICKET_ID_BYTES);
    return signTicket({ id, accountId: account.id, issuedAtMs: now() }, key);
  }

  /**
   * Adds the bonus of a ticket to the current month, once.
   *
   * @throws {InputError} `ticket` 400 malformed or forged, 403 of another account
   * or the account is not free, 409 too early, already redeemed or no token, 410 expired, 429 none left today
   * @throws {AppError} 503
   */
  redeem({ id }: Account, text: string): Promise<Quota> {
    const { store, now } = this.options;
    const nowMs = now();
    const ticket = this.#validTicket(text, id, nowMs);
    const today = dayOf(nowMs);
    // A ticket can be valid on two days, and must be redeemed only once.
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
      if (tickets.length >= this.options.dailyCap) throw this.#noneLeft();
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

  /** Ads that can still add requests today. @throws {AppError} 503 */
  async leftToday({ id }: Account): Promise<number> {
    const { store, now, dailyCap } = this.options;
    const day = await store.get(adDayKey(id, dayOf(now())));
    return Math.max(0, dailyCap - this.#ticketsOf(day).length);
  }

  #validTicket(text: string, accountId: string, nowMs: number): AdTicket {
    const { key, seconds } = this.options;
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
      throw refused({ reason: "ad_too_early", waitSeconds }, 409);
    }
    return ticket;
  }

  /** An unreadable record counts as a full day, because its redeemed tickets are unknown. */
  #ticketsOf({ versionstamp, value }: Deno.KvEntryMaybe<unknown>): string[] {
    if (versionstamp === null) return [];
    const full = new Array<string>(this.options.dailyCap).fill("");
    return adDay.safeParse(value).data?.tickets ?? full;
  }

  #noneLeft(): InputError {
    return refused(
      { reason: "ads_used_up", maxPerDay: this.options.dailyCap },
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
