export interface MapConcurrentOptions {
  /** The most under way at once. */
  concurrency: number;
  signal: AbortSignal;
  /** How many are started before the event loop gets a turn for everything else. */
  perTurn?: () => number;
}

/**
 * The shortest wait there is: the loop goes through all its sockets meanwhile.
 * To yield alone would not do, as what is under way is ready again at once.
 */
const TURN_MS = 1;

/**
 * Starts something for each item and hands on what comes of it, in the order
 * in which it comes. No more than `concurrency` are under way, and as many at
 * most are kept for whoever reads: nothing is started for a reader that stays
 * away.
 *
 * @param start has to call `settle` once, whatever happens
 * @throws the signal's reason; what the source of items throws
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
  let underWay = 0;
  let isReading = false;
  let isDrained = false;
  let failure: { reason: unknown } | undefined;
  let wake = () => {};
  let leftInTurn = perTurn();
  let turn: ReturnType<typeof setTimeout> | undefined;

  const settle = (outcome: Outcome) => {
    underWay--;
    settled.push(outcome);
    wake();
  };
  const take = (step: IteratorResult<Item>) => {
    if (step.done) {
      isDrained = true;
      return;
    }
    underWay++;
    start(step.value, settle);
  };
  const beginTurn = () => {
    turn = undefined;
    leftInTurn = perTurn();
    wake();
  };
  const fill = () => {
    while (!isDrained && !isReading && underWay < concurrency) {
      if (leftInTurn <= 0) {
        turn ??= setTimeout(beginTurn, TURN_MS);
        return;
      }
      leftInTurn--;
      const step = source.next();
      if (step instanceof Promise) {
        isReading = true;
        step.then(take).catch((reason) => failure = { reason })
          .finally(() => {
            isReading = false;
            wake();
          });
      } else take(step);
    }
  };
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      if (failure) throw failure.reason;
      fill();
      const outcomes = settled;
      settled = [];
      if (outcomes.length === 0) {
        if (isDrained && underWay === 0) return;
        await new Promise<void>((resolve) => wake = resolve);
        continue;
      }
      for (const outcome of outcomes) {
        signal.throwIfAborted();
        yield outcome;
      }
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    clearTimeout(turn);
    if (!isDrained) await source.return?.();
  }
}

/*
 * A server nearby answers while it is still being asked: a scan then always has
 * something to do. Four of them kept every request to the service waiting for
 * 30 ms, and one alone for a few.
 */

/** Questions in one turn of the event loop: of a scan alone, and of several together. */
const ALONE = 512;
const TOGETHER = 64;

/** How much of a turn of the event loop each of the scans under way may take. */
export class YieldBudget {
  #scans = 0;

  /** Begins a scan, which ends when it is disposed of. */
  begin(): Disposable {
    this.#scans++;
    return { [Symbol.dispose]: () => void this.#scans-- };
  }

  /** Questions that one scan may ask before all else gets a turn. */
  get perTurn(): number {
    return this.#scans > 1 ? Math.ceil(TOGETHER / this.#scans) : ALONE;
  }
}
