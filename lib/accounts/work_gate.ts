import { AppError } from "../http/errors.ts";

export interface WorkGateOptions {
  maxAtOnce: number;
  maxWaiting: number;
}

/** Lets a bounded number of pieces of work run at once, and a bounded number wait, in their order. */
export class WorkGate {
  readonly #maxAtOnce: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ maxAtOnce, maxWaiting }: WorkGateOptions) {
    this.#maxAtOnce = maxAtOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** @throws {AppError} 503 at once, where too many wait; whatever `work` throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#maxAtOnce) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) throw busy();
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    // The place is handed on: nobody who comes now can take it first.
    if (next) next();
    else this.#running--;
  }
}

function busy(): AppError {
  return new AppError(
    503,
    "SERVICE_UNAVAILABLE",
    "Too many passwords are being checked just now; please try again in a few seconds.",
    { headers: { "retry-after": "5" } },
  );
}
