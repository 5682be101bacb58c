import { join } from "node:path";
import type { Config } from "../config.ts";
import { DnsClient } from "../../dns/dns_client.ts";
import { DnsIndex } from "../../dns/index/dns_index.ts";
import { LookupService } from "../../lookup/lookup_service.ts";
import { DEFAULT_POLICY } from "../../lookup/lookup_policy.ts";
import type { Log } from "../../core/log.ts";

/** What asks name servers, and keeps what they said. */
export interface DnsServices {
  dnsClient: DnsClient;
  dnsIndex: DnsIndex;
  lookup: LookupService;
}

export interface DnsServiceDeps {
  config: Pick<
    Config,
    "DATA_DIR" | "DNS_SERVERS" | "LOOKUP_PRIVATE" | "LOOKUP_RECORD"
  >;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
}

/** Name of the index's file in the data folder. */
export const INDEX_FILE = "dns_index.db";

/** Where the index of a data folder lies. */
export function dnsIndexPath({ DATA_DIR }: Pick<Config, "DATA_DIR">): string {
  return join(DATA_DIR, INDEX_FILE);
}

/** Builds them; the index opens its file when it is first needed. */
export function openDnsServices(
  { config, now, log }: DnsServiceDeps,
): DnsServices & { close(): Promise<void> } {
  const dnsClient = new DnsClient({ nameServers: config.DNS_SERVERS, now });
  const dnsIndex = DnsIndex.open({ path: dnsIndexPath(config), now, log });
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
      now,
    }),
    async close() {
      dnsClient.close();
      await dnsIndex.close();
    },
  };
}
