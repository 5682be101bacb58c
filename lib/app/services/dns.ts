import { join } from "node:path";
import type { Config } from "../config.ts";
import { DnsClient } from "../../dns/dns_client.ts";
import { DnsIndex } from "../../dns/index/dns_index.ts";
import { LookupService } from "../../lookup/lookup_service.ts";
import { DEFAULT_POLICY } from "../../lookup/lookup_deps.ts";
import { createSystemResolver, type Resolver } from "../../dns/resolver.ts";
import type { FetchPolicy } from "../../lookup/zone/mta_sts.ts";
import { isBogon } from "../../net/special_blocks.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import type { Base } from "./deps.ts";

/** The DNS client, the local index and the lookup service. */
export type DnsServices = Omit<ReturnType<typeof openDnsServices>, "close">;

type DnsServiceDeps = Pick<Base, "config" | "now" | "log"> & {
  /** Whether files can be kept in `DATA_DIR`. */
  hasFolder: boolean;
};

const DNS_PORT = 53;

export const INDEX_FILE = "dns_index.db";

export function dnsIndexPath({ DATA_DIR }: Pick<Config, "DATA_DIR">): string {
  return join(DATA_DIR, INDEX_FILE);
}

/** Creates the DNS services. The index opens its file on first use. */
export function openDnsServices(
  { config, hasFolder, now, log }: DnsServiceDeps,
) {
  const dnsClient = new DnsClient({ nameServers: config.DNS_SERVERS, now });
  const dnsIndex = new DnsIndex({
    path: dnsIndexPath(config),
    isOff: !hasFolder,
    now,
    log,
  });
  return {
    dnsClient,
    dnsIndex,
    lookup: new LookupService({
      client: dnsClient,
      index: dnsIndex,
      policy: {
        ...DEFAULT_POLICY,
        showsReserved: config.LOOKUP_PRIVATE === "on",
        feedsIndex: config.LOOKUP_RECORD === "on",
      },
      blocklists: config.DNSBL_ZONES,
      zone: config.LOOKUP_ZONE_CHECK === "on"
        ? {
          client: dnsClient,
          serverPort: DNS_PORT,
          fetchPolicy: createFetchPolicy(
            createSystemResolver(dnsClient),
          ),
        }
        : null,
      now,
    }),
    async close() {
      dnsClient.close();
      await dnsIndex.close();
    },
  };
}

/** RFC 8461 section 3.3. */
const MAX_POLICY_BYTES = 65_536;

/**
 * Fetches the policy files of zones' owners, over HTTPS from public addresses and
 * without redirects. Loads its modules for the first one.
 */
export function createFetchPolicy(
  resolver: Pick<Resolver, "addresses">,
): FetchPolicy {
  return async (url, signal) => {
    const [{ createSafeGet }, { RegistryError }] = await Promise.all([
      import("../../whois/rdap/safe_get.ts"),
      import("../../whois/rdap/registry_error.ts"),
    ]);
    const allowNetworks = PrefixSet.from([]);
    const get = createSafeGet({ resolver, isBogon, allowNetworks });
    try {
      return await get(url, {
        types: ["text/plain"],
        maxBytes: MAX_POLICY_BYTES,
        maxRedirects: 0,
        signal,
      });
    } catch (error) {
      if (error instanceof RegistryError) return null;
      throw error;
    }
  };
}
