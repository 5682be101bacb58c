import { fileStamp, TableLoader } from "./table_loader.ts";
import { openTables, type TableOptions, type Tables } from "./tables.ts";
import type { FeedStore } from "./update/feed_store.ts";

export interface TableReloaderOptions extends TableOptions {
  /** Where downloaded data lies. */
  readonly store: FeedStore;
  /** Told of data that cannot be used and is done without, once for each file. */
  readonly report: (name: string, error: unknown) => void;
}

/** The tables in use, and newer ones in their place as soon as there are any. */
export class TableReloader {
  readonly #options: TableReloaderOptions;
  readonly #parts: TableLoader;
  #stamp: string;
  #current: Tables;
  #refreshing: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  private constructor(
    options: TableReloaderOptions,
    loader: TableLoader,
    stamp: string,
    current: Tables,
  ) {
    this.#options = options;
    this.#parts = loader;
    this.#stamp = stamp;
    this.#current = current;
  }

  /** @throws {Error} where a bundled file, or one that the operator names, cannot be used */
  static async open(options: TableReloaderOptions): Promise<TableReloader> {
    const loader = new TableLoader(options.store, options.report);
    // Before the files are read: what changes meanwhile is seen the next time.
    const stamp = await stampOf(options, loader);
    const tables = await openTables(options, loader);
    return new TableReloader(options, loader, stamp, tables);
  }

  get current(): Tables {
    return this.#current;
  }

  /** Looks for newer files now and then, also those that another process brings. */
  watch(onChange: (tables: Tables) => void, intervalMs = 5_000): void {
    let reported = this.#current;
    this.#timer ??= setInterval(async () => {
      await this.refresh();
      // Several turns may have waited for the same refresh, and `close` too.
      if (this.#current === reported || this.#timer === undefined) return;
      reported = this.#current;
      try {
        onChange(reported);
      } catch (error) {
        this.#options.report("tables", error);
      }
    }, intervalMs);
  }

  /** Ends the watch and waits for a look that is under way. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#refreshing;
  }

  /** Whether newer files were found and are in use now. Never rejects: the tables in use stay. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refresh().finally(() => this.#refreshing = null);
    return this.#refreshing;
  }

  async #refresh(): Promise<boolean> {
    try {
      const stamp = await stampOf(this.#options, this.#parts);
      if (stamp === this.#stamp) return false;
      this.#stamp = stamp;
      this.#current = await openTables(this.#options, this.#parts);
      this.#parts.evictUnused();
      return true;
    } catch (error) {
      this.#options.report("tables", error);
      return false;
    }
  }
}

/** Changes whenever one of the files does. */
async function stampOf(
  { geoDatabases, regionalFiles }: TableReloaderOptions,
  loader: TableLoader,
): Promise<string> {
  const stamps = await Promise.all([
    loader.refreshStates(),
    ...[...geoDatabases, ...regionalFiles].map(fileStamp),
  ]);
  return stamps.join("\n");
}
