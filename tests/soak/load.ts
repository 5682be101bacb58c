/** Requests at a steady rate, each of which has to be answered as it should. */
import { anyRequest } from "./requests.ts";
import type { SoakService } from "./service.ts";

const TICK_MS = 50;
const MAX_FAULTS = 20;
/** A service that answers more slowly than it is asked is not asked more. */
const MAX_OPEN = 500;

export class SoakLoad {
  /** Answers by status. */
  readonly statuses: Record<number, number> = {};
  /** What was answered wrongly, the first of them. */
  readonly faults: string[] = [];
  /** Requests that were cut off with the process that was killed. */
  lost = 0;
  readonly #service: SoakService;
  readonly #random: () => number;
  readonly #perTick: number;
  readonly #open = new Set<Promise<void>>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    { service, random, perSecond }: {
      service: SoakService;
      random: () => number;
      perSecond: number;
    },
  ) {
    this.#service = service;
    this.#random = random;
    this.#perTick = perSecond * TICK_MS / 1_000;
  }

  start(): void {
    this.#timer = setInterval(() => {
      for (let i = 0; i < this.#perTick; i++) {
        if (this.#open.size >= MAX_OPEN) return;
        const asking = this.#ask();
        this.#open.add(asking);
        asking.finally(() => this.#open.delete(asking));
      }
    }, TICK_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
  }

  async #ask(): Promise<void> {
    const { origin } = this.#service;
    if (origin === null) return;
    const { path, init, expected } = anyRequest(this.#random);
    try {
      const answer = await fetch(origin + path, init);
      await answer.arrayBuffer();
      const { status } = answer;
      this.statuses[status] = (this.statuses[status] ?? 0) + 1;
      if (!expected.includes(status)) {
        this.#fault(`${init?.method ?? "GET"} ${path}: ${status}`);
      }
    } catch (error) {
      // Only the end of its process may cut an answer off.
      if (this.#service.origin !== origin) this.lost++;
      else this.#fault(`${path}: ${error}`);
    }
  }

  #fault(text: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push(text);
  }
}
