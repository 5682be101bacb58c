import { z } from "zod";
import {
  type Account,
  DEFAULT_VIP_QUOTA,
  type Tier,
  TIER_QUOTA,
} from "../account.ts";

/** The calendar month of an instant in UTC, `2026-11`. */
export function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7);
}

/** The calendar day of an instant in UTC, `2026-11-21`. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** When the month of an instant is over: the first of the next at 00:00:00Z, in ms since the epoch. */
export function resetOf(atMs: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
}

/** What one slot has used in a month, and what ads added to it. */
export interface QuotaRecord {
  used: number;
  bonus: number;
}

/** What a token may still ask for this month; `used + remaining = limit`. */
export interface Quota {
  tier: Tier;
  /** Requests a month, the bonus included. */
  limit: number;
  used: number;
  remaining: number;
  resetAtMs: number;
}

const count = z.number().int().min(0);
const quotaRecord = z.object({ used: count, bonus: count });

/** Beyond any limit, and still exact when one is added. */
const SPENT: QuotaRecord = { used: 2 ** 52, bonus: 0 };

/**
 * The record under a quota key. Where there is none, nothing was used; one that
 * cannot be read counts as used up: no more than the quota may ever be served.
 */
export function asQuotaRecord(
  { versionstamp, value }: Deno.KvEntryMaybe<unknown>,
): QuotaRecord {
  if (versionstamp === null) return { used: 0, bonus: 0 };
  return quotaRecord.safeParse(value).data ?? SPENT;
}

/** The quota that a record leaves to an account. */
export function quotaOf(
  account: Pick<Account, "tier" | "vipQuota">,
  { used, bonus }: QuotaRecord,
  resetAtMs: number,
): Quota {
  const { tier } = account;
  const limit = bonus +
    (tier === "vip" ? account.vipQuota ?? DEFAULT_VIP_QUOTA : TIER_QUOTA[tier]);
  // More was used than the limit where an administrator lowered the tier.
  const shown = Math.min(used, limit);
  return { tier, limit, used: shown, remaining: limit - shown, resetAtMs };
}

/**
 * The slot whose quota a token draws on: each token of a vip has its own;
 * everybody else draws on the first, whatever slot the token was given. So
 * neither a revoked token nor a change of tier gives a month a second quota.
 */
export function quotaSlot({ tier }: Pick<Account, "tier">, slot: number) {
  return tier === "vip" ? slot : 0;
}

/** How long after its month a record may be deleted. */
const KEPT_MS = 35 * 86_400_000;

/** `expireIn` of a record that is written now. */
export function quotaLifetimeMs(resetAtMs: number, nowMs: number): number {
  return Math.max(resetAtMs - nowMs, 0) + KEPT_MS;
}
