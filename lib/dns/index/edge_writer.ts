import type { Edge, SeenEdges } from "./edge.ts";

interface Size {
  edges: number;
  characters: number;
}

/** Capacity of the queue; further edges are dropped. */
const MAX_QUEUED: Size = { edges: 50_000, characters: 8_000_000 };
/**
 * Maximum size of a batch: one transaction of less than half a second. Smaller
 * batches would write the same pages more often. Characters are limited because a
 * batch is serialized on the main thread: 20,000 names of a kilobyte would delay
 * requests.
 */
const MAX_BATCH: Size = { edges: 20_000, characters: 1_000_000 };

interface Group extends Size {
  readonly seen: { seenMs: number; edges: Edge[] };
}

/** A bounded first-in, first-out queue of edges. */
export class EdgeQueue {
  #groups: Group[] = [];
  #size: Size = { edges: 0, characters: 0 };

  /** Number of queued edges. */
  get length(): number {
    return this.#size.edges;
  }

  /** Whether there is enough for a batch of the maximum size. */
  get hasFullBatch(): boolean {
    return !hasRoom(this.#size, 0, MAX_BATCH);
  }

  /** Adds edges. Returns how many were dropped because the queue is full. */
  add(edges: readonly Edge[], seenMs: number): number {
    let group: Group | undefined;
    for (const [i, edge] of edges.entries()) {
      const characters = edge.name.length + edge.value.length;
      if (!hasRoom(this.#size, characters, MAX_QUEUED)) return edges.length - i;
      // `take` does not split groups, so none may be larger than a batch.
      if (!group || !hasRoom(group, characters, MAX_BATCH)) {
        group = { seen: { seenMs, edges: [] }, edges: 0, characters: 0 };
        this.#groups.push(group);
      }
      group.seen.edges.push(edge);
      for (const size of [group, this.#size]) {
        size.edges++;
        size.characters += characters;
      }
    }
    return 0;
  }

  /** Removes and returns the next batch. */
  take(): SeenEdges[] {
    const batch: Size = { edges: 0, characters: 0 };
    let count = 0;
    for (const { edges, characters } of this.#groups) {
      const isFull = batch.edges + edges > MAX_BATCH.edges ||
        batch.characters + characters > MAX_BATCH.characters;
      if (isFull) break;
      batch.edges += edges;
      batch.characters += characters;
      count++;
    }
    this.#size.edges -= batch.edges;
    this.#size.characters -= batch.characters;
    return this.#groups.splice(0, count).map(({ seen }) => seen);
  }
}

function hasRoom(size: Size, characters: number, max: Size): boolean {
  return size.edges < max.edges &&
    size.characters + characters <= max.characters;
}

interface EdgeWriterOptions {
  /** Writes a batch. Rejects if the batch is lost. */
  readonly write: (batch: readonly SeenEdges[]) => Promise<void>;
  /** Called once per outage: batches are being lost, or the queue is full. */
  readonly onLoss: (reason: unknown) => void;
  /** Called when batches are written again. */
  readonly onRecovery: () => void;
  readonly intervalMs?: number;
}

/**
 * Collects edges and writes them in batches, one at a time: after an interval, or
 * once a batch is full. Each commit empties the page cache of the thread that
 * searches, so a scan must not cause many. Edges that cannot be written are
 * dropped: the index need not be complete.
 */
export class EdgeWriter {
  readonly #queue = new EdgeQueue();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> | undefined;
  #isFlushing = false;
  #isLosing = false;

  constructor(private readonly options: EdgeWriterOptions) {}

  /** Queues edges. */
  add(edges: readonly Edge[], seenMs: number): void {
    const dropped = this.#queue.add(edges, seenMs);
    if (dropped > 0) this.#lose(`the queue is full: ${dropped} edges dropped`);
    if (this.#queue.hasFullBatch) this.#write();
    else this.#writeLater();
  }

  /** Writes all queued edges. Never rejects. */
  flush(): Promise<void> {
    this.#isFlushing ||= this.#queue.length > 0;
    return this.#write();
  }

  #writeLater(): void {
    if (this.#queue.length === 0) return;
    const { intervalMs = 250 } = this.options;
    this.#timer ??= setTimeout(() => this.#write(), intervalMs);
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length === 0) return this.#writing ?? Promise.resolve();
    return this.#writing ??= this.#writeBatches();
  }

  async #writeBatches(): Promise<void> {
    let isLastWritten: boolean;
    do {
      try {
        await this.options.write(this.#queue.take());
        isLastWritten = true;
      } catch (error) {
        isLastWritten = false;
        this.#lose(error);
      }
    } while (
      this.#queue.hasFullBatch || this.#isFlushing && this.#queue.length > 0
    );
    // In the same turn as the check of the queue, so that the next `add` starts a new write.
    this.#writing = undefined;
    this.#isFlushing = false;
    this.#writeLater();
    if (isLastWritten && this.#isLosing) {
      this.#isLosing = false;
      this.options.onRecovery();
    }
  }

  #lose(reason: unknown): void {
    if (!this.#isLosing) this.options.onLoss(reason);
    this.#isLosing = true;
  }
}
