import { join } from "node:path";
import type { Config } from "../config.ts";
import { DnsClient } from "../../dns/dns_client.ts";
import { DnsIndex } from "../../dns/index/dns_index.ts";
import { LookupService } from "../../lookup/lookup_service.ts";
import { DEFAULT_POLICY } from "../../lookup/lookup_deps.ts";
import type { Log } from "../../core/log.ts";

/** The DNS client, the local index and the lookup service. */
export interface DnsServices {
  dnsClient: DnsClient;
  dnsIndex: DnsIndex;
  lookup: LookupService;
}

export interface DnsServiceDeps {
  config: Pick<
    Config,
    | "DATA_DIR"
    | "DNS_SERVERS"
    | "DNSBL_ZONES"
    | "LOOKUP_PRIVATE"
    | "LOOKUP_RECORD"
  >;
  /** Whether files can be kept in `DATA_DIR`. */
  hasFolder: boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
}

/** Name of the index file in the data folder. */
export const INDEX_FILE = "dns_index.db";

/** The path of a data folder's index. */
export function dnsIndexPath({ DATA_DIR }: Pick<Config, "DATA_DIR">): string {
  return join(DATA_DIR, INDEX_FILE);
}

/** Creates the DNS services. The index opens its file on first use. */
export function openDnsServices(
  { config, hasFolder, now, log }: DnsServiceDeps,
): DnsServices & { close(): Promise<void> } {
  const dnsClient = new DnsClient({ nameServers: config.DNS_SERVERS, now });
  const dnsIndex = DnsIndex.open({
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
      now,
    }),
    async close() {
      dnsClient.close();
      await dnsIndex.close();
    },
  };
}
