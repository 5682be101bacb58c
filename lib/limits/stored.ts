import type { AutomaticBan } from "./ban_table.ts";
import { BUCKETS } from "./bucket.ts";
import type { StoredCounter } from "./merge_counters.ts";
import type { Strike } from "./strikes.ts";

/*
 * What KV holds was written by another version, another program or an
 * operator's slip as well as by this code: a record of another shape counts as
 * none, and never stops the start.
 */

/** A request counter, or null for anything else. */
export function asCounter(value: unknown): StoredCounter | null {
  return isObject(value) && isTime(value.startMs) &&
      Number.isSafeInteger(value.count) && Number(value.count) >= 0
    ? { startMs: value.startMs, count: Number(value.count) }
    : null;
}

/** The strikes among the elements of a list; none for anything else. */
export function asStrikes(value: unknown): Strike[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((strike: unknown) => {
    if (!isObject(strike) || !isTime(strike.startMs)) return [];
    const bucket = BUCKETS.find((name) => name === strike.bucket);
    return bucket ? [{ bucket, startMs: strike.startMs }] : [];
  });
}

/** A ban, or null for anything else. */
export function asBan(value: unknown): AutomaticBan | null {
  return isObject(value) && isTime(value.sinceMs) && isTime(value.untilMs)
    ? { sinceMs: value.sinceMs, untilMs: value.untilMs }
    : null;
}

/** The client at the end of a key of `length` parts. */
export function clientOf(key: Deno.KvKey, length: number): string | null {
  const client = key.at(-1);
  return key.length === length && typeof client === "string" ? client : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isTime(value: unknown): value is number {
  return Number.isFinite(value);
}
