import type { Edge, SeenEdges } from "./edge.ts";

/** Edges that wait to be written: beyond this many, new ones are dropped. */
const MAX_QUEUED = 50_000;
/** Edges of a batch: one transaction of less than half a second; smaller ones write the same pages more often. */
const MAX_BATCH = 20_000;

/** A bounded queue of edges, in the order in which they were seen. */
export class EdgeQueue {
  #groups: SeenEdges[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** @returns how many of the edges had no room */
  add(edges: readonly Edge[], seenMs: number): number {
    const kept = edges.slice(0, MAX_QUEUED - this.#length);
    // Groups are kept as they are taken: none may be larger than a batch.
    for (let i = 0; i < kept.length; i += MAX_BATCH) {
      this.#groups.push({ seenMs, edges: kept.slice(i, i + MAX_BATCH) });
    }
    this.#length += kept.length;
    return edges.length - kept.length;
  }

  /** Takes the next batch out of the queue. */
  take(): SeenEdges[] {
    let count = 0;
    let groups = 0;
    while (groups < this.#groups.length) {
      count += this.#groups[groups].edges.length;
      if (count > MAX_BATCH && groups > 0) {
        count -= this.#groups[groups].edges.length;
        break;
      }
      groups++;
    }
    this.#length -= count;
    return this.#groups.splice(0, groups);
  }
}
