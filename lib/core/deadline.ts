import { addAbortListener } from "node:events";

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
  using _follow = signal &&
    addAbortListener(signal, () => abort(signal.reason));
  const message = `no response within ${timeoutMs} ms`;
  const timer = setTimeout(
    () => abort(new DOMException(message, "TimeoutError")),
    timeoutMs,
  );
  try {
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether an error is what a time limit rejects with: that of {@link withDeadline} or `AbortSignal.timeout`. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

export interface StallOptions {
  /** Called once when the reader has paused for `timeoutMs` in total. */
  onStall: () => void;
  timeoutMs?: number;
  now: () => number;
}

/** Adds up the time that the reader of a stream pauses. */
export class StallTimer {
  readonly #options: StallOptions;
  #remainingMs: number;
  #pausedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StallOptions) {
    const { timeoutMs = 15_000 } = options;
    this.#options = options;
    this.#remainingMs = timeoutMs;
  }

  /** Call when the reader has got a part. */
  start(): void {
    if (this.#remainingMs <= 0) return;
    const { now, onStall } = this.#options;
    this.#pausedAt = now();
    this.#timer = setTimeout(() => {
      this.#remainingMs = 0;
      onStall();
    }, this.#remainingMs);
  }

  /** Call when the reader asks for the next part, and at the end. */
  stop(): void {
    clearTimeout(this.#timer);
    const pausedMs = this.#options.now() - this.#pausedAt;
    // Setting the clock back must not extend the time.
    if (this.#remainingMs > 0) {
      this.#remainingMs = Math.max(
        1,
        this.#remainingMs - Math.max(0, pausedMs),
      );
    }
  }
}
