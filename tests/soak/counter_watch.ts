/** One client that counts its own requests: no more than its last second may be forgotten by a kill. */
import type { SoakService } from "./service.ts";

/** What it may be asked in a window, by configuration. */
export const COUNTED_LIMIT = 60;
const INTERVAL_MS = 100;
/** How old a count is that has to be in the store. */
const WRITTEN_MS = 1_000;

export class CounterWatch {
  readonly #service: SoakService;
  readonly #client: string;
  /** When each request of the window was answered. */
  readonly #answeredAtMs: number[] = [];

  /** @param client one that nobody else is, and that has not asked for a minute */
  constructor(service: SoakService, client: string) {
    this.#service = service;
    this.#client = client;
  }

  /** Asks for a while, so that there is something to forget: half of the limit. */
  async ask(): Promise<void> {
    for (let i = 0; i < COUNTED_LIMIT / 2; i++) {
      if (await this.#status() !== 200) return;
      this.#answeredAtMs.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  }

  /**
   * Asks on after a kill until refused. Null where all is well, otherwise what
   * is not; to be called within the window.
   */
  async check(killedAtMs: number): Promise<string | null> {
    const before = this.#answeredAtMs.length;
    const written = this.#answeredAtMs
      .filter((atMs) => atMs < killedAtMs - WRITTEN_MS).length;
    let after = 0;
    while (after <= COUNTED_LIMIT && await this.#status() === 200) after++;
    const total = before + after;
    const forgotten = total - COUNTED_LIMIT;
    if (forgotten > before - written) {
      return `${forgotten} requests were forgotten, of which only ` +
        `${before - written} were younger than a second`;
    }
    return forgotten < 0 ? `${-forgotten} were counted twice` : null;
  }

  async #status(): Promise<number> {
    const answer = await fetch(`${this.#service.origin}/api/jsonip`, {
      headers: { "x-forwarded-for": this.#client },
    });
    await answer.arrayBuffer();
    return answer.status;
  }
}
