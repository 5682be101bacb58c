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
 * @param turnMs how long a turn may take
 * @param now milliseconds from any origin
 */
export function createPause(
  turnMs = 5,
  now: () => number = () => performance.now(),
): Pause {
  let begunAt = now();
  return () =>
    now() - begunAt < turnMs
      ? undefined
      : nextTurn().then(() => void (begunAt = now()));
}
