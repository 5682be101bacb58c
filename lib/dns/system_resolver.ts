import { type IpAddress, parseIp, unmapped } from "../net/ip_address.ts";
import type { Resolver } from "./resolver.ts";
import { reverseName } from "./reverse_name.ts";

/** A name server by address and port. */
export interface NameServer {
  readonly ip: string;
  readonly port: number;
}

export interface SystemResolverOptions {
  /** Asked one after the other; empty means those of the system. */
  nameServers?: readonly NameServer[];
  /** The longest a server is waited for while there is another one to ask. */
  attemptMs?: number;
}

const MAX_NAME = 253;

/** A resolver over Deno's own. Names are asked for as they are: no search domain is ever added. */
export function createSystemResolver(
  { nameServers = [], attemptMs = 300 }: SystemResolverOptions = {},
): Resolver {
  const servers = nameServers.length > 0
    ? nameServers.map(({ ip, port }) => ({ ipAddr: ip, port }))
    : [undefined];
  // The server that answered last is asked first, or one that is down would
  // eat the time of every question.
  let first = 0;

  async function ask(
    name: string,
    type: "A" | "AAAA" | "PTR",
    signal: AbortSignal,
  ): Promise<string[]> {
    let failure: unknown;
    for (let i = 0; i < servers.length; i++) {
      const index = (first + i) % servers.length;
      const isLast = i === servers.length - 1;
      try {
        const records = await query(name, type, {
          nameServer: servers[index],
          signal: isLast
            ? signal
            : AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
        });
        first = index;
        return records;
      } catch (error) {
        signal.throwIfAborted();
        failure = error;
      }
    }
    throw failure;
  }

  return {
    async addresses(name, family, signal) {
      const absolute = name.endsWith(".") ? name : `${name}.`;
      const records = await ask(absolute, family === 4 ? "A" : "AAAA", signal);
      return records.flatMap((text) => addressOf(text) ?? []);
    },
    async reverse(ip, signal) {
      const [name] = await ask(reverseName(ip), "PTR", signal);
      return name === undefined ? null : hostnameOf(name);
    },
  };
}

async function query(
  name: string,
  type: "A" | "AAAA" | "PTR",
  options: Deno.ResolveDnsOptions,
): Promise<string[]> {
  options.signal?.throwIfAborted();
  try {
    return await Deno.resolveDns(name, type, options);
  } catch (error) {
    // No such name, or none of its records is of the type: both are answers.
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function addressOf(text: string): IpAddress | null {
  const ip = parseIp(text);
  return ip && unmapped(ip);
}

/** Whoever holds the reverse zone writes what they like there: only what can be a host name passes. */
function hostnameOf(name: string): string | null {
  const bare = name.replace(/\.$/, "").toLowerCase();
  return bare.length <= MAX_NAME && /^[a-z0-9_][a-z0-9_.-]*$/.test(bare)
    ? bare
    : null;
}
