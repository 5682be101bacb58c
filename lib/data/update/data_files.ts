import type { Feed } from "../feeds/feed.ts";
import type { DatabaseInfo } from "../geo_database.ts";
import type { DataFile } from "../view/data_file.ts";
import type { FeedState } from "./feed_store.ts";

/** How often feeds without their own period are checked for newer data. */
export type Period = "daily" | "weekly" | "monthly";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const PERIODS_MS: Readonly<Record<Period | "hourly", number>> = {
  hourly: HOUR_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
  monthly: 30 * DAY_MS,
};

/**
 * When the server checks a feed for newer data, in milliseconds since the epoch;
 * 0 for a feed that has no usable data and has not failed.
 *
 * After a failure it waits an hour, and twice as long after each further one, but
 * at most a day or the feed's period.
 *
 * @param now a time after it was recorded by a wrong clock, and counts as 0
 */
export function dueTime(
  { period, format }: Pick<Feed, "period" | "format">,
  { manifest, lastFailure, error }: FeedState,
  every: Period,
  now: number,
): number {
  const periodMs = PERIODS_MS[period ?? every];
  if (lastFailure) {
    const { at, count } = lastFailure;
    const delay = Math.min(HOUR_MS * 2 ** (count - 1), DAY_MS, periodMs);
    return at > now ? 0 : at + delay;
  }
  if (!manifest || error !== null || manifest.format !== format) return 0;
  return manifest.checkedAt > now ? 0 : manifest.checkedAt + periodMs;
}

const MAX_AGE_MS = 60 * DAY_MS;

/**
 * The data in use that is more than 60 days old, oldest first. Downloaded data
 * does not count as old if it was checked since: its publisher has nothing newer.
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

interface DataFilesOptions {
  readonly infos: readonly DatabaseInfo[];
  readonly feeds: readonly Feed[];
  readonly states: readonly FeedState[];
  /** The variables that a feed still needs, such as a key. */
  readonly needsOf: (feed: Feed) => readonly string[];
  readonly every: Period | "off";
  readonly now: number;
}

/** All data: first what is in use, in that order, then the other feeds. */
export function dataFiles(options: DataFilesOptions): DataFile[] {
  const { infos, feeds, states, now } = options;
  const old = new Set(oldData(infos, states, now).map(({ name }) => name));
  const used = infos.map(({ name, builtAt, isFaulty }): DataFile => {
    const part = feedPart(options, name);
    // An undated download counts as made at its last check, which is not its date.
    const date = part.checkedAt === null ? builtAt : part.builtAt;
    const isOld = old.has(name);
    const file = { ...part, name, isInUse: true, builtAt: date, isOld };
    return isFaulty ? { ...file, isFaulty } : file;
  });
  const others = feeds
    .filter(({ name }) => !infos.some((info) => info.name === name))
    .map(({ name }): DataFile => {
      const part = feedPart(options, name);
      return { ...part, name, isInUse: false, isOld: false };
    });
  return [...used, ...others];
}

/** The fields of a row that come from the feed of this name, if it exists. */
function feedPart(
  { feeds, states, needsOf, every, now }: DataFilesOptions,
  name: string,
): Omit<DataFile, "name" | "isInUse" | "isOld"> {
  const feed = feeds.find((feed) => feed.name === name);
  const state = states.find((state) => state.feed === name) ??
    { feed: name, manifest: null, lastFailure: null, error: null };
  const { manifest, lastFailure, error } = state;
  const needs = feed ? needsOf(feed) : [];
  const hasNext = feed && every !== "off" && needs.length === 0;
  const failure = error === null
    ? lastFailure && { code: lastFailure.code, reason: lastFailure.reason }
    : { code: "unusable_file" as const, reason: error };
  return {
    builtAt: manifest?.builtAt ?? null,
    checkedAt: manifest?.checkedAt ?? null,
    nextAt: hasNext ? Math.max(now, dueTime(feed, state, every, now)) : null,
    needs,
    failure: needs.length === 0 ? failure : null,
  };
}
