/** Identifies a client for fair sharing of pools. */
export interface ClientKey {
  /** One client: an IPv4 address, or the IPv6 prefix that rate limits use. */
  readonly key: string;
  /** The IPv6 /48, in which one party can hold many keys. The same as `key` for IPv4. */
  readonly group: string;
}

/** On whose behalf work runs, and when to stop. Passed from the route down to the pools. */
export interface Caller {
  readonly client: ClientKey;
  readonly signal: AbortSignal;
}

/** The service itself, for scheduled work that no visitor requested. */
export const INTERNAL_CLIENT: ClientKey = Object.freeze({
  key: "porthole",
  group: "porthole",
});

/** The caller behind an HTTP request. Reads the request's signal lazily, because creating it is expensive. */
export class RequestCaller implements Caller {
  readonly client: ClientKey;
  readonly #request: Request;

  constructor(client: ClientKey, request: Request) {
    this.client = client;
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

/** A value's place in a {@link LinkedList}. */
export interface Link<T> {
  readonly value: T;
  previous: Link<T> | null;
  next: Link<T> | null;
}

/** A doubly linked list: appends and removes in constant time. */
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

  push(value: T): Link<T> {
    const link: Link<T> = { value, previous: this.#last, next: null };
    if (this.#last) this.#last.next = link;
    else this.#first = link;
    return this.#last = link;
  }

  /** Removes a link of this list. Call once per link. */
  remove(link: Link<T>): void {
    const { previous, next } = link;
    if (previous) previous.next = next;
    else this.#first = next;
    if (next) next.previous = previous;
    else this.#last = previous;
    // In old memory, a removed link would keep alive all that ever followed it.
    link.previous = link.next = null;
  }
}

interface Counted<T> {
  count: number;
  link: Link<T>;
}

/**
 * Counts items and tracks the most frequent one. Every operation takes constant
 * time.
 */
export class Tally<T> {
  readonly #counted = new Map<T, Counted<T>>();
  /** At index n, the items with count n, in the order in which they reached it. */
  readonly #byCount: LinkedList<T>[] = [];
  #most = 0;

  /** The highest count; 0 if empty. */
  get most(): number {
    return this.#most;
  }

  /** How often an item was added and not removed. */
  count(item: T): number {
    return this.#counted.get(item)?.count ?? 0;
  }

  /** The item with the highest count; if several, the one that reached it last. Undefined if empty. */
  get mostFrequent(): T | undefined {
    return this.#byCount[this.#most]?.last?.value;
  }

  /** The item with the highest count; if several, the one that reached it first. Undefined if empty. */
  get firstMostFrequent(): T | undefined {
    return this.#byCount[this.#most]?.first?.value;
  }

  /** Increments the count of an item. */
  add(item: T): void {
    const counted = this.#counted.get(item);
    const count = (counted?.count ?? 0) + 1;
    const list = this.#byCount[count] ??= new LinkedList();
    if (counted === undefined) {
      this.#counted.set(item, { count, link: list.push(item) });
    } else {
      this.#byCount[counted.count].remove(counted.link);
      counted.count = count;
      counted.link = list.push(item);
    }
    this.#most = Math.max(this.#most, count);
  }

  /** Decrements the count of an item. Call only if it is at least 1. */
  remove(item: T): void {
    const counted = this.#counted.get(item)!;
    this.#byCount[counted.count].remove(counted.link);
    counted.count--;
    if (counted.count === 0) this.#counted.delete(item);
    else counted.link = this.#byCount[counted.count].push(item);
    // The count fell by one, so the next lower list is not empty, unless the
    // whole tally is.
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
  /** Next in turn first. */
  readonly turns: LinkedList<WaitingClient<T>>;
  readonly tally: Tally<WaitingClient<T>>;
  link: Link<WaitingGroup<T>>;
}

export interface Entry<T> {
  readonly item: T;
}

interface PlacedEntry<T> extends Entry<T> {
  readonly group: WaitingGroup<T>;
  readonly client: WaitingClient<T>;
  link: Link<Entry<T>>;
}

/**
 * A queue with round robin over groups, then over the clients of a group, then
 * first in, first out. Groups and clients without items take no memory. Every
 * operation takes constant time.
 */
export class FairQueue<T> {
  readonly #groups = new Map<string, WaitingGroup<T>>();
  readonly #turns = new LinkedList<WaitingGroup<T>>();
  readonly #tally = new Tally<WaitingGroup<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The most queued items of one group. */
  get mostOfGroup(): number {
    return this.#tally.most;
  }

  /** Groups with queued items, next in turn first. */
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

  /** Removes and returns the next item of a queued group; the group then goes to the end of the round. */
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

  /** The newest item of the client with the most items, in the group with the most items; undefined if empty. */
  get newestOfLargest(): Entry<T> | undefined {
    return this.#tally.mostFrequent?.tally.mostFrequent?.items.last?.value;
  }

  /** Whether a further item of a client would be {@link newestOfLargest}. */
  isLargest({ key, group: name }: ClientKey): boolean {
    const group = this.#groups.get(name);
    if (group === undefined) return this.#tally.most <= 1;
    const client = group.clients.get(key);
    return this.#tally.count(group) + 1 >= this.#tally.most &&
      (client ? group.tally.count(client) : 0) + 1 >= group.tally.most;
  }

  /** Removes a queued item out of turn. */
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
