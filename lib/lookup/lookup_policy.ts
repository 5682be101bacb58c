import { isBogon } from "../net/special_blocks.ts";
import type { IpAddress } from "../net/ip_address.ts";

/** What lookups tell strangers of the network that the service stands in, and what they keep. */
export interface LookupPolicy {
  /** Whether an address has no place on the public internet. */
  readonly isReserved: (ip: IpAddress) => boolean;
  /** Reserved addresses are looked up and shown like others. */
  readonly showsReserved: boolean;
  /** What lookups see is recorded in the index. */
  readonly feedsIndex: boolean;
}

/** Tells nothing of reserved addresses, and records the rest. */
export const DEFAULT_POLICY: LookupPolicy = {
  isReserved: isBogon,
  showsReserved: false,
  feedsIndex: true,
};
