import type { Config } from "../config.ts";
import type { Resolver } from "../../dns/resolver.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import { isBogon } from "../../net/special_blocks.ts";
import type { AddressRule } from "../../whois/rdap/destination.ts";
import type { RdapClient } from "../../whois/rdap/rdap_client.ts";
import type { WhoisService } from "../../whois/whois_service.ts";

/** Lookups at the registries. */
export interface WhoisServices {
  /** Null if the operator has not enabled it. */
  whois: WhoisService | null;
}

export interface WhoisServiceDeps {
  config: Pick<Config, "RDAP" | "RDAP_BOOTSTRAP_URL" | "RDAP_ALLOW_NETWORKS">;
  /** Resolves the names of servers, which registries choose. */
  resolver: Pick<Resolver, "addresses">;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * The RDAP client, shared by all services. If RDAP is off, returns null and
 * loads none of its modules.
 */
export async function openRdapClient(
  { config, resolver, now }: WhoisServiceDeps,
): Promise<RdapClient | null> {
  if (config.RDAP === "off") return null;
  const { createRdapClient } = await import("../../whois/rdap/rdap_client.ts");
  return createRdapClient({
    ...ruleOf(config, resolver),
    bootstrapUrl: config.RDAP_BOOTSTRAP_URL,
    now,
  });
}

/** The whois service; null without an RDAP client. */
export async function openWhois(
  { rdap, config, resolver, now }: WhoisServiceDeps & {
    rdap: RdapClient | null;
  },
): Promise<WhoisService | null> {
  if (rdap === null) return null;
  const [{ WhoisService }, { WhoisClient }] = await Promise.all([
    import("../../whois/whois_service.ts"),
    import("../../whois/whois_client.ts"),
  ]);
  const whois = new WhoisClient({ ...ruleOf(config, resolver), now });
  return new WhoisService({ rdap, whois, now });
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
