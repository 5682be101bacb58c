import { settleAll } from "./settle_all.ts";

export interface MapInOrderOptions {
  /** Most items under way at a time. */
  concurrency: number;
  /** No further item is started once it aborts. */
  signal: AbortSignal;
}

/**
 * Maps items concurrently, and returns the results in the order of the items.
 * Work that is synchronous costs no promise. After a failure, no further item is
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
  const takeTurns = async () => {
    try {
      while (next < items.length) {
        signal.throwIfAborted();
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
