/** The shortest timer. The event loop serves all sockets before it fires; a microtask would run before them. */
const TURN_MS = 1;

/** Resolves in a later turn of the event loop, after other requests had theirs. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TURN_MS));
}

/**
 * Maps items in order, each in a turn of the event loop of its own, so that
 * other requests wait for one item at most, not for all.
 *
 * @throws whatever `work` throws; later items are not mapped then
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
