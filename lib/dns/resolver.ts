import type { Caller } from "../core/fair_queue.ts";
import { type IpAddress, parseIp, unmapIpv4 } from "../net/ip_address.ts";
import { parseHostname } from "../net/domain.ts";
import type { DnsClient, DnsRecord, ReverseOptions } from "./dns_client.ts";
import { DnsError } from "./errors.ts";
import {
  FAILED,
  type PtrFailure,
  type PtrOutcome,
  SILENT,
} from "./ptr_outcome.ts";
import { recordData } from "./records.ts";
import { reverseName } from "./wire_name.ts";

interface NameAddresses {
  /** Of one family, in the order of the response. Empty if the name has none or does not exist. */
  readonly ips: readonly IpAddress[];
  /** Lowest TTL of the aliases and addresses; null if unknown. */
  readonly ttlSeconds: number | null;
}

/** The host name of an address, or why there is none. */
export type ReverseOutcome =
  | {
    readonly kind: "answered";
    /** The first PTR name, without trailing dot; null if there is none that is a host name. */
    readonly hostname: string | null;
    /** How long that holds; null if unknown. */
    readonly ttlSeconds: number | null;
  }
  | PtrFailure;

/** DNS lookups of the service. */
export interface Resolver {
  /**
   * Addresses of a name, of one family. Honors the caller's signal, and counts
   * toward its client's share of the query pool.
   *
   * @throws {DnsError} if no server responded
   */
  addresses(
    name: string,
    family: 4 | 6,
    caller: Caller,
  ): Promise<NameAddresses>;
  /**
   * Sends one PTR query. How long to wait is up to the caller.
   *
   * @param settle called once with the outcome, unless the client is closed meanwhile
   */
  reverse(
    ip: IpAddress,
    options: ReverseOptions,
    settle: (outcome: ReverseOutcome) => void,
  ): void;
}

type QueryType = "A" | "AAAA" | "PTR";

/**
 * Creates a resolver that uses the recursive name servers of a client.
 *
 * SERVFAIL, REFUSED and the like count as failures. On systems without
 * `/etc/resolv.conf`, such as Windows, Deno's resolver is used, which reports
 * such failures as a name that does not exist.
 */
export function createSystemResolver(
  dns: DnsClient,
  timeoutMs = 10_000,
): Resolver {
  async function ask(
    name: string,
    type: QueryType,
    { client, signal }: Caller,
  ) {
    try {
      const { rcode, records, server } = await dns.query(name, type, {
        client,
        signal,
        timeoutMs,
      });
      if (rcode === "NOERROR" || rcode === "NXDOMAIN") {
        return {
          texts: recordData(records, type),
          ttlSeconds: leastTtl(records),
        };
      }
      throw new DnsError("failed", `${server} responded with ${rcode}`);
    } catch (error) {
      const isUnknown = error instanceof DnsError &&
        error.code === "no servers";
      if (isUnknown) {
        return {
          texts: await queryWithDeno(name, type, signal),
          ttlSeconds: null,
        };
      }
      throw error;
    }
  }

  return {
    async addresses(name, family, caller) {
      const type = family === 4 ? "A" : "AAAA";
      const { texts, ttlSeconds } = await ask(name, type, caller);
      return {
        ips: texts.flatMap((text) => addressOf(text) ?? []),
        ttlSeconds,
      };
    },
    reverse(ip, options, settle) {
      dns.reverse(
        ip,
        options,
        (outcome) => settle(reverseOutcome(outcome)),
        () => reverseWithDeno(ip, timeoutMs).then(settle),
      );
    },
  };
}

function reverseOutcome(outcome: PtrOutcome): ReverseOutcome {
  if (outcome.kind !== "answered") return outcome;
  const { names: [name], ttlSeconds } = outcome;
  const hostname = name === undefined ? null : parseHostname(name);
  return { kind: "answered", hostname, ttlSeconds };
}

async function reverseWithDeno(
  ip: IpAddress,
  timeoutMs: number,
): Promise<ReverseOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const names = await queryWithDeno(reverseName(ip), "PTR", signal);
    return reverseOutcome({ kind: "answered", names, ttlSeconds: null });
  } catch {
    return signal.aborted ? SILENT : FAILED;
  }
}

/** Lowest TTL of a chain of aliases and its records; null if there are none. */
function leastTtl(records: readonly DnsRecord[]): number | null {
  return records.length === 0
    ? null
    : Math.min(...records.map(({ ttl }) => ttl));
}

async function queryWithDeno(
  name: string,
  type: QueryType,
  signal: AbortSignal,
): Promise<string[]> {
  signal.throwIfAborted();
  // Without a trailing dot, the system's search domains would be tried.
  const absolute = name.endsWith(".") ? name : `${name}.`;
  try {
    return await Deno.resolveDns(absolute, type, { signal });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function addressOf(text: string): IpAddress | null {
  const ip = parseIp(text);
  return ip && unmapIpv4(ip);
}
