import type { AutomaticBan, Strike } from "./ban_table.ts";
import { BUCKETS } from "./bucket.ts";

/*
 * What KV holds was written by another version, another program or an
 * operator's slip as well as by this code: a record of another shape counts as
 * none, and never stops the start.
 */

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

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function isTime(value: unknown): value is number {
  return Number.isFinite(value);
}

/**
 * The `max` records with the latest times, in ascending order of time.
 *
 * Holds at most twice `max` records at once: strangers decide how many there are.
 */
export async function newest<T>(
  records: AsyncIterable<T>,
  max: number,
  timeMs: (record: T) => number,
): Promise<T[]> {
  const kept: T[] = [];
  const cut = () => {
    kept.sort((a, b) => timeMs(a) - timeMs(b));
    kept.splice(0, kept.length - max);
  };
  for await (const record of records) {
    kept.push(record);
    if (kept.length >= 2 * max) cut();
  }
  cut();
  return kept;
}
