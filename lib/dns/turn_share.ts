/*
 * A server nearby answers while it is still being asked: a scan then always has
 * something to do. Four of them kept every request to the service waiting for
 * 30 ms, and one alone for a few.
 */

/** Questions in one turn of the event loop: of a scan alone, and of several together. */
const ALONE = 512;
const TOGETHER = 64;

/** How much of a turn of the event loop each of the scans under way may take. */
export class TurnShare {
  #scans = 0;

  /** Begins a scan, which ends when it is disposed of. */
  begin(): Disposable {
    this.#scans++;
    return { [Symbol.dispose]: () => void this.#scans-- };
  }

  /** Questions that one scan may ask before all else gets a turn. */
  get perTurn(): number {
    return this.#scans > 1 ? Math.ceil(TOGETHER / this.#scans) : ALONE;
  }
}
