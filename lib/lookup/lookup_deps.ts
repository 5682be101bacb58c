import { isBogon } from "../net/special_blocks.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { DnsType } from "./view/lookup_view.ts";
import type { DnsClient } from "../dns/dns_client.ts";
import type { DnsIndex } from "../dns/index/dns_index.ts";
import type { DataOf } from "./envelope.ts";
import type { Busy } from "../core/errors.ts";
import { Semaphore } from "../core/semaphore.ts";

export interface ScanPoolOptions {
  /** Limit for all clients together: each scan sends thousands of queries. */
  maxScans?: number;
  queueTimeoutMs?: number;
}

const SCANS_BUSY: Busy = [{ reason: "scans_busy", retrySeconds: 15 }, 15];
/**
 * Even if the pool is idle: a scan takes minutes, and other clients may arrive.
 */
const SCANS_PER_CLIENT = 2;

/** The permits for network scans, shared fairly among clients. */
export function scanPool(
  { maxScans = 16, queueTimeoutMs = 5_000 }: ScanPoolOptions = {},
): Semaphore {
  return new Semaphore({
    permits: maxScans,
    // Few scans end while one waits, and whoever waits holds memory.
    maxWaiting: maxScans,
    guaranteedShare: 1,
    maxPerGroup: SCANS_PER_CLIENT,
    wait: { timeoutMs: queueTimeoutMs, busy: SCANS_BUSY },
  });
}

/**
 * What lookups reveal about the operator's own network, and what they record.
 */
export interface LookupPolicy {
  /** Whether an address is not part of the public internet. */
  readonly isReserved: (ip: IpAddress) => boolean;
  /** Whether reserved addresses are looked up and shown like others. */
  readonly showsReserved: boolean;
  /** Whether lookups add what they find to the index. */
  readonly feedsIndex: boolean;
}

/** Reveals nothing about reserved addresses, and records everything else. */
export const DEFAULT_POLICY: LookupPolicy = {
  isReserved: isBogon,
  showsReserved: false,
  feedsIndex: true,
};

/** The part of the local index that lookups use. */
export type LookupIndex = Pick<
  DnsIndex,
  "add" | "byAddress" | "flush" | "search" | "size"
>;

export interface LookupDeps {
  client: Pick<DnsClient, "isValidating" | "query" | "queryPtr">;
  index: LookupIndex;
  policy: LookupPolicy;
  now: () => number;
}

/** The server that responded; null if there were several or none. */
export function resolverOf(
  responses: readonly ({ readonly server: string | null } | null)[],
): string | null {
  const servers = new Set(responses.flatMap((each) => each?.server ?? []));
  const [server] = servers;
  return servers.size === 1 ? server : null;
}

/** The result of a mode, before it goes into its envelope. */
export interface ModeResult<Type extends DnsType> {
  title: string;
  total: number | null;
  found: number;
  isTruncated: boolean;
  /** The name server that responded; none if there were several. */
  resolver?: string | null;
  nextCursor?: string | null;
  data: DataOf<Type>;
}
