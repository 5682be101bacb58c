import { type Cidr, lastAddress } from "../../net/cidr.ts";
import { type IpAddress, ipv4FromValue } from "../../net/ip_address.ts";

/** How many addresses a block of IPv4 has; of IPv6 only blocks of one are counted. */
export function addressCount({ address, prefixLength }: Cidr): number {
  return address.family === 4 ? 2 ** (32 - prefixLength) : 1;
}

/** The addresses of a block of IPv4 in their order; of IPv6 the first alone. */
export function* addressesOf(cidr: Cidr): Generator<IpAddress> {
  const { address } = cidr;
  const last = lastAddress(cidr);
  if (address.family === 6 || last.family === 6) return yield address;
  for (let value = address.value; value <= last.value; value++) {
    yield ipv4FromValue(value);
  }
}
