/** Addresses that nothing has asked about before. */
import type { NameServer } from "./name_server.ts";
import type { WrkOptions } from "./wrk.ts";

/** Addresses reserved for one run of wrk: far more than a server can serve in that time. */
const PER_DRAW = 2 ** 21;
/** Odd, so that every number below 2 ** 32 comes once; as in `fresh.lua`. */
const MULTIPLIER = 1_664_525;
const INCREMENT = 1_013_904_223;
/** First octets with special-purpose blocks; multicast begins behind them. */
const SPECIAL_OCTETS = new Set([0, 10, 100, 127, 169, 172, 192, 198, 203]);
const FIRST_MULTICAST_OCTET = 224;
/**
 * Requests in progress when wrk ends have caused a query, but are not counted;
 * nothing else may differ.
 */
const LEAST_ASKED = 0.99;

/** The n-th address; null if it is not public. */
function addressAt(n: number): string | null {
  const value = (n * MULTIPLIER + INCREMENT) % 2 ** 32;
  const octets = [24, 16, 8, 0].map((shift) => value >>> shift & 255);
  const [first] = octets;
  return SPECIAL_OCTETS.has(first) || first >= FIRST_MULTICAST_OCTET
    ? null
    : octets.join(".");
}

/** Returns each address only once in a run of the bench. */
export class FreshAddresses {
  #next = 0;

  #reserve(count: number): number {
    const first = this.#next;
    this.#next += count;
    if (this.#next > 2 ** 32) throw new Error("there are no addresses left");
    return first;
  }

  /** So many of them. */
  take(count: number): string[] {
    const addresses: string[] = [];
    while (addresses.length < count) {
      const address = addressAt(this.#reserve(1));
      if (address !== null) addresses.push(address);
    }
    return addresses;
  }

  /**
   * Options of a draw that asks for `path` and an address behind it.
   *
   * @param restMs how long a connection rests in the mean between two requests
   */
  askedAt(path: string, restMs = 0): WrkOptions {
    return this.#drawn(["path", path], restMs);
  }

  /** Options of a draw in which each request comes from another client behind a trusted proxy. */
  askedBy(headers: Record<string, string>): WrkOptions {
    return { headers, ...this.#drawn(["client", "/"]) };
  }

  #drawn(args: string[], restMs = 0): WrkOptions {
    const first = this.#reserve(PER_DRAW);
    return {
      script: "fresh.lua",
      args: [...args, first, first + PER_DRAW, restMs],
    };
  }
}

/**
 * Makes sure that a draw asked about new addresses only: for each of them the
 * service has to ask for a name.
 *
 * @param draw gives its requests
 * @throws {Error} where fewer names were asked for
 */
export async function assertFresh<T extends { requests: number }>(
  names: Pick<NameServer, "report">,
  draw: () => Promise<T>,
): Promise<T> {
  const before = (await names.report()).addresses;
  const drawn = await draw();
  const queried = (await names.report()).addresses - before;
  if (queried < drawn.requests * LEAST_ASKED) {
    throw new Error(
      `${drawn.requests} requests asked for the names of ${queried} new ` +
        "addresses: others were known",
    );
  }
  return drawn;
}
