import { INTERNAL_CLIENT } from "../core/fair_queue.ts";
import { ipv4FromValue } from "../net/ip_address.ts";
import type { Resolver, ReverseOutcome } from "./resolver.ts";

interface ServerHealthOptions {
  resolver: Pick<Resolver, "reverse">;
  /** How often silent name servers are probed. */
  probeMs: number;
}

/** Its reverse zone needs no server but the resolver (RFC 6303 section 4.2). */
const LOOPBACK = ipv4FromValue(0x7f000001);

/**
 * Distinguishes name servers that don't respond from reverse zones that don't: the
 * former don't respond for the loopback address either.
 */
export class ServerHealth implements Disposable {
  #responseCount = 0;
  #probeCount = 0;
  #isChecking = false;
  #isSilent = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: ServerHealthOptions) {}

  /** Responses to any query so far, usable or not. */
  get responseCount(): number {
    return this.#responseCount;
  }

  /** Whether no name server responds: then queries are a waste of time, except for the probes. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /**
   * Records the outcome of a query. Any response, however late, ends the
   * silence.
   */
  record({ kind }: ReverseOutcome): void {
    if (kind === "silent") return;
    this.#responseCount++;
    this.#isSilent = false;
    clearTimeout(this.#timer);
  }

  /** Sends a probe whose response would show that the servers work; one at a time. */
  check(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#probe();
  }

  /** Begins to probe the servers at intervals, until one responds. */
  markSilent(): void {
    this.#isSilent = true;
    this.#schedule();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #probe(): void {
    const options = { client: INTERNAL_CLIENT, attempt: this.#probeCount++ };
    this.options.resolver.reverse(LOOPBACK, options, (outcome) => {
      this.#isChecking = false;
      this.record(outcome);
    });
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#schedule();
      this.#probe();
    }, this.options.probeMs);
  }
}
