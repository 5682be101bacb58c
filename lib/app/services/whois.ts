import type { Base } from "./deps.ts";
import type { Resolver } from "../../dns/resolver.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import { isBogon } from "../../net/special_blocks.ts";
import type { AddressRule } from "../../whois/rdap/destination.ts";
import type { RdapClient } from "../../whois/rdap/rdap_client.ts";
import type { WhoisService } from "../../whois/whois_service.ts";

type WhoisServiceDeps = Pick<Base, "config" | "now"> & {
  /** Resolves the names of servers, which registries choose. */
  resolver: Pick<Resolver, "addresses">;
};

/**
 * The RDAP client that describes visitors, shared by all services. Unless RDAP
 * is on, returns null and loads none of its modules.
 */
export async function openRdapClient(
  deps: WhoisServiceDeps,
): Promise<RdapClient | null> {
  return deps.config.RDAP === "off" ? null : await rdapClientOf(deps);
}

async function rdapClientOf(
  { config, resolver, now }: WhoisServiceDeps,
): Promise<RdapClient> {
  const { createRdapClient } = await import("../../whois/rdap/rdap_client.ts");
  return createRdapClient({
    ...ruleOf(config, resolver),
    bootstrapUrl: config.RDAP_BOOTSTRAP_URL,
    now,
  });
}

/**
 * The whois service; null if it is disabled. Its modules are loaded for the
 * first lookup.
 *
 * @param rdap the client of the other services, if there is one
 */
export function openWhois(
  { rdap, ...deps }: WhoisServiceDeps & { rdap: RdapClient | null },
): Pick<WhoisService, "describe" | "known"> | null {
  if (deps.config.WHOIS === "off") return null;
  const { config, resolver, now } = deps;
  let service: Promise<WhoisService> | undefined;
  let opened: WhoisService | undefined;
  const open = async () => {
    const [{ WhoisService }, { WhoisClient }] = await Promise.all([
      import("../../whois/whois_service.ts"),
      import("../../whois/whois_client.ts"),
    ]);
    return opened = new WhoisService({
      rdap: rdap ?? await rdapClientOf(deps),
      whois: new WhoisClient({ ...ruleOf(config, resolver), now }),
      now,
    });
  };
  return {
    async describe(target, caller) {
      service ??= open();
      return await (await service).describe(target, caller);
    },
    // Before the first lookup, there is nothing to know.
    known: (domain) => opened?.known(domain) ?? null,
  };
}

function ruleOf(
  { RDAP_ALLOW_NETWORKS }: WhoisServiceDeps["config"],
  resolver: AddressRule["resolver"],
): AddressRule {
  return {
    resolver,
    isBogon,
    allowNetworks: PrefixSet.from(RDAP_ALLOW_NETWORKS),
  };
}
