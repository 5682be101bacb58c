import type { Feed } from "../data/feeds/feed.ts";
import type { DatabaseInfo } from "../data/geo_database.ts";
import { byteText, countText } from "../data/update/byte_text.ts";
import type { FeedState } from "../data/update/feed_store.ts";

/** A database that comes with the program. */
export interface BundledDatabase extends DatabaseInfo {
  readonly entries?: number;
  readonly bytes?: number;
}

export interface DataStatusOptions {
  readonly bundled: readonly BundledDatabase[];
  readonly feeds: readonly Feed[];
  /** `FeedStore.states()`. */
  readonly states: readonly FeedState[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly json?: boolean;
}

/** What the command `data status` prints: a table for people, or a record for programs. */
export function dataStatus(options: DataStatusOptions): string {
  return options.json
    ? JSON.stringify(record(options), null, 2) + "\n"
    : table(options);
}

function stateOf(feed: Feed, states: readonly FeedState[]): FeedState {
  return states.find((state) => state.feed === feed.name) ??
    { feed: feed.name, manifest: null, lastFailure: null, fault: null };
}

function record({ bundled, feeds, states }: DataStatusOptions) {
  return {
    bundled: bundled.map((database) => ({
      name: database.name,
      built_at: iso(database.builtAt),
      entries: database.entries ?? null,
      bytes: database.bytes ?? null,
      licence: database.licence,
      attribution: database.attribution,
      homepage: database.url,
    })),
    feeds: feeds.map((feed) => {
      const { manifest, lastFailure, fault } = stateOf(feed, states);
      return {
        name: feed.name,
        built_at: iso(manifest?.builtAt),
        fetched_at: iso(manifest?.fetchedAt),
        checked_at: iso(manifest?.checkedAt),
        entries: manifest?.entries ?? null,
        bytes: manifest?.bytes ?? null,
        licence: feed.licence,
        attribution: feed.attribution,
        homepage: feed.homepage,
        fault,
        last_failure: lastFailure &&
          { at: iso(lastFailure.at), reason: lastFailure.reason },
      };
    }),
  };
}

function iso(time: number | null | undefined): string | null {
  return time == null ? null : new Date(time).toISOString();
}

const DASH = "–";

function table({ bundled, feeds, states, now }: DataStatusOptions): string {
  const rows = [["NAME", "DATE", "AGE", "ENTRIES", "SIZE", "LICENCE", "NOTE"]];
  for (const { name, builtAt, entries, bytes, licence } of bundled) {
    rows.push([
      ...columns(name, { time: builtAt, entries, bytes }, now),
      licence,
      "comes with the program",
    ]);
  }
  for (const feed of feeds) {
    const state = stateOf(feed, states);
    const { manifest } = state;
    const time = manifest?.builtAt ?? manifest?.fetchedAt;
    rows.push([
      ...columns(feed.name, { ...manifest, time }, now),
      feed.licence,
      note(state),
    ]);
  }
  const widths = rows[0].map((_, i) =>
    Math.max(...rows.map((r) => r[i].length))
  );
  // Numbers end below each other.
  const pad = (cell: string, i: number) =>
    i === 3 || i === 4 ? cell.padStart(widths[i]) : cell.padEnd(widths[i]);
  return rows.map((row) => row.map(pad).join("  ").trimEnd() + "\n").join("");
}

function columns(
  name: string,
  data: { time?: number; entries?: number; bytes?: number },
  now: number,
): string[] {
  const { time, entries, bytes } = data;
  return [
    name,
    iso(time)?.slice(0, 10) ?? DASH,
    time === undefined ? DASH : ageText(now - time),
    entries === undefined ? DASH : countText(entries),
    bytes === undefined ? DASH : byteText(bytes),
  ];
}

function note({ manifest, lastFailure, fault }: FeedState): string {
  const notes = [
    fault,
    lastFailure &&
    `failed on ${iso(lastFailure.at)?.slice(0, 10)}: ${lastFailure.reason}`,
  ].filter((text) => text !== null);
  if (notes.length > 0) return notes.join("; ");
  return manifest ? "" : "not fetched yet";
}

const HOUR = 3_600_000;

/** Whole hours below two days, else whole days. */
function ageText(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / HOUR));
  const [count, unit] = hours < 48
    ? [hours, "hour"]
    : [Math.floor(hours / 24), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
