/**
 * Applies `next` to a value or to the value of a promise. A plain value is mapped
 * synchronously, which saves a microtask; errors of `next` are then synchronous too.
 *
 * In process, V1 of a known address takes 8.4 µs this way, and 12.3 with promises;
 * at a first lookup there is no difference beyond noise (medians of 14 pairs, 2026-11).
 */
export function mapMaybeAsync<T, R>(
  value: T | Promise<T>,
  next: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * Like `Promise.all`, but rejects only after every promise has settled, so that
 * a failure leaves no open file or connection behind.
 *
 * @throws the reason of the first rejected promise, in the order given
 */
export async function settleAll<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  const results = await Promise.allSettled(promises);
  for (const result of results) {
    if (result.status === "rejected") throw result.reason;
  }
  return results.map((result) =>
    (result as PromiseFulfilledResult<unknown>).value
  ) as { -readonly [I in keyof T]: Awaited<T[I]> };
}

interface MapInOrderOptions {
  /** Most items under way at a time. */
  concurrency: number;
  /** No further item is started once it aborts. */
  signal: AbortSignal;
}

/**
 * Maps items concurrently, and returns the results in the order of the items.
 * Work that is synchronous costs no promise,
 * but gives way to other requests after a millisecond. After a failure, no further item is
 * started, and what is under way is awaited.
 *
 * @throws what `work` throws first; the signal's reason
 */
export async function mapInOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result | Promise<Result>,
  { concurrency, signal }: MapInOrderOptions,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  const pause = createPause(signal, TURN_MS);
  const takeTurns = async () => {
    try {
      while (next < items.length) {
        const turn = pause();
        if (turn) {
          await turn;
          continue;
        }
        const i = next++;
        const result = work(items[i]);
        results[i] = result instanceof Promise ? await result : result;
      }
    } catch (error) {
      next = items.length;
      throw error;
    }
  };
  const workers = Math.min(concurrency, items.length);
  await settleAll(Array.from({ length: workers }, takeTurns));
  return results;
}

/** The shortest timer. Unlike a microtask, it fires after the event loop has served all sockets. */
const TURN_MS = 1;

/** Resolves in a later turn of the event loop, so that other requests are served first. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TURN_MS));
}

/**
 * Maps items in order, each in a separate turn of the event loop, so that other
 * requests wait for at most one item.
 *
 * @throws what `work` throws; later items are not mapped
 */
export async function mapInTurns<T, R>(
  items: Iterable<T>,
  work: (item: T) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    await nextTurn();
    results.push(await work(item));
  }
  return results;
}

/** Called often by long work. Returns a promise to await if other requests should be served now. */
export type Pause = () => Promise<void> | undefined;

/**
 * Divides long work into turns of the event loop.
 *
 * @param signal once it aborts, the next call throws its reason
 * @param workMs how long a turn may take
 */
export function createPause(signal?: AbortSignal, workMs = 5): Pause {
  let begunAt = performance.now();
  return () => {
    signal?.throwIfAborted();
    return performance.now() - begunAt < workMs
      ? undefined
      : nextTurn().then(() => void (begunAt = performance.now()));
  };
}

/** More than a worker thread opens at its start: event loop, modules, a database. */
const REQUIRED_DESCRIPTORS = 32;

/**
 * Call before starting a worker thread. Clients can occupy every file
 * descriptor with connections, and Deno (2.9.6) crashes if a new thread finds
 * none left for its event loop.
 *
 * @throws {Error} if the process has hardly any file descriptors left
 */
export function assertSpareDescriptors(): void {
  const sockets: Deno.DatagramConn[] = [];
  try {
    while (sockets.length < REQUIRED_DESCRIPTORS) {
      sockets.push(
        Deno.listenDatagram({
          transport: "udp",
          hostname: "127.0.0.1",
          port: 0,
        }),
      );
    }
  } catch (error) {
    // A host without UDP does not tell how many are left.
    if (isOutOfDescriptors(error)) throw error;
  } finally {
    for (const socket of sockets) socket.close();
  }
}

/** EMFILE is the limit of the process, ENFILE that of the system. */
export function isOutOfDescriptors(error: unknown): boolean {
  return error instanceof Error && "code" in error &&
    (error.code === "EMFILE" || error.code === "ENFILE");
}
