/** Addresses to ask about. */
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../lib/net/ip_address.ts";
import { isBogon } from "../../lib/net/special_blocks.ts";

const word = () => Math.floor(Math.random() * 2 ** 32);

/** Addresses of the public internet, announced or not. */
export function publicAddresses(
  count: number,
  make: () => IpAddress,
): IpAddress[] {
  const addresses: IpAddress[] = [];
  while (addresses.length < count) {
    const ip = make();
    if (!isBogon(ip)) addresses.push(ip);
  }
  return addresses;
}

export const randomV4 = () => ipv4FromValue(word());
/** In 2400::/6 and 2a00::/8, where most of the announced addresses are. */
export const randomV6 = () =>
  ipv6FromWords([
    ((Math.random() < 0.5 ? 0x24 : 0x2a) << 24 | word() & 0x03ffffff) >>> 0,
    word(),
    word(),
    word(),
  ]);
