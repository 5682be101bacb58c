import * as z from "zod";
import type { IpAddress } from "../../net/ip_address.ts";
import { specialAddress } from "../../net/special_addresses.ts";

/** Fields of V1 and V2 that say what is special about an address. */
export const specialFields = {
  special: z.string().nullable().describe(
    "6to4, Teredo, NAT64, Anycast DNS resolver or Anycast DNS root server (have the country of their operator, but no city), Unallocated (by IANA), or the name of the block in IANA's special-purpose registries; null for an ordinary address.",
  ),
  embedded_ipv4: z.string().nullable().describe(
    "The IPv4 address inside a 6to4, Teredo or NAT64 address.",
  ),
};

export function specialView(ip: IpAddress) {
  const special = specialAddress(ip);
  return {
    special: special && special.name,
    embedded_ipv4: special?.embedded?.text ?? null,
  };
}
