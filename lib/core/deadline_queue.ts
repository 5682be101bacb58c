import { type Link, LinkedList } from "./fair_queue.ts";

interface Timed<T> {
  readonly item: T;
  /** By the queue's own clock. */
  readonly dueAtMs: number;
}

/** An item's place in a {@link DeadlineQueue}. */
export type Deadline<T> = Link<Timed<T>>;

interface DeadlineQueueOptions<T> {
  delayMs: number;
  /** Called once per item, unless it is removed first. */
  onDue: (item: T) => void;
  /** Precision: items are due up to a tick late. */
  tickMs?: number;
  /** Milliseconds of a clock that never goes back. */
  elapsedMs?: () => number;
}

/**
 * Longest time that counts between two ticks. Timers run before sockets are
 * read, so a process that stalls would otherwise give up on responses that have
 * arrived.
 */
const MAX_STEP_MS = 50;

/**
 * Runs one delay for many items on one timer: a timer per item would cost more
 * than the work that is timed. The timer runs only while there are items.
 */
export class DeadlineQueue<T> {
  readonly #items = new LinkedList<Timed<T>>();
  readonly #delayMs: number;
  readonly #onDue: (item: T) => void;
  readonly #tickMs: number;
  readonly #elapsedMs: () => number;
  /** Stands still while the queue is empty, or the process stalls. */
  #clockMs = 0;
  #tickedAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    { delayMs, onDue, tickMs = 10, elapsedMs = () => performance.now() }:
      DeadlineQueueOptions<T>,
  ) {
    this.#delayMs = delayMs;
    this.#onDue = onDue;
    this.#tickMs = tickMs;
    this.#elapsedMs = elapsedMs;
  }

  /** Adds an item that is due after the delay. */
  add(item: T): Deadline<T> {
    const nowMs = this.#elapsedMs();
    if (this.#timer === undefined) {
      this.#tickedAtMs = nowMs;
      this.#startTimer();
    }
    const dueAtMs = this.#clockMs + this.#stepTo(nowMs) + this.#delayMs;
    return this.#items.push({ item, dueAtMs });
  }

  /** Removes an item. Call once per item, and not after it was due. */
  remove(deadline: Deadline<T>): void {
    this.#items.remove(deadline);
    if (this.#items.isEmpty) this.#stopTimer();
  }

  /** Removes all items, and stops the timer. */
  clear(): void {
    this.#stopTimer();
    for (let link = this.#items.first; link; link = this.#items.first) {
      this.#items.remove(link);
    }
  }

  /** How much of the time since the last tick counts. */
  #stepTo(nowMs: number): number {
    return Math.min(nowMs - this.#tickedAtMs, MAX_STEP_MS);
  }

  #startTimer(): void {
    this.#timer = setTimeout(() => this.#onTick(), this.#tickMs);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #onTick(): void {
    const nowMs = this.#elapsedMs();
    this.#clockMs += this.#stepTo(nowMs);
    this.#tickedAtMs = nowMs;
    this.#startTimer();
    for (
      let link = this.#items.first;
      link && link.value.dueAtMs <= this.#clockMs;
      link = this.#items.first
    ) {
      this.#items.remove(link);
      this.#onDue(link.value.item);
    }
    if (this.#items.isEmpty) this.#stopTimer();
  }
}
