import { AppError } from "../../http/errors.ts";

const RETRY_SECONDS = 15;

/** How many scans run at once, all clients together: each asks thousands of questions. */
export class ScanSlots {
  readonly #max: number;
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get taken(): number {
    return this.#taken;
  }

  /**
   * Takes a place, to be given back by disposing of it; once is enough.
   *
   * @throws {AppError} 503 with when to come back, where there is none
   */
  take(): Disposable {
    if (this.#taken >= this.#max) {
      throw new AppError(
        503,
        "SERVICE_UNAVAILABLE",
        `Too many networks are being scanned. Please try again in ${RETRY_SECONDS} seconds.`,
        { headers: { "retry-after": String(RETRY_SECONDS) } },
      );
    }
    this.#taken++;
    let isTaken = true;
    return {
      [Symbol.dispose]: () => {
        if (isTaken) this.#taken--;
        isTaken = false;
      },
    };
  }
}
