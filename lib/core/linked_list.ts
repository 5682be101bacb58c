/** A value's place in a {@link LinkedList}. */
export interface Link<T> {
  readonly value: T;
  previous: Link<T> | null;
  next: Link<T> | null;
}

/** A doubly linked list: adds at its end and removes anywhere in constant time. */
export class LinkedList<T> {
  #first: Link<T> | null = null;
  #last: Link<T> | null = null;

  get first(): Link<T> | null {
    return this.#first;
  }

  get last(): Link<T> | null {
    return this.#last;
  }

  get isEmpty(): boolean {
    return this.#first === null;
  }

  /** Adds a value at the end. */
  push(value: T): Link<T> {
    const link: Link<T> = { value, previous: this.#last, next: null };
    if (this.#last) this.#last.next = link;
    else this.#first = link;
    return this.#last = link;
  }

  /** Takes a link of this list out of it. To be called once for each. */
  remove({ previous, next }: Link<T>): void {
    if (previous) previous.next = next;
    else this.#first = next;
    if (next) next.previous = previous;
    else this.#last = previous;
  }
}
