const INTERVAL_MS = 500;

export interface LoopLag extends Disposable {
  /** The longest the event loop was late since this was last asked, in seconds. */
  takeMaxSeconds(): number;
}

/**
 * Watches how late the event loop runs its timers.
 *
 * @param elapsed milliseconds, of a clock that never goes back
 */
export function watchLoopLag(elapsed: () => number): LoopLag {
  let maxMs = 0;
  let dueAt = elapsed() + INTERVAL_MS;
  const timer = setInterval(() => {
    const nowMs = elapsed();
    maxMs = Math.max(maxMs, nowMs - dueAt);
    dueAt = nowMs + INTERVAL_MS;
  }, INTERVAL_MS);
  return {
    takeMaxSeconds() {
      // A loop that is held up has not yet told of it.
      const seconds = Math.max(maxMs, elapsed() - dueAt) / 1000;
      maxMs = 0;
      return seconds;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
