import type { DatabaseInfo } from "../geo_database.ts";
import type { FeedState } from "./feed_store.ts";

const DAY_MS = 86_400_000;
const MAX_AGE_MS = 60 * DAY_MS;

/**
 * The data in use that is more than 60 days old, oldest first. Downloaded data
 * does not count as old if it was checked since: its publisher has nothing newer.
 *
 * @param now milliseconds since the epoch
 */
export function oldData(
  infos: readonly Pick<DatabaseInfo, "name" | "builtAt">[],
  states: readonly FeedState[],
  now: number,
): { readonly name: string; readonly days: number }[] {
  const checkedAt = new Map(
    states.map(({ feed, manifest }) => [feed, manifest?.checkedAt ?? 0]),
  );
  return infos
    .map(({ name, builtAt }) => ({
      name,
      age: now - Math.max(builtAt, checkedAt.get(name) ?? 0),
    }))
    .filter(({ age }) => age > MAX_AGE_MS)
    .sort((a, b) => b.age - a.age)
    .map(({ name, age }) => ({ name, days: Math.floor(age / DAY_MS) }));
}
