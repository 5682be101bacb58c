import type { Caller } from "../../core/fair_queue.ts";
import type { SeenEdges } from "./edge.ts";
import {
  IndexThread,
  IndexUnavailableError,
  UnusableIndexError,
} from "./index_thread.ts";
import type { IndexRead, IndexRequest, IndexResults } from "./index_worker.ts";
import type { IndexLimits } from "./writer.ts";

interface IndexFileOptions {
  readonly path: string;
  readonly limits: IndexLimits;
  readonly now: () => number;
  /** Called after a damaged file was moved aside, with the reason and its new path. */
  readonly onMovedAside: (reason: string, path: string) => void;
}

/**
 * The index file and its two threads, one for writing and one for searching,
 * which are started on demand. A damaged file is moved aside and replaced.
 */
export class IndexFile {
  #writer: IndexThread | undefined;
  #reader: IndexThread | undefined;
  #replacing: Promise<void> | undefined;
  #hasEnded = false;

  constructor(private readonly options: IndexFileOptions) {}

  /** Writes a batch. Rejects if it could not be written; then nothing of it was. */
  async write(batch: readonly SeenEdges[]): Promise<void> {
    await this.#callWriter({ type: "write", batch: JSON.stringify(batch) });
  }

  /** Searches the index, or reads its size. @throws {IndexUnavailableError} */
  async read<Type extends keyof IndexResults>(
    request: IndexRead<Type>,
    caller?: Partial<Caller>,
  ): Promise<IndexResults[Type]> {
    await this.#replacing;
    // The writer creates the tables, or detects that the file is not an index.
    if (!this.#reader || this.#reader.hasEnded) {
      await this.#callWriter({ type: "prepare" });
    }
    const thread = this.#openReader();
    try {
      return await thread.call(request, caller) as IndexResults[Type];
    } catch (error) {
      // If the reader has been replaced in the meantime, so has the file.
      if (error instanceof UnusableIndexError && thread === this.#reader) {
        await this.#replace(error.message);
      }
      throw error;
    }
  }

  /** Closes the file. Never rejects. */
  async close(): Promise<void> {
    for (const thread of [this.#reader, this.#writer]) {
      await thread?.call({ type: "close" }).catch(() => {});
    }
  }

  /** Terminates the threads at once and starts no others. Committed data is safe. */
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

  #openWriter(): IndexThread {
    const { path, limits } = this.options;
    return this.#writer = this.#opened(
      this.#writer,
      { type: "open writer", path, limits },
    );
  }

  #openReader(): IndexThread {
    const { path } = this.options;
    return this.#reader = this.#opened(
      this.#reader,
      { type: "open reader", path },
    );
  }

  #opened(thread: IndexThread | undefined, first: IndexRequest): IndexThread {
    if (this.#hasEnded) throw new IndexUnavailableError("The index is closed.");
    if (thread && !thread.hasEnded) return thread;
    const started = new IndexThread(`DNS index: ${first.type}`);
    started.call(first).catch(() => {});
    return started;
  }

  /** Concurrent calls share one replacement. */
  #replace(reason: string): Promise<void> {
    return this.#replacing ??= this.#moveAside(reason)
      .finally(() => this.#replacing = undefined);
  }

  async #moveAside(reason: string): Promise<void> {
    const { now, onMovedAside } = this.options;
    this.#reader?.end("The index file is being replaced.");
    this.#reader = undefined;
    const aside = await this.#openWriter()
      .call({ type: "move aside", nowMs: now() });
    if (aside !== null) onMovedAside(reason, String(aside));
  }
}
