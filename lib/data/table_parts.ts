import type { Feed } from "./feeds/feed.ts";
import type { DatabaseInfo } from "./geo_database.ts";
import type { FeedStore } from "./update/feed_store.ts";
import type { Manifest } from "./update/manifest.ts";

/** A table of a feed that is in the store. */
export interface FeedTable<T> {
  readonly table: T;
  readonly info: DatabaseInfo;
}

/** Beyond this many bytes the start would wait too long for the digest; the size is held against the manifest all the same. */
const MAX_DIGESTED = 32 << 20;

interface Part {
  readonly stamp: string;
  readonly value: unknown;
}

/**
 * What has been loaded of many files, so that only the changed ones are loaded
 * again. A newer file that cannot be used leaves the older one in service.
 */
export class TableParts {
  readonly #store: FeedStore;
  readonly #report: (name: string, error: unknown) => void;
  #parts = new Map<string, Part>();
  /** Asked for since the last `sweep`. */
  #asked = new Set<string>();

  /** @param report is told of data that cannot be used and is done without */
  constructor(
    store: FeedStore,
    report: (name: string, error: unknown) => void,
  ) {
    this.#store = store;
    this.#report = report;
  }

  /** Whether nothing was ever downloaded. */
  async isStoreEmpty(): Promise<boolean> {
    return (await this.#store.states()).length === 0;
  }

  /** The tables of those feeds that the store has something of use of. */
  async ofFeeds<T>(
    feeds: readonly Feed[],
    load: (bytes: Uint8Array<ArrayBuffer>) => T | Promise<T>,
  ): Promise<FeedTable<T>[]> {
    const tables = await Promise.all(
      feeds.map((feed) => this.#ofFeed(feed, load)),
    );
    return tables.filter((table) => table !== undefined);
  }

  /**
   * What is made of files that the operator names.
   *
   * @throws what `load` throws of a file that was never of use
   */
  async ofFiles<T>(
    paths: readonly string[],
    load: (path: string) => Promise<T>,
  ): Promise<T[]> {
    return await Promise.all(
      paths.map(async (path) =>
        await this.#get(path, await fileStamp(path), () => load(path))
      ),
    );
  }

  /** What never changes. @throws what `load` throws */
  async kept<T>(name: string, load: () => Promise<T>): Promise<T> {
    return await this.#get(name, "", load);
  }

  /** Forgets what was not asked for since the last time. */
  sweep(): void {
    for (const name of this.#parts.keys()) {
      if (!this.#asked.has(name)) this.#parts.delete(name);
    }
    this.#asked = new Set();
  }

  async #ofFeed<T>(
    feed: Feed,
    load: (bytes: Uint8Array<ArrayBuffer>) => T | Promise<T>,
  ): Promise<FeedTable<T> | undefined> {
    const { name } = feed;
    try {
      const { manifest, fault } = await this.#store.state(name);
      if (fault !== null) throw new Error(fault);
      if (manifest === null) return undefined;
      const { bytes: size } = manifest;
      return await this.#get(name, manifest.file, async () => {
        const { manifest, bytes } = await this.#store.open(name, {
          digest: size <= MAX_DIGESTED,
        });
        return { table: await load(bytes), info: infoOf(feed, manifest) };
      });
    } catch (error) {
      this.#report(name, error);
      const kept = this.#parts.get(name);
      if (!kept) return undefined;
      this.#asked.add(name);
      return kept.value as FeedTable<T>;
    }
  }

  async #get<T>(
    name: string,
    stamp: string,
    load: () => Promise<T>,
  ): Promise<T> {
    this.#asked.add(name);
    const kept = this.#parts.get(name);
    if (kept?.stamp === stamp) return kept.value as T;
    try {
      const value = await load();
      this.#parts.set(name, { stamp, value });
      return value;
    } catch (error) {
      if (!kept) throw error;
      this.#report(name, error);
      // Not tried again before the file changes once more.
      this.#parts.set(name, { stamp, value: kept.value });
      return kept.value as T;
    }
  }
}

/** Changes whenever the file does; the same for every file that is missing, which `load` then tells. */
export async function fileStamp(path: string): Promise<string> {
  try {
    const { mtime, size } = await Deno.stat(path);
    return `${mtime?.getTime()} ${size}`;
  } catch {
    return "missing";
  }
}

function infoOf(
  { name, licence, attribution, homepage }: Feed,
  { builtAt, fetchedAt }: Manifest,
): DatabaseInfo {
  return {
    name,
    builtAt: builtAt ?? fetchedAt,
    licence,
    attribution,
    url: homepage,
  };
}
