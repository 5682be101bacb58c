import type { SharedFiles } from "./shared_files.ts";
import { fileStamp, TableLoader } from "./table_loader.ts";
import { openTables, type TableOptions, type Tables } from "./tables.ts";
import type { FeedStore } from "./update/feed_store.ts";

interface TableReloaderOptions extends TableOptions {
  readonly store: FeedStore;
  /** Called once for each file that cannot be used. The file is ignored. */
  readonly report: (name: string, error: unknown) => void;
  readonly files?: SharedFiles;
}

/** Holds the tables in use, and replaces them when their files change. */
export class TableReloader {
  #current: Tables;
  #refreshing: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  private constructor(
    private readonly options: TableReloaderOptions,
    private readonly loader: TableLoader,
    private stamp: string,
    current: Tables,
  ) {
    this.#current = current;
  }

  /** @throws {Error} if a bundled file, or one that the operator configured, cannot be used */
  static async open(options: TableReloaderOptions): Promise<TableReloader> {
    const { store, report, files } = options;
    const loader = new TableLoader(store, report, files);
    // Taken before the files are read, so that the next refresh sees changes made meanwhile.
    const stamp = await stampOf(options, loader);
    const tables = await openTables(options, loader);
    return new TableReloader(options, loader, stamp, tables);
  }

  get current(): Tables {
    return this.#current;
  }

  /** Starts polling for changed files, including those that another process changes. */
  watch(onChange: (tables: Tables) => void, intervalMs = 5_000): void {
    let reported = this.#current;
    this.#timer ??= setInterval(async () => {
      await this.refresh();
      // Another tick may have waited for the same refresh, or `close` was called.
      if (this.#current === reported || this.#timer === undefined) return;
      reported = this.#current;
      try {
        onChange(reported);
      } catch (error) {
        this.options.report("tables", error);
      }
    }, intervalMs);
  }

  /** Stops polling and waits for the refresh under way. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#refreshing;
  }

  /** Reloads changed files. Resolves to whether the tables changed. Never rejects: after an error the old tables stay in use. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refresh().finally(() => this.#refreshing = null);
    return this.#refreshing;
  }

  async #refresh(): Promise<boolean> {
    try {
      const stamp = await stampOf(this.options, this.loader);
      if (stamp === this.stamp) return false;
      this.stamp = stamp;
      this.#current = await openTables(this.options, this.loader);
      this.loader.evictUnused();
      return true;
    } catch (error) {
      this.options.report("tables", error);
      return false;
    }
  }
}

/** Changes if one of the files changes. */
async function stampOf(
  { geoDatabases, regionalFiles, labels }: TableReloaderOptions,
  loader: TableLoader,
): Promise<string> {
  const stamps = await Promise.all([
    loader.refreshStates(),
    ...[...geoDatabases, ...regionalFiles, ...labels ? [labels] : []]
      .map(fileStamp),
  ]);
  return stamps.join("\n");
}
