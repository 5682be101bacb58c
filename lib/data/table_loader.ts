import { settleAll } from "../core/async.ts";
import type { Feed } from "./feeds/feed.ts";
import type { DatabaseInfo } from "./geo_database.ts";
import { SharedFiles } from "./shared_files.ts";
import type { FeedState, FeedStore, Manifest } from "./update/feed_store.ts";

export interface LoadedTable<T> {
  readonly table: T;
  readonly info: DatabaseInfo;
}

/** Larger files are checked by size only: their SHA-256 would delay the start. */
const MAX_DIGESTED = 32 << 20;

/** Whether the file has a checksum of its own, so that loading it finds damage. A SHA-256 takes a copy of the file, whose memory is not given back. */
function hasChecksum({ extension }: Feed): boolean {
  return extension === "bin";
}

interface CachedTable {
  readonly stamp: string;
  /** undefined if no version of the file was usable. */
  readonly value: unknown;
}

type Load<T> = (bytes: Uint8Array) => T | Promise<T>;

/**
 * Loads tables from files and caches them, so that only changed files are loaded
 * again. If a changed file cannot be used, the older table stays in use.
 */
export class TableLoader {
  /** The state of each feed at the last `refreshStates`. */
  #states = new Map<string, FeedState>();
  #isStoreReadable = true;
  #cache = new Map<string, CachedTable>();
  /** Names requested since the last `evictUnused`. */
  #requested = new Set<string>();

  /** @param report called once for each file that cannot be used; the file is ignored */
  constructor(
    private readonly store: FeedStore,
    readonly report: (name: string, error: unknown) => void,
    readonly files = new SharedFiles(),
  ) {}

  /**
   * Reads which data is in the store. Until the first call the store counts as
   * empty. If it cannot be read, the previous states stay.
   *
   * @returns a stamp that changes if the data of a feed changes
   */
  async refreshStates(): Promise<string> {
    try {
      const states = await this.store.states();
      this.#states = new Map(
        states.filter(({ manifest, error }) => manifest || error)
          .map((state) => [state.feed, state]),
      );
      this.#isStoreReadable = true;
    } catch (error) {
      if (this.#isStoreReadable) this.report("downloaded data", error);
      this.#isStoreReadable = false;
    }
    return [...this.#states.values()].map(stampOf).join("\n");
  }

  isStoreEmpty(): boolean {
    return this.#states.size === 0;
  }

  /** Origin and license of the feeds that have data in the store. */
  infosOf(feeds: readonly Feed[]): DatabaseInfo[] {
    return feeds.flatMap((feed) => {
      const { manifest } = this.#states.get(feed.name) ?? {};
      return manifest?.format === feed.format ? [infoOf(feed, manifest)] : [];
    });
  }

  /** The tables of the feeds that have usable data in the store. */
  async loadFeeds<T>(
    feeds: readonly Feed[],
    load: Load<T>,
  ): Promise<LoadedTable<T>[]> {
    const tables = await Promise.all(
      feeds.map((feed) => {
        const state = this.#states.get(feed.name);
        return state && this.#getOrReport(
          feed.name,
          stampOf(state),
          () => this.#load(feed, load),
        );
      }),
    );
    return tables.filter((table) => table !== undefined);
  }

