import type { IpAddress } from "../net/ip_address.ts";

/** The absolute name under which the PTR record of an address lies (RFC 1035 section 3.5, RFC 3596 section 2.5). */
export function reverseName(ip: IpAddress): string {
  if (ip.family === 4) {
    return `${ip.text.split(".").reverse().join(".")}.in-addr.arpa.`;
  }
  const nibbles = ip.words
    .map((word) => word.toString(16).padStart(8, "0")).join("");
  return `${[...nibbles].reverse().join(".")}.ip6.arpa.`;
}
