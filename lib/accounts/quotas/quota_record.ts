import * as z from "zod";
import {
  type Account,
  DEFAULT_VIP_QUOTA,
  type Tier,
  TIER_QUOTA,
} from "../account_record.ts";

/** The calendar month of an instant in UTC, `2026-11`. */
export function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7);
}

/** The calendar day of an instant in UTC, `2026-11-21`. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** The end of the month of an instant: the first of the next month at 00:00:00Z, in ms since the epoch. */
export function resetOf(atMs: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
}

/** The requests that a slot has used in a month, and the bonus of ads. */
export interface QuotaRecord {
  used: number;
  bonus: number;
}

/** The quota of a token this month; `used + remaining = limit`. */
export interface Quota {
  tier: Tier;
  /** Requests a month, including the bonus. */
  limit: number;
  used: number;
  remaining: number;
  resetAtMs: number;
}

const count = z.number().int().min(0);
const quotaRecord = z.object({ used: count, bonus: count });

/** Above any limit, and still an exact number after adding 1. */
const SPENT: QuotaRecord = { used: 2 ** 52, bonus: 0 };

/**
 * The record of a quota key. If there is none, nothing was used. An unreadable
 * record counts as used up, because the quota must never be exceeded.
 */
export function asQuotaRecord(
  { versionstamp, value }: Deno.KvEntryMaybe<unknown>,
): QuotaRecord {
  if (versionstamp === null) return { used: 0, bonus: 0 };
  return quotaRecord.safeParse(value).data ?? SPENT;
}

/** The quota of an account with this record. */
export function quotaOf(
  account: Pick<Account, "tier" | "vipQuota">,
  { used, bonus }: QuotaRecord,
  resetAtMs: number,
): Quota {
  const { tier } = account;
  const limit = bonus +
    (tier === "vip" ? account.vipQuota ?? DEFAULT_VIP_QUOTA : TIER_QUOTA[tier]);
  // An administrator may have lowered the tier below what was used.
  const shown = Math.min(used, limit);
  return { tier, limit, used: shown, remaining: limit - shown, resetAtMs };
}

/**
 * The slot whose quota a token uses. Each token of a vip has its own; the tokens
 * of other plans use the first one, so that neither a new token nor a change of
 * plan gives a second quota in the same month.
 */
export function quotaSlot({ tier }: Pick<Account, "tier">, slot: number) {
  return tier === "vip" ? slot : 0;
}

/** How long a record is kept after its month. */
const KEPT_MS = 35 * 86_400_000;

/** The `expireIn` of a record that is written at `nowMs`. */
export function quotaLifetimeMs(resetAtMs: number, nowMs: number): number {
  return Math.max(resetAtMs - nowMs, 0) + KEPT_MS;
}

/** A larger deviation from the elapsed time is a jump. */
const JUMP_MS = 60_000;
/** A jump that has lasted this long is a correction. */
const LASTING_MS = 600_000;

/**
 * A clock that follows a jump of the system's clock only after ten minutes.
 * Otherwise, a clock that is wrong for a moment would begin another month, whose
 * quotas nobody has used.
 *
 * @param elapsed milliseconds since any moment; never jumps, but stands still
 * while the machine sleeps
 * @returns a clock in whole milliseconds, as Deno KV requires them
 */
export function steadyClock(
  now: () => number,
  elapsed: () => number,
): () => number {
  let offsetMs = now() - elapsed();
  let jump: { readonly byMs: number; readonly atMs: number } | null = null;
  return () => {
    const nowMs = now();
    const elapsedMs = elapsed();
    const expectedMs = Math.round(elapsedMs + offsetMs);
    const byMs = nowMs - expectedMs;
    if (Math.abs(byMs) > JUMP_MS) {
      if (jump === null || Math.abs(byMs - jump.byMs) > JUMP_MS) {
        jump = { byMs, atMs: elapsedMs };
      }
      if (elapsedMs - jump.atMs < LASTING_MS) return expectedMs;
    }
    jump = null;
    offsetMs = nowMs - elapsedMs;
    return nowMs;
  };
}
