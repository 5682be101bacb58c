import { isIP } from "node:net";
import { DnsError } from "./errors.ts";

export interface NameServer {
  readonly ip: string;
  readonly port: number;
}

const DNS_PORT = 53;

/** The address of a server, with its port if that is not 53: `192.0.2.1:5353`, `[2001:db8::1]:5353`. */
export function serverText({ ip, port }: NameServer): string {
  if (port === DNS_PORT) return ip;
  return ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`;
}

/** Limit of the Unix resolver library (MAXNS). */
const MAX_SERVERS = 3;

/** The name servers of a `resolv.conf`, in order; 127.0.0.1 if there are none (resolv.conf(5)). */
export function parseResolvConf(text: string): NameServer[] {
  const servers = text.split("\n").flatMap((line) => {
    const [, ip] = /^nameserver[ \t]+(\S+)/.exec(line) ?? [];
    return ip !== undefined && isIP(ip) !== 0 ? [{ ip, port: 53 }] : [];
  });
  return servers.length > 0
    ? servers.slice(0, MAX_SERVERS)
    : [{ ip: "127.0.0.1", port: 53 }];
}

interface SystemServersOptions {
  /** The text of `/etc/resolv.conf`. */
  read: () => Promise<string>;
  now: () => number;
}

/** How long the list is cached: the machine may change its network. */
const REREAD_MS = 5000;

/**
 * Creates a function that returns the system's current name servers.
 *
 * @throws {DnsError} `no servers` if they cannot be read, as on a system without the file
 */
export function systemServers(
  { read, now }: SystemServersOptions,
): () => Promise<readonly NameServer[]> {
  let servers: Promise<readonly NameServer[]> | undefined;
  let readAt = 0;

  async function load(): Promise<readonly NameServer[]> {
    try {
      return parseResolvConf(await read());
    } catch (cause) {
      const message = "the system's name servers cannot be read";
      throw new DnsError("no servers", message, { cause });
    }
  }

  return () => {
    const age = now() - readAt;
    // If the clock was set back, the cached list must not be kept for ever.
    if (servers && age >= 0 && age < REREAD_MS) return servers;
    readAt = now();
    return servers = load();
  };
}
