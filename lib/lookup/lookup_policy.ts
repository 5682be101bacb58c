import { isBogon } from "../net/special_blocks.ts";
import type { IpAddress } from "../net/ip_address.ts";

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
