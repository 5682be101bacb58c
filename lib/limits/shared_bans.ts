import {
  allocate,
  Arena,
  SharedLock,
  SharedTexts,
} from "../core/shared_memory.ts";
import { keyOf } from "./request_limiter.ts";

/** The ends of automatic bans, which the main thread writes and all threads read. */
export class SharedBans {
  readonly buffer: SharedArrayBuffer;
  readonly lock: SharedLock;
  readonly #clients: SharedTexts;
  readonly #untilMs: Float64Array;

  /** @param buffer of an object of the same size, in another thread */
  constructor(max: number, buffer?: SharedArrayBuffer) {
    const divide = (arena: Arena) => ({
      lock: new SharedLock(arena),
      clients: new SharedTexts(arena, max),
      untilMs: arena.float64(max + 1),
    });
    this.buffer = buffer ?? allocate(divide);
    const parts = divide(new Arena(this.buffer));
    this.lock = parts.lock;
    this.lock.isShared = buffer !== undefined;
    this.#clients = parts.clients;
    this.#untilMs = parts.untilMs;
  }

  /** When the ban of a client ends, in milliseconds since the epoch; 0 without one. */
  untilMs(client: string): number {
    // Nobody is banned: the usual case.
    if (this.#clients.size === 0) return 0;
    this.lock.enter();
    try {
      const number = this.#clients.find(keyOf(client));
      return number === 0 ? 0 : this.#untilMs[number];
    } finally {
      this.lock.leave();
    }
  }

  set(client: string, untilMs: number): void {
    this.lock.enter();
    try {
      this.#set(client, untilMs);
    } finally {
      this.lock.leave();
    }
  }

  delete(client: string): void {
    this.lock.enter();
    try {
      const number = this.#clients.find(keyOf(client));
      if (number !== 0) this.#clients.remove(number);
    } finally {
      this.lock.leave();
    }
  }

  /** Replaces all bans at once. */
  replace(bans: Iterable<[client: string, { untilMs: number }]>): void {
    this.lock.enter();
    try {
      this.#clients.clear();
      for (const [client, { untilMs }] of bans) this.#set(client, untilMs);
    } finally {
      this.lock.leave();
    }
  }

  #set(client: string, untilMs: number): void {
    const key = keyOf(client);
    const number = this.#clients.find(key) || this.#clients.add(key);
    this.#untilMs[number] = untilMs;
  }
}