  /**
   * One table of all feeds that have usable data in the store. Only the merged
   * table is cached.
   */
  async loadMerged<T, Merged>(
    name: string,
    feeds: readonly Feed[],
    { load, merge }: { load: Load<T>; merge: (all: readonly T[]) => Merged },
  ): Promise<{ table: Merged; infos: DatabaseInfo[] } | undefined> {
    const present = feeds.filter((feed) => this.#states.has(feed.name));
    const stamp = present.map(({ name }) => stampOf(this.#states.get(name)!))
      .join("\n");
    return await this.#getOrReport(name, stamp, async () => {
      const tables = await Promise.all(present.map(async (feed) => {
        try {
          return await this.#load(feed, load);
        } catch (error) {
          this.report(feed.name, error);
        }
      }));
      const usable = tables.filter((table) => table !== undefined);
      const cached = this.#cache.get(name)?.value;
      // The older table of all feeds is better than a newer one of some.
      if (cached && usable.length < present.length) {
        return cached as { table: Merged; infos: DatabaseInfo[] };
      }
      return usable.length === 0 ? undefined : {
        table: merge(usable.map(({ table }) => table)),
        infos: usable.map(({ info }) => info),
      };
    });
  }

  /**
   * Loads files that the operator configured.
   *
   * @throws what `load` throws, if no older version of the file was usable
   */
  async loadFiles<T>(
    paths: readonly string[],
    load: (path: string, files: SharedFiles) => Promise<T>,
  ): Promise<T[]> {
    return await settleAll(
      paths.map(async (path) =>
        await this.#get(
          path,
          await fileStamp(path),
          () => load(path, this.files),
        )
      ),
    );
  }

  /** Loads what never changes. @throws what `load` throws */
  async loadOnce<T>(name: string, load: () => Promise<T>): Promise<T> {
    return await this.#get(name, "", load);
  }

  evictUnused(): void {
    for (const name of this.#cache.keys()) {
      if (!this.#requested.has(name)) this.#cache.delete(name);
    }
    this.#requested = new Set();
  }

  async #load<T>(feed: Feed, load: Load<T>): Promise<LoadedTable<T>> {
    const { manifest, error } = this.#states.get(feed.name) ?? {};
    if (error) throw new Error(error);
    if (manifest && manifest.format !== feed.format) {
      throw new Error(
        "it was made for another version of Porthole; run `data update` to download it again",
      );
    }
    const { manifest: opened, bytes } = await this.store.open(feed.name, {
      digest: !hasChecksum(feed) && (manifest?.bytes ?? 0) <= MAX_DIGESTED,
      files: this.files,
    });
    return { table: await load(bytes), info: infoOf(feed, opened) };
  }

  /** Like `#get`, but reports an error and does not try again until the stamp changes. */
  async #getOrReport<T>(
    name: string,
    stamp: string,
    load: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    try {
      return await this.#get(name, stamp, load);
    } catch (error) {
      this.report(name, error);
      this.#cache.set(name, { stamp, value: undefined });
      return undefined;
    }
  }

  async #get<T>(
    name: string,
    stamp: string,
    load: () => Promise<T>,
  ): Promise<T> {
    this.#requested.add(name);
    const cached = this.#cache.get(name);
    if (cached?.stamp === stamp) return cached.value as T;
    try {
      const value = await load();
      this.#cache.set(name, { stamp, value });
      return value;
    } catch (error) {
      if (cached?.value === undefined) throw error;
      this.report(name, error);
      // Not tried again until the file changes.
      this.#cache.set(name, { stamp, value: cached.value });
      return cached.value as T;
    }
  }
}

/** Changes if the data or its date changes, or it becomes usable or unusable. */
function stampOf({ feed, manifest, error }: FeedState): string {
  return `${feed} ${manifest?.file} ${manifest && dateOf(manifest)} ${error}`;
}

/** Undated data is as new as the last check, at which its publisher still had it. */
function dateOf({ builtAt, checkedAt }: Manifest): number {
  return builtAt ?? checkedAt;
}

/** Changes if the file changes. The same for all missing files: `load` reports those. */
export async function fileStamp(path: string): Promise<string> {
  try {
    const { mtime, size } = await Deno.stat(path);
    return `${mtime?.getTime()} ${size}`;
  } catch {
    return "missing";
  }
}

function infoOf(
  { name, license, attribution, homepage }: Feed,
  manifest: Manifest,
): DatabaseInfo {
  return {
    name,
    builtAt: dateOf(manifest),
    download: { at: manifest.checkedAt, isDated: manifest.builtAt !== null },
    license,
    attribution,
    url: homepage,
  };
}
