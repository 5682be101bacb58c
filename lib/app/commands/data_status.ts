import { byteText, countText } from "../../core/text.ts";
import { type Feed, UNLIMITED } from "../../data/feeds/feed.ts";
import type { DatabaseInfo } from "../../data/geo_database.ts";
import { dueTime, type Period } from "../../data/update/data_files.ts";
import type { FeedState } from "../../data/update/feed_store.ts";

/** A bundled database. */
export interface BundledDatabase extends DatabaseInfo {
  readonly entries?: number;
  readonly bytes?: number;
}

/** A file that the operator has configured. */
export interface ConfiguredFile {
  readonly path: string;
  /** The variable that names the file. */
  readonly variable: string;
  readonly bytes?: number;
  /** What the file says about itself. */
  readonly info?: DatabaseInfo;
  /** Why it cannot be used, for the operator. */
  readonly error?: string;
}

/** The local DNS index. */
export interface DnsIndexFile {
  readonly path: string;
  /** Edges between names and addresses. */
  readonly entries?: number;
  readonly bytes?: number;
  /** Why it cannot be used, for the operator. */
  readonly error?: string;
}

export interface DataStatusOptions {
  readonly bundled: readonly BundledDatabase[];
  readonly configured: readonly ConfiguredFile[];
  readonly feeds: readonly Feed[];
  /** `FeedStore.states()`. */
  readonly states: readonly FeedState[];
  /** Null if it does not exist yet. */
  readonly dnsIndex: DnsIndexFile | null;
  /** What a feed still needs, such as a key. */
  readonly needOf: (feed: Feed) => string | undefined;
  /** `DATA_UPDATE`. */
  readonly every: Period | "off";
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly json?: boolean;
}

const FAULTY =
  "its maker says that it contains errors and gets no updates; in use until `data update` has others";

/** The output of `data status`: a table for people, or JSON for programs. */
export function dataStatus(options: DataStatusOptions): string {
  return options.json
    ? JSON.stringify(record(options), null, 2) + "\n"
    : table(options);
}

function stateOf(feed: Feed, states: readonly FeedState[]): FeedState {
  return states.find((state) => state.feed === feed.name) ??
    { feed: feed.name, manifest: null, lastFailure: null, error: null };
}

/** Stored feeds that are off, or of the other edition. */
function unusedOf({ feeds, states }: DataStatusOptions): FeedState[] {
  return states.filter(({ feed, manifest, error }) =>
    (manifest || error) && !feeds.some(({ name }) => name === feed)
  );
}

/** When the server updates a feed at the earliest; undefined if it does not. */
function nextRunAt(
  { needOf, every, now }: DataStatusOptions,
  feed: Feed,
  state: FeedState,
): number | undefined {
  if (every === "off" || needOf(feed) !== undefined) return undefined;
  return Math.max(now, dueTime(feed, state, every, now));
}

function record(options: DataStatusOptions) {
  const { bundled, configured, feeds, states, needOf } = options;
  return {
    bundled: bundled.map((database) => ({
      name: database.name,
      built_at: iso(database.builtAt),
      entries: database.entries ?? null,
      bytes: database.bytes ?? null,
      licence: database.license,
      attribution: database.attribution,
      homepage: database.url,
      warning: database.isFaulty ? FAULTY : null,
    })),
    configured: configured.map(({ path, variable, bytes, info, error }) => ({
      path,
      variable,
      name: info?.name ?? null,
      built_at: iso(info?.builtAt),
      bytes: bytes ?? null,
      licence: info?.license ?? null,
      attribution: info?.attribution ?? null,
      homepage: info?.url ?? null,
      error: error ?? null,
    })),
    feeds: feeds.map((feed) => {
      const state = stateOf(feed, states);
      const { lastFailure } = state;
      return {
        ...stored(state),
        next_run_at: iso(nextRunAt(options, feed, state)),
        licence: feed.license,
        attribution: feed.attribution,
        homepage: feed.homepage,
        needs: needOf(feed) ?? null,
        warning: feed.isUnlimited ? UNLIMITED : null,
        last_failure: lastFailure &&
          { at: iso(lastFailure.at), reason: lastFailure.reason },
      };
    }),
    unused: unusedOf(options).map(stored),
    dns_index: options.dnsIndex && {
      path: options.dnsIndex.path,
      entries: options.dnsIndex.entries ?? null,
      bytes: options.dnsIndex.bytes ?? null,
      error: options.dnsIndex.error ?? null,
    },
  };
}

