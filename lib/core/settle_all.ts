/**
 * As `Promise.all`, but a rejection waits until every promise has settled, so
 * that a failed start leaves no open file or connection behind.
 *
 * @throws what the first of the promises that failed, in their order, threw
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
