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
