import { bogonName } from "../../net/bogons.ts";
import type { IpAddress } from "../../net/ip_address.ts";

/** What lookups tell strangers of the network that the service stands in, and what they keep. */
export interface LookupPolicy {
  /** What the IANA registries call the block of a reserved address; null for any other address. */
  readonly reservedName: (ip: IpAddress) => string | null;
  /** What lookups see is recorded in the index. */
  readonly feedsIndex: boolean;
}

/** Records what lookups see. */
export const DEFAULT_POLICY: LookupPolicy = {
  reservedName: bogonName,
  feedsIndex: true,
};
