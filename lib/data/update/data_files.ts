import type { Feed } from "../feeds/feed.ts";
import type { DatabaseInfo } from "../geo_database.ts";
import { dueTime, oldData, type Period } from "./freshness.ts";
import type { FeedState } from "./feed_store.ts";

/** Data in use, or that a feed could download. Times are milliseconds since the epoch. */
export interface DataFile {
  readonly name: string;
  readonly isInUse: boolean;
  /** The date of the data; null if there is none. */
  readonly builtAt: number | null;
  /** When the server last looked for newer data; null if never. */
  readonly checkedAt: number | null;
  /** When it looks at the earliest; null if it doesn't. */
  readonly nextAt: number | null;
  /** Whether it is more than 60 days old. */
  readonly isOld: boolean;
  /** Why it is not updated, or cannot be used, for the operator. */
  readonly problem: string | null;
}

export interface DataFilesOptions {
  /** The data in use. */
  readonly infos: readonly DatabaseInfo[];
  readonly feeds: readonly Feed[];
  /** `FeedStore.states()`. */
  readonly states: readonly FeedState[];
  /** What a feed still needs, such as a key. */
  readonly needOf: (feed: Feed) => string | undefined;
  /** `DATA_UPDATE`. */
  readonly every: Period | "off";
  readonly now: number;
}

/** All data: first what is in use, in that order, then the other feeds. */
export function dataFiles(options: DataFilesOptions): DataFile[] {
  const { infos, feeds, states, now } = options;
  const old = new Set(oldData(infos, states, now).map(({ name }) => name));
  const used = infos.map(({ name, builtAt }): DataFile => ({
    ...feedPart(options, name),
    name,
    isInUse: true,
    builtAt,
    isOld: old.has(name),
  }));
  const others = feeds
    .filter(({ name }) => !infos.some((info) => info.name === name))
    .map(({ name }): DataFile => {
      const part = feedPart(options, name);
      return { ...part, name, isInUse: false, isOld: false };
    });
  return [...used, ...others];
}

/** What the feed of this name tells, if there is one. */
function feedPart(
  { feeds, states, needOf, every, now }: DataFilesOptions,
  name: string,
): Pick<DataFile, "builtAt" | "checkedAt" | "nextAt" | "problem"> {
  const feed = feeds.find((feed) => feed.name === name);
  const state = states.find((state) => state.feed === name) ??
    { feed: name, manifest: null, lastFailure: null, error: null };
  const { manifest, lastFailure, error } = state;
  const need = feed && needOf(feed);
  const hasNext = feed && every !== "off" && need === undefined;
  return {
    builtAt: manifest?.builtAt ?? null,
    checkedAt: manifest?.checkedAt ?? null,
    nextAt: hasNext ? Math.max(now, dueTime(feed, state, every, now)) : null,
    problem: need ?? error ?? lastFailure?.reason ?? null,
  };
}
