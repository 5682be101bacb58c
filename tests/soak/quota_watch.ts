/** Uses up the quota of a token, and counts its requests. */
import type { SoakService } from "./service.ts";

export class QuotaWatch {
  /** Requests with a response: each must have been charged. */
  served = 0;
  refused = 0;
  /** Interrupted requests: each may have been charged. */
  lost = 0;
  readonly faults: string[] = [];
  readonly #service: SoakService;
  readonly #token: string;
  #isAsking = true;
  #asking: Promise<void>[] = [];

  constructor(service: SoakService, token: string) {
    this.#service = service;
    this.#token = token;
  }

  /** Sends requests from a number of callers until stopped. */
  start(callers: number, pauseMs: number): void {
    this.#asking = Array.from({ length: callers }, async () => {
      while (this.#isAsking) {
        await this.#ask();
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    });
  }

  /** Sends a number of requests at once. */
  async burst(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#ask()));
  }

  async stop(): Promise<void> {
    this.#isAsking = false;
    await Promise.all(this.#asking);
  }

  /** The remaining quota that the service reports. */
  async remaining(): Promise<number> {
    // A malformed target is free, and its response has the quota.
    const response = await fetch(`${this.#service.origin}/api/v2/ip/nothing`, {
      headers: { "x-api-key": this.#token },
    });
    await response.body?.cancel();
    return Number(response.headers.get("x-ratelimit-remaining"));
  }

  async #ask(): Promise<void> {
    const { origin } = this.#service;
    if (origin === null) return;
    const wasCut = this.#service.watchCuts();
    try {
      const response = await fetch(`${origin}/api/v2/ip/8.8.8.8`, {
        headers: { authorization: `Bearer ${this.#token}` },
      });
      await response.arrayBuffer();
      if (response.status === 200) this.served++;
      else if (response.status === 429) this.refused++;
      else this.faults.push(`V2: ${response.status}`);
    } catch (error) {
      if (wasCut()) this.lost++;
      else this.faults.push(`V2: ${error}`);
    }
  }
}
