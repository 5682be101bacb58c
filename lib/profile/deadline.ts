/**
 * Runs work that gets at most `timeoutMs`, and less when `signal` aborts
 * first. The work's own signal aborts with it; it is not waited for even where
 * it does not heed that.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const { promise: given, reject } = Promise.withResolvers<never>();
  const giveUp = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const onAbort = () => giveUp(signal.reason);
  const timer = setTimeout(
    () => giveUp(new DOMException(`Over ${timeoutMs} ms`, "TimeoutError")),
    timeoutMs,
  );
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), given]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
