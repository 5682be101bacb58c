import { settleAll } from "../core/settle_all.ts";
import type { Feed } from "./feeds/feed.ts";
import type { DatabaseInfo } from "./geo_database.ts";
import type { FeedState, FeedStore } from "./update/feed_store.ts";
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
  /** undefined where it was never of use. */
  readonly value: unknown;
}

type Load<T> = (bytes: Uint8Array<ArrayBuffer>) => T | Promise<T>;

/**
 * What has been loaded of many files, so that only the changed ones are loaded
 * again. A newer file that cannot be used leaves the older one in service.
 */
export class TableLoader {
  readonly #store: FeedStore;
  readonly #report: (name: string, error: unknown) => void;
  /** The data there was at the last look, by feed. */
  #states = new Map<string, FeedState>();
  #isStoreReadable = true;
  #parts = new Map<string, Part>();
  /** Asked for since the last `sweep`. */
  #requested = new Set<string>();

  /** @param report is told of data that cannot be used and is done without, once for each file */
  constructor(
    store: FeedStore,
    report: (name: string, error: unknown) => void,
  ) {
    this.#store = store;
    this.#report = report;
  }

  /**
   * Looks at what is in the store: before it, the store counts as empty. Where
   * it cannot be read, what was there before is believed to be there still.
   *
   * @returns what changes whenever the data of a feed does
   */
  async refreshStates(): Promise<string> {
    try {
      const states = await this.#store.states();
      this.#states = new Map(
        states.filter(({ manifest, error }) => manifest || error)
          .map((state) => [state.feed, state]),
      );
      this.#isStoreReadable = true;
    } catch (error) {
      if (this.#isStoreReadable) this.#report("downloaded data", error);
      this.#isStoreReadable = false;
    }
    return [...this.#states.values()].map(stampOf).join("\n");
  }

  /** Whether there is no downloaded data. */
  isStoreEmpty(): boolean {
    return this.#states.size === 0;
  }

  /** The tables of those feeds that the store has something of use of. */
  async loadFeeds<T>(
    feeds: readonly Feed[],
    load: Load<T>,
  ): Promise<FeedTable<T>[]> {
    const tables = await Promise.all(
      feeds.map((feed) => {
        const state = this.#states.get(feed.name);
        return state && this.#tryGet(
          feed.name,
          stampOf(state),
          () => this.#load(feed, load),
        );
      }),
    );
    return tables.filter((table) => table !== undefined);
  }

  /**
   * One table of all those feeds that the store has something of use of; what
   * `load` makes of each is not kept.
   */
  async loadJoined<T, Joined>(
    name: string,
    feeds: readonly Feed[],
    { load, join }: { load: Load<T>; join: (all: readonly T[]) => Joined },
  ): Promise<{ table: Joined; infos: DatabaseInfo[] } | undefined> {
    const present = feeds.filter((feed) => this.#states.has(feed.name));
    const stamp = present.map(({ name }) => stampOf(this.#states.get(name)!))
      .join("\n");
    return await this.#tryGet(name, stamp, async () => {
      const tables = await Promise.all(present.map(async (feed) => {
        try {
          return await this.#load(feed, load);
        } catch (error) {
          this.#report(feed.name, error);
        }
      }));
      const usable = tables.filter((table) => table !== undefined);
      const cached = this.#parts.get(name)?.value;
      // The older ones of all are better than the newer ones of some.
      if (cached && usable.length < present.length) {
        return cached as { table: Joined; infos: DatabaseInfo[] };
      }
      return usable.length === 0 ? undefined : {
        table: join(usable.map(({ table }) => table)),
        infos: usable.map(({ info }) => info),
      };
    });
  }

  /**
   * What is made of files that the operator names.
   *
   * @throws what `load` throws of a file that was never of use
   */
  async loadFiles<T>(
    paths: readonly string[],
    load: (path: string) => Promise<T>,
  ): Promise<T[]> {
    return await settleAll(
      paths.map(async (path) =>
        await this.#get(path, await fileStamp(path), () => load(path))
      ),
    );
  }

  /** What never changes. @throws what `load` throws */
  async cached<T>(name: string, load: () => Promise<T>): Promise<T> {
    return await this.#get(name, "", load);
  }

  /** Forgets what was not asked for since the last time. */
  evictUnused(): void {
    for (const name of this.#parts.keys()) {
      if (!this.#requested.has(name)) this.#parts.delete(name);
    }
    this.#requested = new Set();
  }

  async #load<T>(feed: Feed, load: Load<T>): Promise<FeedTable<T>> {
    const { manifest, error } = this.#states.get(feed.name) ?? {};
    if (error) throw new Error(error);
    if (manifest && manifest.format !== feed.format) {
      throw new Error(
        "it was made for another version of Porthole; `data update` fetches it anew",
      );
    }
    const { manifest: opened, bytes } = await this.#store.open(feed.name, {
      digest: (manifest?.bytes ?? 0) <= MAX_DIGESTED,
    });
    return { table: await load(bytes), info: infoOf(feed, opened) };
  }

  /** As `#get`; what fails is reported and not tried again before it changes. */
  async #tryGet<T>(
    name: string,
    stamp: string,
    load: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    try {
      return await this.#get(name, stamp, load);
    } catch (error) {
      this.#report(name, error);
      this.#parts.set(name, { stamp, value: undefined });
      return undefined;
    }
  }

  async #get<T>(
    name: string,
    stamp: string,
    load: () => Promise<T>,
  ): Promise<T> {
    this.#requested.add(name);
    const cached = this.#parts.get(name);
    if (cached?.stamp === stamp) return cached.value as T;
    try {
      const value = await load();
      this.#parts.set(name, { stamp, value });
      return value;
    } catch (error) {
      if (cached?.value === undefined) throw error;
      this.#report(name, error);
      // Not tried again before the file changes once more.
      this.#parts.set(name, { stamp, value: cached.value });
      return cached.value as T;
    }
  }
}

/** Changes whenever the data does, and when it comes to be of use or ceases to. */
function stampOf({ feed, manifest, error }: FeedState): string {
  return `${feed} ${manifest?.file} ${error}`;
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
