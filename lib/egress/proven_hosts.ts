import { withDeadline } from "../core/deadline.ts";
import { INTERNAL_CLIENT } from "../core/fair_queue.ts";
import type { Resolver } from "../dns/resolver.ts";
import type { EgressSetup } from "./view/report.ts";

/** How long a host counts as proven, and one without an address as missing. */
const VALID_MS = 5 * 60_000;

/** A visitor's page waits for it. */
const TIMEOUT_MS = 500;

/** Whether a name has addresses of a family; null if the lookup failed or took too long. */
export async function hasAddress(
  resolver: Pick<Resolver, "addresses">,
  name: string,
  family: 4 | 6,
  timeoutMs: number,
): Promise<boolean | null> {
  try {
    const { ips } = await withDeadline(
      timeoutMs,
      (signal) =>
        resolver.addresses(name, family, { client: INTERNAL_CLIENT, signal }),
    );
    return ips.length > 0;
  } catch {
    return null;
  }
}

type HostName = EgressSetup["provenHosts"][number];

const FAMILIES = { v4: 4, v6: 6, literal: 6 } as const;

export interface ProvenHostsDeps {
  /** The configured probe hosts. */
  urls: Readonly<Partial<Record<HostName, URL>>>;
  resolver: Pick<Resolver, "addresses">;
  now: () => number;
}

/**
 * Which probe hosts exist. If a browser cannot reach one that does, it has no connection
 * of that family; otherwise, the name may be wrong.
 */
export class ProvenHosts {
  #until = -Infinity;
  #proven: Promise<HostName[]> = Promise.resolve([]);

  constructor(private readonly deps: ProvenHostsDeps) {}

  /** Those whose URL has an address, or whose name resolves to one of its family. */
  names(): Promise<HostName[]> {
    const { now, urls } = this.deps;
    if (now() >= this.#until) {
      this.#until = now() + VALID_MS;
      const names = Object.keys(FAMILIES) as HostName[];
      this.#proven = Promise.all(
        names.map((name) => this.#exists(urls[name], FAMILIES[name])),
      ).then((exist) => names.filter((_, i) => exist[i]));
    }
    return this.#proven;
  }

  async #exists(url: URL | undefined, family: 4 | 6): Promise<boolean> {
    if (!url) return false;
    const { hostname } = url;
    if (/^\[|^[\d.]+$/.test(hostname)) return true;
    const { resolver } = this.deps;
    return await hasAddress(resolver, hostname, family, TIMEOUT_MS) === true;
  }
}
