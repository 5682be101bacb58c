/**
 * Runs `work` for at most `timeoutMs`, less if `signal` aborts first. The
 * signal passed to `work` aborts at the same time; if `work` ignores it, its
 * later outcome is dropped.
 *
 * @throws {DOMException} `TimeoutError` after `timeoutMs`; the signal's reason; what `work` rejects with
 */
export async function withDeadline<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const onAbort = () => abort(signal?.reason);
  const message = `no response within ${timeoutMs} ms`;
  const timer = setTimeout(
    () => abort(new DOMException(message, "TimeoutError")),
    timeoutMs,
  );
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
