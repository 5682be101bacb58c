import type { ClientKey } from "./caller.ts";
import { type Link, LinkedList } from "./linked_list.ts";
import { Tally } from "./tally.ts";

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
