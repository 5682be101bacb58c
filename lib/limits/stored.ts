import { isObject } from "../core/json.ts";
import type { AutomaticBan, Strike } from "./ban_table.ts";
import { BUCKETS } from "./bucket.ts";
import { NetworkShares, type Place } from "./fair_table.ts";

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

export function isTime(value: unknown): value is number {
  return Number.isFinite(value);
}

/**
 * At most `max` records, in ascending order of time. If there are more, the
 * networks with the most lose their earliest.
 *
 * Holds at most twice `max` records at a time: clients determine how many are stored.
 */
export async function takeFairly<T>(
  records: AsyncIterable<T>,
  { max, timeMs, networkOf }: {
    max: number;
    timeMs: (record: T) => number;
    networkOf: (record: T) => string;
  },
): Promise<T[]> {
  let taken: T[] = [];
  const truncate = () => {
    taken.sort((a, b) => timeMs(a) - timeMs(b));
    if (taken.length <= max) return;
    const shares = new NetworkShares<T>(max);
    const places = new Map<T, Place<T>>();
    for (const record of taken) {
      const network = networkOf(record);
      const excess = shares.excess(network);
      if (excess !== undefined) {
        shares.remove(places.get(excess)!);
        places.delete(excess);
      }
      places.set(record, shares.add(network, record));
    }
    taken = [...places.keys()];
  };
  for await (const record of records) {
    taken.push(record);
    if (taken.length >= 2 * max) truncate();
  }
  truncate();
  return taken;
}
