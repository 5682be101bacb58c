/**
 * Runs work that gets at most `timeoutMs`, and less when `signal` aborts
 * first. The work's own signal aborts with it; it is not waited for even where
 * it does not heed that, and its later outcome is dropped.
 *
 * @throws {DOMException} `TimeoutError` when the time is up; the reason of `signal`; else what the work fails with
 */
export async function withDeadline<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const { promise: given, reject } = Promise.withResolvers<never>();
  const giveUp = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const onAbort = () => giveUp(signal?.reason);
  const message = `no answer within ${timeoutMs} ms`;
  const timer = setTimeout(
    () => giveUp(new DOMException(message, "TimeoutError")),
    timeoutMs,
  );
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), given]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
