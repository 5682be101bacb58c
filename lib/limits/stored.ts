import type { AutomaticBan, Strike } from "./ban_table.ts";
import { BUCKETS } from "./bucket.ts";

/*
 * Records in KV may have been written by another version, another program or by
 * hand: malformed ones are ignored and never prevent the start.
 */

/** Parses stored strikes; malformed ones are left out. */
export function parseStrikes(value: unknown): Strike[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((strike: unknown) => {
    if (!isObject(strike) || !isTime(strike.startMs)) return [];
    const bucket = BUCKETS.find((name) => name === strike.bucket);
    return bucket ? [{ bucket, startMs: strike.startMs }] : [];
  });
}

/** Parses a stored automatic ban; null if malformed. */
export function parseBan(value: unknown): AutomaticBan | null {
  return isObject(value) && isTime(value.sinceMs) && isTime(value.untilMs)
    ? { sinceMs: value.sinceMs, untilMs: value.untilMs }
    : null;
}

/** The last part of a key of `length` parts if it is a string, otherwise null. */
export function lastKeyPart(key: Deno.KvKey, length: number): string | null {
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
 * Holds at most twice `max` records at a time: clients determine how many are stored.
 */
export async function takeNewest<T>(
  records: AsyncIterable<T>,
  max: number,
  timeMs: (record: T) => number,
): Promise<T[]> {
  const newestRecords: T[] = [];
  const truncate = () => {
    newestRecords.sort((a, b) => timeMs(a) - timeMs(b));
    newestRecords.splice(0, newestRecords.length - max);
  };
  for await (const record of records) {
    newestRecords.push(record);
    if (newestRecords.length >= 2 * max) truncate();
  }
  truncate();
  return newestRecords;
}
