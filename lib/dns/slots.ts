import { DnsError } from "./dns_error.ts";

/** Bounds how much is under way at once; what is beyond waits in a line that is as long at most. */
export class Slots {
  readonly #max: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** What is under way. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Takes a slot; whoever got one has to `release` it.
   *
   * @throws {DnsError} `busy` where none became free in time; the signal's reason
   */
  async take(
    { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  ): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.#max) {
      this.#taken++;
      return;
    }
    if (this.#waiting.size >= this.#max) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // It leaves the line at once, or a slot could be given to nobody.
    const giveUp = (reason: unknown) => {
      this.#waiting.delete(resolve);
      reject(reason);
    };
    const onAbort = () => giveUp(signal.reason);
    const timer = setTimeout(() => giveUp(busy()), timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    this.#waiting.add(resolve);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Gives a slot back: to the one that has waited longest. */
  release(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#taken--;
      return;
    }
    this.#waiting.delete(first);
    first();
  }
}

function busy(): DnsError {
  return new DnsError("busy", "too many names are being looked up");
}
