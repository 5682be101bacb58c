import type { Caller } from "../../core/caller.ts";
import type { IndexRow, SeenEdges } from "./edge.ts";
import type { IndexSize } from "./schema.ts";
import {
  IndexThread,
  IndexUnavailableError,
  UnusableIndexError,
} from "./index_thread.ts";
import type { IndexRequest } from "./index_worker.ts";
import type { IndexPage, PageRequest, RangeRequest } from "./reader.ts";
import type { IndexLimits } from "./writer.ts";

export interface IndexFileOptions {
  readonly path: string;
  readonly limits: IndexLimits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told once a broken file has been set aside: why, and its new path. */
  readonly onSetAside: (reason: string, path: string) => void;
}

/**
 * The file of the index and the two threads that work on it, each started when
 * it is first needed. A file that turns out to be broken is replaced.
 */
export class IndexFile {
  readonly #options: IndexFileOptions;
  #writer: IndexThread | undefined;
  #reader: IndexThread | undefined;
  #replacing: Promise<void> | undefined;
  #hasEnded = false;

  constructor(options: IndexFileOptions) {
    this.#options = options;
  }

  /** Rejects where the batch could not be written: nothing of it is. */
  async write(batch: readonly SeenEdges[]): Promise<void> {
    await this.#callWriter({ do: "write", batch: JSON.stringify(batch) });
  }

  async size(caller?: Partial<Caller>): Promise<IndexSize> {
    return await this.#callReader({ do: "size" }, caller) as IndexSize;
  }

  async page(
    request: PageRequest,
    caller?: Partial<Caller>,
  ): Promise<IndexPage> {
    return await this.#callReader({ do: "page", request }, caller) as IndexPage;
  }

  async byAddress(
    request: RangeRequest,
    caller?: Partial<Caller>,
  ): Promise<IndexRow[]> {
    return await this.#callReader(
      { do: "range", request },
      caller,
    ) as IndexRow[];
  }

  /** Closes the file. Never rejects. */
  async close(): Promise<void> {
    for (const thread of [this.#reader, this.#writer]) {
      await thread?.call({ do: "close" }).catch(() => {});
    }
  }

  /** Ends the threads for good, whatever they are at: SQLite keeps what was committed. */
  end(): void {
    this.#hasEnded = true;
    for (const thread of [this.#reader, this.#writer]) {
      thread?.end("The index is closed.");
    }
  }

  async #callWriter(request: IndexRequest): Promise<unknown> {
    await this.#replacing;
    try {
      return await this.#openWriter().call(request);
    } catch (error) {
      if (!(error instanceof UnusableIndexError)) throw error;
      await this.#replace(error.message);
      return await this.#openWriter().call(request);
    }
  }

  async #callReader(
    request: IndexRequest,
    caller?: Partial<Caller>,
  ): Promise<unknown> {
    await this.#replacing;
    // The writer makes the tables, or finds that the file is none of ours.
    if (!this.#reader || this.#reader.hasEnded) {
      await this.#callWriter({ do: "prepare" });
    }
    const thread = this.#openReader();
    try {
      return await thread.call(request, caller);
    } catch (error) {
      // What it reads from may have been replaced meanwhile; then the fault is over.
      if (error instanceof UnusableIndexError && thread === this.#reader) {
        await this.#replace(error.message);
      }
      throw error;
    }
  }

  #openWriter(): IndexThread {
    const { path, limits } = this.#options;
    return this.#writer = this.#opened(
      this.#writer,
      { do: "to write", path, limits },
    );
  }

  #openReader(): IndexThread {
    const { path } = this.#options;
    return this.#reader = this.#opened(this.#reader, { do: "to read", path });
  }

  #opened(thread: IndexThread | undefined, first: IndexRequest): IndexThread {
    if (this.#hasEnded) throw new IndexUnavailableError("The index is closed.");
    if (thread && !thread.hasEnded) return thread;
    const begun = new IndexThread(`DNS index ${first.do}`);
    begun.call(first).catch(() => {});
    return begun;
  }

  /** Whoever meets the broken file first has it replaced; the others wait. */
  #replace(reason: string): Promise<void> {
    return this.#replacing ??= this.#setAside(reason)
      .finally(() => this.#replacing = undefined);
  }

  async #setAside(reason: string): Promise<void> {
    const { now, onSetAside } = this.#options;
    this.#reader?.end("The file of the index is being replaced.");
    this.#reader = undefined;
    const aside = await this.#openWriter()
      .call({ do: "set aside", nowMs: now() });
    if (aside !== null) onSetAside(reason, String(aside));
  }
}
