/** Registries on loopback, and the rule by which clients may reach them. */
import { parseCidr } from "../../../../lib/net/cidr.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";
import { isBogon } from "../../../../lib/net/special_blocks.ts";
import type { AddressRule } from "../../../../lib/whois/rdap/destination.ts";
import {
  rdap,
  type RdapServer,
  startRdapServer,
} from "../../../support/rdap_server.ts";

export type Answer = Parameters<typeof startRdapServer>[0];

/**
 * A rule that allows these reserved networks, over names with these addresses; a
 * function gives the IPv4 addresses of any name.
 */
export function ruleOf(
  allowed: readonly string[] = ["127.0.0.0/8"],
  names: Record<string, string[]> | ((name: string) => string[]) = {},
): AddressRule {
  const textsOf = (name: string, family: number) =>
    typeof names === "object"
      ? names[name] ?? []
      : family === 4
      ? names(name)
      : [];
  return {
    isBogon,
    allowNetworks: PrefixSet.from(allowed.map((text) => parseCidr(text)!)),
    resolver: {
      addresses: (name, family) => {
        const ips = textsOf(name, family).map((text) => parseIp(text)!)
          .filter((ip) => ip.family === family);
        return Promise.resolve({ ips, ttlSeconds: null });
      },
    },
  };
}

/**
 * A registry for everything except names below `.example`. It serves its own
 * bootstrap files, which may name another server.
 */
export function startRegistry(response: Answer, base?: string): RdapServer {
  const ranges = ["0.0.0.0/1", "192.0.0.0/4", "::/0", "0-64511", "test"];
  const registry: RdapServer = startRdapServer((path, request) =>
    path.startsWith("/bootstrap/")
      ? rdap({ services: [[ranges, [base ?? registry.url]]] })
      : response(path, request)
  );
  return registry;
}

/** What was asked of a registry, without the bootstrap files. */
export function recordPaths({ requests }: RdapServer): string[] {
  return requests.filter((path) => !path.startsWith("/bootstrap/"));
}
