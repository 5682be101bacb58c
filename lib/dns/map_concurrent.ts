import { addAbortListener } from "node:events";

interface MapConcurrentOptions {
  /** Most items under way at a time. */
  concurrency: number;
  signal: AbortSignal;
  /** How many items to start before yielding to the event loop. */
  perTurn?: () => number;
}

/**
 * The shortest timer, during which the event loop serves all sockets. A
 * microtask would not suffice, as responses are ready again immediately.
 */
const TURN_MS = 1;

/**
 * Maps items concurrently and yields the results in the order in which they
 * settle. At most `concurrency` are under way, and at most as many results are
 * buffered: nothing is started while the consumer does not read.
 *
 * @param start must call `settle` exactly once
 * @throws the signal's reason; what `items` throws
 */
export async function* mapConcurrent<Item, Outcome>(
  items: Iterable<Item> | AsyncIterable<Item>,
  start: (item: Item, settle: (outcome: Outcome) => void) => void,
  { concurrency, signal, perTurn = () => Infinity }: MapConcurrentOptions,
): AsyncGenerator<Outcome> {
  signal.throwIfAborted();
  const source = Symbol.asyncIterator in items
    ? items[Symbol.asyncIterator]()
    : items[Symbol.iterator]();
  let settled: Outcome[] = [];
  let running = 0;
  let isReading = false;
  let isDrained = false;
  let failure: { reason: unknown } | undefined;
  let wake = () => {};
  let leftInTurn = perTurn();
  let turn: ReturnType<typeof setTimeout> | undefined;

  const settle = (outcome: Outcome) => {
    running--;
    settled.push(outcome);
    wake();
  };
  const startItem = (step: IteratorResult<Item>) => {
    if (step.done) {
      isDrained = true;
      return;
    }
    running++;
    start(step.value, settle);
  };
  const beginTurn = () => {
    turn = undefined;
    leftInTurn = perTurn();
    wake();
  };
  const fill = () => {
    while (!isDrained && !isReading && running < concurrency) {
      if (leftInTurn <= 0) {
        turn ??= setTimeout(beginTurn, TURN_MS);
        return;
      }
      leftInTurn--;
      const step = source.next();
      if (step instanceof Promise) {
        isReading = true;
        step.then(startItem).catch((reason) => failure = { reason })
          .finally(() => {
            isReading = false;
            wake();
          });
      } else startItem(step);
    }
  };
  using _leave = addAbortListener(signal, () => wake());
  try {
    for (;;) {
      signal.throwIfAborted();
      if (failure) throw failure.reason;
      fill();
      const outcomes = settled;
      settled = [];
      if (outcomes.length === 0) {
        if (isDrained && running === 0) return;
        await new Promise<void>((resolve) => wake = resolve);
        continue;
      }
      for (const outcome of outcomes) {
        signal.throwIfAborted();
        yield outcome;
      }
    }
  } finally {
    clearTimeout(turn);
    if (!isDrained) await source.return?.();
  }
}

/*
 * A nearby server responds while queries are still being sent, so a scan never
 * becomes idle. Four scans delayed every request by 30 ms, one by a few.
 */

/** Queries per turn of the event loop: of a single scan, and of several scans together. */
const ALONE = 512;
const TOGETHER = 64;

/** Shares each turn of the event loop among the running scans. */
export class YieldBudget {
  #scans = 0;

  /** Registers a scan until it is disposed of. */
  begin(): Disposable {
    this.#scans++;
    return { [Symbol.dispose]: () => void this.#scans-- };
  }

  /** Queries that one scan may send before it yields. */
  get perTurn(): number {
    return this.#scans > 1 ? Math.ceil(TOGETHER / this.#scans) : ALONE;
  }
}
