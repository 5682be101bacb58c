import { isIP } from "node:net";
import type { NameServer } from "./name_server.ts";

/** The resolver library of every Unix reads no more than these. */
const MAX_SERVERS = 3;

/** The name servers of a `resolv.conf`, in its order; without any it is the machine itself (resolv.conf(5)). */
export function parseResolvConf(text: string): NameServer[] {
  const servers = text.split("\n").flatMap((line) => {
    const [, ip] = /^nameserver[ \t]+(\S+)/.exec(line) ?? [];
    return ip !== undefined && isIP(ip) !== 0 ? [{ ip, port: 53 }] : [];
  });
  return servers.length > 0
    ? servers.slice(0, MAX_SERVERS)
    : [{ ip: "127.0.0.1", port: 53 }];
}
