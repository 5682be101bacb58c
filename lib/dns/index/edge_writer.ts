import type { Edge, SeenEdges } from "./edge.ts";
import { EdgeQueue } from "./edge_queue.ts";

/** This many are written at once, without waiting for the interval. */
const FULL_BATCH = 1_000;

export interface EdgeWriterOptions {
  /** Rejects where the batch is lost. */
  readonly write: (batch: readonly SeenEdges[]) => Promise<void>;
  /** Told once per outage: batches are being lost, or there is no room for new edges. */
  readonly onLoss: (reason: unknown) => void;
  /** Told when batches are written again. */
  readonly onRecovery: () => void;
  readonly intervalMs?: number;
}

/**
 * Collects edges and writes them in batches, one at a time.
 *
 * An index can do without an edge: what cannot be written is dropped.
 */
export class EdgeWriter {
  readonly #options: EdgeWriterOptions;
  readonly #queue = new EdgeQueue();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> | undefined;
  #isLosing = false;

  constructor(options: EdgeWriterOptions) {
    this.#options = options;
  }

  /** @param seenMs milliseconds since the epoch */
  add(edges: readonly Edge[], seenMs: number): void {
    const dropped = this.#queue.add(edges, seenMs);
    if (dropped > 0) this.#lose(`no room for ${dropped} edges`);
    if (this.#queue.length >= FULL_BATCH) this.flush();
    else if (this.#queue.length > 0) {
      this.#timer ??= setTimeout(
        () => this.flush(),
        this.#options.intervalMs ?? 250,
      );
    }
  }

  /** Writes what was added before. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length === 0) return this.#writing ?? Promise.resolve();
    return this.#writing ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    let isLastWritten = false;
    while (this.#queue.length > 0) {
      try {
        await this.#options.write(this.#queue.take());
        isLastWritten = true;
      } catch (error) {
        isLastWritten = false;
        this.#lose(error);
      }
    }
    // In the same turn as the look at the queue: whoever adds next begins anew.
    this.#writing = undefined;
    if (isLastWritten && this.#isLosing) {
      this.#isLosing = false;
      this.#options.onRecovery();
    }
  }

  #lose(reason: unknown): void {
    if (!this.#isLosing) this.#options.onLoss(reason);
    this.#isLosing = true;
  }
}
