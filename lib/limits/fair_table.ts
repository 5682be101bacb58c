import { type Link, LinkedList, Tally } from "../core/fair_queue.ts";
import { networkKey, parseIp } from "../net/ip_address.ts";

/** The most a site gets (RFC 6177). */
const SITE_PREFIX_LENGTH = 48;
/** The part of a table that one network can fill, however empty the rest is. */
export const NETWORK_SHARE = 1 / 16;

/**
 * The network that a client's entries in a table belong to: the IPv4 address, or
 * the IPv6 /48. Whatever is not an address is a network of its own.
 *
 * @param client an address or a prefix, optionally followed by a blank and more
 */
export function networkOf(client: string): string {
  const end = client.search(/[/ ]/);
  const address = end < 0 ? client : client.slice(0, end);
  const ip = address.includes(":") ? parseIp(address) : null;
  return ip ? networkKey(ip, SITE_PREFIX_LENGTH) : address;
}

interface Share<T> {
  readonly network: string;
  /** Oldest first. */
  readonly entries: LinkedList<T>;
  count: number;
}

/** An entry's place in {@link NetworkShares}. */
export interface Place<T> {
  readonly share: Share<T>;
  readonly link: Link<T>;
}

/**
 * The entries of a bounded table by network. If the table is full, the network
 * with the most entries loses its oldest one, so that a client with many
 * addresses displaces only itself. Every operation takes constant time.
 */
export class NetworkShares<T> {
  readonly #shares = new Map<string, Share<T>>();
  readonly #tally = new Tally<Share<T>>();
  readonly #max: number;
  readonly #maxPerNetwork: number;
  #size = 0;

  constructor(max: number) {
    this.#max = max;
    this.#maxPerNetwork = Math.max(1, Math.floor(max * NETWORK_SHARE));
  }

  get size(): number {
    return this.#size;
  }

  /** The entry to remove before one of this network is added; undefined if there is room. */
  excess(network: string): T | undefined {
    const own = this.#shares.get(network);
    if (own && own.count >= this.#maxPerNetwork) {
      return own.entries.first!.value;
    }
    if (this.#size < this.#max) return undefined;
    return this.#tally.firstMostFrequent?.entries.first?.value;
  }

  /** Adds an entry as the newest of its network. */
  add(network: string, entry: T): Place<T> {
    let share = this.#shares.get(network);
    if (!share) {
      share = { network, entries: new LinkedList(), count: 0 };
      this.#shares.set(network, share);
    }
    share.count++;
    this.#size++;
    this.#tally.add(share);
    return { share, link: share.entries.push(entry) };
  }

  /** Removes an entry. Call once per place. */
  remove({ share, link }: Place<T>): void {
    share.entries.remove(link);
    share.count--;
    this.#size--;
    this.#tally.remove(share);
    if (share.count === 0) this.#shares.delete(share.network);
  }
}

interface Held<V> {
  readonly value: V;
  readonly place: Place<string>;
}

/** A map from clients to values, bounded in all and by network. */
export class FairMap<V> {
  readonly #entries = new Map<string, Held<V>>();
  readonly #shares: NetworkShares<string>;
  readonly #onEvict: (client: string) => void;

  constructor(max: number, onEvict: (client: string) => void = () => {}) {
    this.#shares = new NetworkShares(max);
    this.#onEvict = onEvict;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(client: string): V | undefined {
    return this.#entries.get(client)?.value;
  }

  /** Sets a value as the newest. */
  set(client: string, value: V): void {
    this.delete(client);
    const network = networkOf(client);
    const evicted = this.#shares.excess(network);
    if (evicted !== undefined) {
      this.delete(evicted);
      this.#onEvict(evicted);
    }
    const place = this.#shares.add(network, client);
    this.#entries.set(client, { value, place });
  }

  delete(client: string): void {
    const held = this.#entries.get(client);
    if (!held) return;
    this.#entries.delete(client);
    this.#shares.remove(held.place);
  }

  /** From the oldest to the newest. */
  *[Symbol.iterator](): Generator<[client: string, value: V]> {
    for (const [client, { value }] of this.#entries) yield [client, value];
  }
}

/**
 * At most `max` records, in ascending order of time. If there are more, the
 * networks with the most lose their earliest.
 *
 * Holds at most twice `max` records at a time: clients determine how many are stored.
 */
export async function takeFairly<T>(
  records: AsyncIterable<T>,
  { max, timeMs, networkOf }: {
    max: number;
    timeMs: (record: T) => number;
    networkOf: (record: T) => string;
  },
): Promise<T[]> {
  let taken: T[] = [];
  const truncate = () => {
    taken.sort((a, b) => timeMs(a) - timeMs(b));
    if (taken.length <= max) return;
    const shares = new NetworkShares<T>(max);
    const places = new Map<T, Place<T>>();
    for (const record of taken) {
      const network = networkOf(record);
      const excess = shares.excess(network);
      if (excess !== undefined) {
        shares.remove(places.get(excess)!);
        places.delete(excess);
      }
      places.set(record, shares.add(network, record));
    }
    taken = [...places.keys()];
  };
  for await (const record of records) {
    taken.push(record);
    if (taken.length >= 2 * max) truncate();
  }
  truncate();
  return taken;
}
