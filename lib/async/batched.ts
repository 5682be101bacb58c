export interface BatchedOptions {
  /** Handed on at once when so many are there. */
  maxItems: number;
  /** No item waits longer than this. */
  maxMs: number;
}

/**
 * Groups what comes, so that a flood costs its reader few turns and a trickle
 * is not held up. Reads one item ahead.
 *
 * @throws what the source throws, after the items before it
 */
export async function* batched<T>(
  source: AsyncIterable<T>,
  { maxItems, maxMs }: BatchedOptions,
): AsyncGenerator<T[]> {
  const items = source[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readOn = () => {
    const next = items.next();
    // It may fail while nobody waits for it; whoever reads on learns of it.
    next.catch(() => {});
    return next;
  };
  try {
    let next = readOn();
    for (;;) {
      const first = await next;
      if (first.done) return;
      const batch = [first.value];
      next = readOn();
      const timeUp = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), maxMs);
      });
      let isDone = false;
      let failure: { reason: unknown } | undefined;
      while (batch.length < maxItems) {
        const step = await Promise.race([next, timeUp]).catch((reason) => {
          failure = { reason };
          return null;
        });
        if (step === null) break;
        if (step.done) {
          isDone = true;
          break;
        }
        batch.push(step.value);
        next = readOn();
      }
      clearTimeout(timer);
      yield batch;
      if (failure) throw failure.reason;
      if (isDone) return;
    }
  } finally {
    clearTimeout(timer);
    // Not waited for: it ends behind the item that is read ahead, which may be long in coming.
    items.return?.().catch(() => {});
  }
}