function stored({ feed, manifest, error }: FeedState) {
  return {
    name: feed,
    built_at: iso(manifest?.builtAt),
    fetched_at: iso(manifest?.fetchedAt),
    checked_at: iso(manifest?.checkedAt),
    entries: manifest?.entries ?? null,
    bytes: manifest?.bytes ?? null,
    error,
  };
}

function iso(time: number | null | undefined): string | null {
  return time == null ? null : new Date(time).toISOString();
}

const DASH = "–";

const HEAD = [
  "NAME",
  "DATE",
  "AGE",
  "CHECKED",
  "NEXT RUN",
  "ENTRIES",
  "SIZE",
  "LICENSE",
  "NOTE",
];

function table(options: DataStatusOptions): string {
  const { bundled, configured, feeds, states, needOf, now, dnsIndex } = options;
  const rows = [HEAD];
  for (const database of bundled) {
    const { name, builtAt, entries, bytes, license, isFaulty } = database;
    rows.push([
      ...columns(name, { time: builtAt, entries, bytes }, now),
      license,
      isFaulty ? `bundled; ${FAULTY}` : "bundled",
    ]);
  }
  for (const { path, variable, bytes, info, error } of configured) {
    rows.push([
      ...columns(path, { time: info?.builtAt, bytes }, now),
      info?.license ?? DASH,
      [`set by ${variable}`, error].filter(Boolean).join("; "),
    ]);
  }
  for (const feed of feeds) {
    const state = stateOf(feed, states);
    rows.push([
      ...storedColumns(state, now, nextRunAt(options, feed, state)),
      feed.license,
      note(state, needOf(feed), feed.isUnlimited ? UNLIMITED : undefined),
    ]);
  }
  for (const state of unusedOf(options)) {
    rows.push([
      ...storedColumns(state, now),
      DASH,
      "not in use: its feed is disabled or belongs to the other edition",
    ]);
  }
  if (dnsIndex) {
    const { path, error } = dnsIndex;
    rows.push([
      ...columns(path, dnsIndex, now),
      DASH,
      error ?? "names seen by lookups",
    ]);
  }
  const widths = rows[0].map((_, i) =>
    Math.max(...rows.map((r) => r[i].length))
  );
  // Aligns numbers to the right.
  const pad = (cell: string, i: number) =>
    i === 5 || i === 6 ? cell.padStart(widths[i]) : cell.padEnd(widths[i]);
  return rows.map((row) => row.map(pad).join("  ").trimEnd() + "\n").join("");
}

function storedColumns(
  { feed, manifest }: FeedState,
  now: number,
  nextRunAt?: number,
): string[] {
  const time = manifest?.builtAt ?? manifest?.fetchedAt;
  return columns(feed, { ...manifest, time, nextRunAt }, now);
}

function columns(
  name: string,
  data: {
    time?: number;
    checkedAt?: number;
    nextRunAt?: number;
    entries?: number;
    bytes?: number;
  },
  now: number,
): string[] {
  const { time, checkedAt, nextRunAt, entries, bytes } = data;
  return [
    name,
    iso(time)?.slice(0, 10) ?? DASH,
    time === undefined ? DASH : ageText(now - time),
    checkedAt === undefined ? DASH : ageText(now - checkedAt),
    nextRunAt === undefined ? DASH : nextRunText(nextRunAt - now),
    entries === undefined ? DASH : countText(entries),
    bytes === undefined ? DASH : byteText(bytes),
  ];
}

function note(
  { manifest, lastFailure, error }: FeedState,
  need: string | undefined,
  warning: string | undefined,
): string {
  const reasons = [
    error,
    lastFailure &&
    `failed on ${iso(lastFailure.at)?.slice(0, 10)}: ${lastFailure.reason}`,
    need,
  ].filter(Boolean);
  if (reasons.length === 0 && !manifest) reasons.push("not downloaded yet");
  return [...reasons, warning].filter(Boolean).join("; ");
}

const HOUR = 3_600_000;

/** Hours below two days, else days, rounded down. */
function ageText(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / HOUR));
  const [count, unit] = hours < 48
    ? [hours, "hour"]
    : [Math.floor(hours / 24), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function nextRunText(ms: number): string {
  if (ms <= 0) return "due";
  return ms < HOUR ? "within 1 hour" : `in ${ageText(ms)}`;
}
