/**
 * Counts the turns of the event loop for other work while `work` runs.
 *
 * A timer of `work` is set after the last one of the count and fires after it,
 * so that the count is never lower than the turns that `work` waited for.
 */
export async function turnsDuring(
  work: () => Promise<unknown>,
): Promise<number> {
  let turns = 0;
  let timer = setTimeout(function count() {
    turns++;
    timer = setTimeout(count, 1);
  }, 1);
  try {
    await work();
    return turns;
  } finally {
    clearTimeout(timer);
  }
}
