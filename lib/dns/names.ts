import { AppError } from "../http/errors.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Resolver } from "./resolver.ts";

export interface NamesOptions {
  resolver: Resolver;
  /** The longest one name may take, both families together. */
  timeoutMs?: number;
  /** Names asked for at once; a flood of slow names must not pile up. */
  maxInFlight?: number;
}

/** What became of a name: its first address, or why there is none. */
export type NameAnswer =
  | { ip: IpAddress }
  | { ip: null; reason: "no address" | "no answer" };

/** Turns names into the one address that is described for them. */
export class Names {
  #inFlight = 0;
  readonly #resolver: Resolver;
  readonly #timeoutMs: number;
  readonly #maxInFlight: number;

  constructor(
    { resolver, timeoutMs = 2000, maxInFlight = 256 }: NamesOptions,
  ) {
    this.#resolver = resolver;
    this.#timeoutMs = timeoutMs;
    this.#maxInFlight = maxInFlight;
  }

  /**
   * The first A record, or the first AAAA where there is no A; `family` asks
   * for one kind alone.
   *
   * @throws {AppError} 503 when too many names are being asked for
   */
  async firstAddress(
    name: string,
    { family, signal }: { family?: 4 | 6; signal: AbortSignal },
  ): Promise<NameAnswer> {
    if (this.#inFlight >= this.#maxInFlight) {
      throw new AppError(
        503,
        "SERVICE_UNAVAILABLE",
        "Too many names are being looked up. Please try again in a moment.",
        { headers: { "retry-after": "2" } },
      );
    }
    this.#inFlight++;
    try {
      const limited = AbortSignal.any([
        signal,
        AbortSignal.timeout(this.#timeoutMs),
      ]);
      const families = family ? [family] : [4, 6] as const;
      for (const f of families) {
        const [ip] = await this.#resolver.addresses(name, f, limited);
        if (ip) return { ip };
      }
      return { ip: null, reason: "no address" };
    } catch {
      return { ip: null, reason: "no answer" };
    } finally {
      this.#inFlight--;
    }
  }
}
