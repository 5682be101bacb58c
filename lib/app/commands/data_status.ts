import { byteText, countText } from "../../core/text.ts";
import { type Feed, UNLIMITED } from "../../data/feeds/feed.ts";
import type { DatabaseInfo } from "../../data/geo_database.ts";
import { FAULTY } from "../services/data_updates.ts";
import { tableLines } from "./output.ts";
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
  readonly now: number;
  readonly json?: boolean;
}

/** The output of `data status`: a table for people, or JSON for programs. */
export function dataStatus(options: DataStatusOptions): string {
  const status = record(options);
  return options.json
    ? JSON.stringify(status, null, 2) + "\n"
    : table(status, options.now);
}

type DataStatus = ReturnType<typeof record>;

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
      warning: database.isFaulty ? `its maker ${FAULTY}` : null,
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
const NOT_IN_USE =
  "not in use: its feed is disabled or belongs to the other edition";

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

function table(
  { bundled, configured, feeds, unused, dns_index: index }: DataStatus,
  now: number,
): string {
  const rows = [
    HEAD,
    ...bundled.map((one) =>
      row(one.name, one, now, one.licence, "bundled", one.warning)
    ),
    ...configured.map((one) =>
      row(one.path, one, now, one.licence, `set by ${one.variable}`, one.error)
    ),
    ...feeds.map((one) => row(one.name, one, now, one.licence, ...notes(one))),
    ...unused.map((one) => row(one.name, one, now, null, NOT_IN_USE)),
    ...[index].filter((one) => one !== null).map((one) =>
      row(one.path, one, now, null, one.error ?? "names seen by lookups")
    ),
  ];
  const lines = tableLines(rows, (i) => i === 5 || i === 6);
  return lines.map((line) => `${line}\n`).join("");
}

/** What the record of a line says of its data; null if unknown. */
interface Facts {
  readonly built_at?: string | null;
  readonly checked_at?: string | null;
  readonly next_run_at?: string | null;
  readonly entries?: number | null;
  readonly bytes: number | null;
}

function row(
  name: string,
  { built_at, checked_at, next_run_at, entries, bytes }: Facts,
  now: number,
  license: string | null,
  ...notes: readonly (string | null)[]
): string[] {
  const age = (time: string) => ageText(now - Date.parse(time));
  const next = (time: string) => nextRunText(Date.parse(time) - now);
  return [
    name,
    built_at?.slice(0, 10) ?? DASH,
    built_at ? age(built_at) : DASH,
    checked_at ? age(checked_at) : DASH,
    next_run_at ? next(next_run_at) : DASH,
    entries == null ? DASH : countText(entries),
    bytes === null ? DASH : byteText(bytes),
    license ?? DASH,
    notes.filter((note) => note !== null).join("; "),
  ];
}

function notes(
  { error, last_failure: failure, needs, warning, fetched_at }:
    DataStatus["feeds"][0],
): (string | null)[] {
  const failed = failure &&
    `failed on ${failure.at?.slice(0, 10)}: ${failure.reason}`;
  const isMissing = fetched_at === null && !error && !failed && !needs;
  const missing = isMissing ? "not downloaded yet" : null;
  return [error, failed, needs, missing, warning];
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
