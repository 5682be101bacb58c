/**
 * A client that counts its own requests. After a kill, the service may have lost at
 * most the last second of them.
 */
import type { SoakService } from "./service.ts";

/** The configured limit per window. */
export const COUNTED_LIMIT = 60;
const INTERVAL_MS = 100;
const WINDOW_MS = 60_000;
/** The age from which a count must be in the store. */
const WRITTEN_MS = 1_000;

export class CounterWatch {
  readonly #service: SoakService;
  readonly #client: string;
  /** The response times of the requests in the window. */
  readonly #answeredAtMs: number[] = [];

  /** @param client not used by anyone else, and without requests for a minute */
  constructor(service: SoakService, client: string) {
    this.#service = service;
    this.#client = client;
  }

  /** Sends requests up to half of the limit. */
  async ask(): Promise<void> {
    for (let i = 0; i < COUNTED_LIMIT / 2; i++) {
      if (await this.#status() !== 200) return;
      this.#answeredAtMs.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  }

  /**
   * Continues after a kill until it is refused. Returns null if the count is right,
   * otherwise the error; `undefined` if the window has ended meanwhile, as it may on a
   * busy machine: then nothing can be said.
   */
  async check(killedAtMs: number): Promise<string | null | undefined> {
    const before = this.#answeredAtMs.length;
    const written = this.#answeredAtMs
      .filter((atMs) => atMs < killedAtMs - WRITTEN_MS).length;
    let after = 0;
    while (after <= COUNTED_LIMIT && await this.#status() === 200) after++;
    const [firstAtMs = killedAtMs] = this.#answeredAtMs;
    if (performance.now() - firstAtMs > WINDOW_MS) return undefined;
    const total = before + after;
    const forgotten = total - COUNTED_LIMIT;
    if (forgotten > before - written) {
      return `${forgotten} requests were forgotten, of which only ` +
        `${before - written} were younger than a second`;
    }
    return forgotten < 0 ? `${-forgotten} were counted twice` : null;
  }

  async #status(): Promise<number> {
    const response = await fetch(`${this.#service.origin}/api/jsonip`, {
      headers: { "x-forwarded-for": this.#client },
    });
    await response.arrayBuffer();
    return response.status;
  }
}
