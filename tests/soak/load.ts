/** Sends requests at a steady rate, and checks each response. */
import { anyRequest } from "./requests.ts";
import type { SoakService } from "./service.ts";

const TICK_MS = 50;
const MAX_FAULTS = 20;
/** Maximum number of open requests, for a service that is slower than the rate. */
const MAX_OPEN = 500;

export class SoakLoad {
  /** Answers by status. */
  readonly statuses: Record<number, number> = {};
  /** Answers by the thread that made them, if there are several. */
  readonly byThread: Record<string, number> = {};
  /** The first wrong responses. */
  readonly faults: string[] = [];
  /** Requests that a kill interrupted. */
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
    const wasCut = this.#service.watchCuts();
    const { path, init, expected } = anyRequest(this.#random);
    try {
      const response = await fetch(origin + path, init);
      await response.arrayBuffer();
      const { status } = response;
      this.statuses[status] = (this.statuses[status] ?? 0) + 1;
      const thread = response.headers.get("x-thread");
      if (thread) this.byThread[thread] = (this.byThread[thread] ?? 0) + 1;
      if (!expected.includes(status)) {
        this.#fault(`${init?.method ?? "GET"} ${path}: ${status}`);
      }
    } catch (error) {
      // Only the end of the process or the thread may interrupt a response.
      if (wasCut()) this.lost++;
      else this.#fault(`${path}: ${error}`);
    }
  }

  #fault(text: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push(text);
  }
}
