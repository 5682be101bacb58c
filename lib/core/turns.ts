import { type ClientKey, FairQueue } from "./fair_queue.ts";

/** TypeScript doesn't declare these two. */
interface RefPort extends MessagePort {
  ref(): void;
  unref(): void;
}

/** What waits for a message to this thread itself. */
const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
const port = port1 as RefPort;
port.onmessage = () => waiting.shift()!();
// A program that never uses it may end.
port.unref();

/**
 * Calls a function in a later turn of the event loop, once the requests that have
 * arrived in this one have been handled up to their first `await`.
 *
 * Not with `setImmediate`: while `Deno.serve` handles requests, Deno (2.9.6) doesn't
 * wake its event loop for it, so the function waits for the next timer or file. A
 * handler that waited so answered 73 requests a second, and 48,000 with a message
 * (`wrk` with 64 connections, 2026-11-29). A timer takes 2.3 ms at least.
 */
export function inNextTurn(callback: () => void): void {
  waiting.push(callback);
  port.ref();
  port2.postMessage(null);
}

/** How long work is done at once in one turn of the event loop. */
const TURN_MS = 16;
/** Pieces of work between two looks at the clock. A look costs a turn of the event loop. */
const LOOK_EVERY = 64;

interface TurnsOptions {
  networkOf: (group: string) => string;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
}

/**
 * Divides the work for requests among turns of the event loop, fairly among
 * networks.
 *
 * Deno hands over all requests that have arrived in one turn: of one connection over
 * HTTP/2 up to 200. Everyone else waits until all of them have been handled up to
 * their first `await`. So once a turn has taken a few milliseconds, further requests
 * wait for the next one, in which the networks that wait take turns.
 *
 * That cut others' longest wait from 598 to 272 ms under uploads, from 964 to 394
 * under silent names, and from 901 to 241 under lists. It was measured with
 * `tests/attack/` in three pairs of runs on 2026-11-28, with turns of 8 ms, a look at
 * every eighth request, and `setImmediate` in place of `inNextTurn`.
 */
export class Turns {
  readonly #networkOf: TurnsOptions["networkOf"];
  readonly #now: () => number;
  readonly #waiting = new FairQueue<() => void>();
  #handled = 0;
  /** When this turn began, if it is known. */
  #startMs: number | null = null;
  #isOver = false;

  constructor({ networkOf, now = () => performance.now() }: TurnsOptions) {
    this.#networkOf = networkOf;
    this.#now = now;
  }

  /** Whether the next piece of work has to wait. Call it once for each. */
  isOver(): boolean {
    if (!this.#isOver && ++this.#handled % LOOK_EVERY === 0) this.#look();
    return this.#isOver;
  }

  /** Does a client's work in one of the next turns. */
  next<T>({ group }: ClientKey, handle: () => T | Promise<T>): Promise<T> {
    if (this.#startMs === null) this.#begin();
    const network = this.#networkOf(group);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key: group, group: network }, () => {
        try {
          resolve(handle());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #look(): void {
    if (this.#startMs === null) this.#begin();
    else this.#isOver = this.#now() - this.#startMs >= TURN_MS;
  }

  #begin(): void {
    this.#startMs = this.#now();
    inNextTurn(() => this.#end());
  }

  async #end(): Promise<void> {
    this.#startMs = null;
    this.#isOver = this.#waiting.size > 0;
    if (!this.#isOver) return;
    this.#begin();
    do {
      const [network] = this.#waiting.groups();
      this.#waiting.shift(network)();
      // What follows the first `await` of a request belongs to its turn as well.
      await null;
    } while (
      this.#waiting.size > 0 && this.#now() - this.#startMs! < TURN_MS
    );
  }
}
