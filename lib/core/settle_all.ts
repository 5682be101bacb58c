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
