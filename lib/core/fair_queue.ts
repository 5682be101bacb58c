import type { ClientKey } from "./caller.ts";

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

interface WaitingClient<T> {
  readonly key: string;
  readonly items: LinkedList<Entry<T>>;
  link: Link<WaitingClient<T>>;
}

interface WaitingGroup<T> {
  readonly name: string;
  readonly clients: Map<string, WaitingClient<T>>;
  /** In the order of their turns. */
  readonly turns: LinkedList<WaitingClient<T>>;
  readonly tally: Tally<WaitingClient<T>>;
  link: Link<WaitingGroup<T>>;
}

/** An item that waits. */
export interface Entry<T> {
  readonly item: T;
}

interface PlacedEntry<T> extends Entry<T> {
  readonly group: WaitingGroup<T>;
  readonly client: WaitingClient<T>;
  link: Link<Entry<T>>;
}

/**
 * A queue that serves groups in turn, within a group its clients in turn, and
 * a client's items in the order in which they came. It holds nothing of those
 * who wait for nothing. Every operation takes constant time.
 */
export class FairQueue<T> {
  readonly #groups = new Map<string, WaitingGroup<T>>();
  readonly #turns = new LinkedList<WaitingGroup<T>>();
  readonly #tally = new Tally<WaitingGroup<T>>();
  #size = 0;

  /** Items that wait. */
  get size(): number {
    return this.#size;
  }

  /** The groups that wait, the next in turn first. */
  *groups(): Generator<string> {
    for (let link = this.#turns.first; link; link = link.next) {
      yield link.value.name;
    }
  }

  push({ key, group: name }: ClientKey, item: T): Entry<T> {
    const group = this.#groups.get(name) ?? this.#addGroup(name);
    const client = group.clients.get(key) ?? addClient(group, key);
    const entry = { item, group, client } as PlacedEntry<T>;
    entry.link = client.items.push(entry);
    group.tally.add(client);
    this.#tally.add(group);
    this.#size++;
    return entry;
  }

  /** Takes the next item of a group that waits; the group's next turn is after all others. */
  shift(name: string): T {
    const group = this.#groups.get(name)!;
    const client = group.turns.first!.value;
    const entry = client.items.first!.value;
    this.remove(entry);
    if (!client.items.isEmpty) {
      group.turns.remove(client.link);
      client.link = group.turns.push(client);
    }
    if (!group.turns.isEmpty) {
      this.#turns.remove(group.link);
      group.link = this.#turns.push(group);
    }
    return entry.item;
  }

  /** The newest item of whoever waits for most in the group that waits for most; undefined where nothing waits. */
  get excess(): Entry<T> | undefined {
    return this.#tally.most?.tally.most?.items.last?.value;
  }

  /** Takes an item out of its turn. To be called for one that waits. */
  remove(entry: Entry<T>): void {
    const { group, client, link } = entry as PlacedEntry<T>;
    client.items.remove(link);
    group.tally.remove(client);
    this.#tally.remove(group);
    this.#size--;
    if (client.items.isEmpty) {
      group.turns.remove(client.link);
      group.clients.delete(client.key);
    }
    if (group.turns.isEmpty) {
      this.#turns.remove(group.link);
      this.#groups.delete(group.name);
    }
  }

  #addGroup(name: string): WaitingGroup<T> {
    const group = {
      name,
      clients: new Map(),
      turns: new LinkedList(),
      tally: new Tally(),
    } as unknown as WaitingGroup<T>;
    group.link = this.#turns.push(group);
    this.#groups.set(name, group);
    return group;
  }
}

function addClient<T>(group: WaitingGroup<T>, key: string): WaitingClient<T> {
  const client = { key, items: new LinkedList() } as unknown as WaitingClient<
    T
  >;
  client.link = group.turns.push(client);
  group.clients.set(key, client);
  return client;
}
