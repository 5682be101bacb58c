import { type Link, LinkedList } from "./linked_list.ts";

interface Counted<T> {
  count: number;
  link: Link<T>;
}

/**
 * Counts things that come and go one at a time, and knows at any time what
 * there is most of. Every operation takes constant time.
 */
export class Tally<T> {
  readonly #counted = new Map<T, Counted<T>>();
  /** At index n what there are n of, in the order in which it came to be so. */
  readonly #byCount: LinkedList<T>[] = [];
  #most = 0;

  /** What there is most of, among several the one that came to it last; undefined where there is nothing. */
  get most(): T | undefined {
    return this.#byCount[this.#most]?.last?.value;
  }

  add(thing: T): void {
    const counted = this.#counted.get(thing);
    const count = (counted?.count ?? 0) + 1;
    const list = this.#byCount[count] ??= new LinkedList();
    if (counted === undefined) {
      this.#counted.set(thing, { count, link: list.push(thing) });
    } else {
      this.#byCount[counted.count].remove(counted.link);
      counted.count = count;
      counted.link = list.push(thing);
    }
    if (count > this.#most) this.#most = count;
  }

  /** To be called for what there is at least one of. */
  remove(thing: T): void {
    const counted = this.#counted.get(thing)!;
    this.#byCount[counted.count].remove(counted.link);
    counted.count--;
    if (counted.count === 0) this.#counted.delete(thing);
    else counted.link = this.#byCount[counted.count].push(thing);
    // It has gone down by one only: the next lower count is not empty then,
    // or there is nothing at all.
    if (this.#byCount[this.#most].isEmpty) this.#most--;
  }
}
