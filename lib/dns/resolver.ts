import type { Caller } from "../core/caller.ts";
import { type IpAddress, parseIp, unmapIpv4 } from "../net/ip_address.ts";
import { parseHostname } from "../net/domain.ts";
import {
  DnsClient,
  type DnsClientOptions,
  type DnsRecord,
} from "./dns_client.ts";
import { DnsError } from "./errors.ts";
import { reverseName } from "./wire_name.ts";

/** The addresses of a name. */
export interface NameAddresses {
  /** One family, in the order answered. Empty when the name has none or does not exist. */
  readonly ips: readonly IpAddress[];
  /** The least TTL of the aliases and the addresses; null where it is not known. */
  readonly ttlSeconds: number | null;
}

/** The questions the service asks of DNS. Every call heeds its signal, and shares the pool of questions as its client. */
export interface Resolver {
  /** Addresses of a name, one family. Throws when no server answered. */
  addresses(
    name: string,
    family: 4 | 6,
    caller: Caller,
  ): Promise<NameAddresses>;
  /** The first PTR name of an address without trailing dot, or null. Throws when no server answered. */
  reverse(ip: IpAddress, caller: Caller): Promise<string | null>;
}

export interface SystemResolverOptions extends DnsClientOptions {
  /** A client to share; the other options are not read then. */
  client?: DnsClient;
  /** A question without an end of its own ends after this long. */
  timeoutMs?: number;
}

type AskedType = "A" | "AAAA" | "PTR";

/**
 * A resolver over recursive name servers, those of the system or others.
 *
 * A server that fails or refuses (SERVFAIL, REFUSED and the like) has not
 * answered. Where the system keeps its servers in no `/etc/resolv.conf`, as on
 * Windows, Deno's own resolver is asked, which reports such a failure as a name
 * that does not exist.
 */
export function createSystemResolver(
  { client, timeoutMs = 10_000, ...options }: SystemResolverOptions = {},
): Resolver {
  const dns = client ?? new DnsClient(options);

  async function ask(
    name: string,
    type: AskedType,
    { client, signal }: Caller,
  ): Promise<Told> {
    try {
      const { rcode, records, server } = await dns.ask(name, type, {
        client,
        signal,
        timeoutMs,
      });
      if (rcode === "NOERROR" || rcode === "NXDOMAIN") {
        return {
          texts: records.flatMap((record) => textsOf(record, type)),
          ttlSeconds: leastTtl(records),
        };
      }
      throw new DnsError("failed", `${server} answered ${rcode}`);
    } catch (error) {
      const isUnknown = error instanceof DnsError &&
        error.code === "no servers";
      if (isUnknown) {
        return { texts: await askDeno(name, type, signal), ttlSeconds: null };
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
    async reverse(ip, caller) {
      const { texts: [name] } = await ask(reverseName(ip), "PTR", caller);
      return name === undefined ? null : parseHostname(name);
    },
  };
}

interface Told {
  readonly texts: readonly string[];
  readonly ttlSeconds: number | null;
}

/** Of a chain of aliases and what is at its end; null of nothing. */
function leastTtl(records: readonly DnsRecord[]): number | null {
  return records.length === 0
    ? null
    : Math.min(...records.map(({ ttl }) => ttl));
}

/** The data of a record of the type asked for; nothing of an alias before it. */
function textsOf(record: DnsRecord, type: AskedType): string[] {
  return record.type === type && typeof record.data === "string"
    ? [record.data]
    : [];
}

async function askDeno(
  name: string,
  type: AskedType,
  signal: AbortSignal,
): Promise<string[]> {
  signal.throwIfAborted();
  // Without its dot, the system's search domains would be tried.
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
