import { type Cidr, largestCidrWithin, lastAddress } from "../net/cidr.ts";
import {
  compareIp,
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../net/ip_address.ts";

/** The fewest blocks that make up an inclusive range, in order; none where it is no range. */
export function cidrsOfRange(start: IpAddress, end: IpAddress): Cidr[] {
  const cidrs: Cidr[] = [];
  let next: IpAddress | null = start;
  while (next !== null) {
    const cidr = largestCidrWithin(next, end, next);
    if (cidr === null) break;
    cidrs.push(cidr);
    const last = lastAddress(cidr);
    next = compareIp(last, end) < 0 ? following(last) : null;
  }
  return cidrs;
}

/** The next address; there is one behind every address that is less than another of its family. */
function following(ip: IpAddress): IpAddress {
  if (ip.family === 4) return ipv4FromValue(ip.value + 1);
  const words: [number, number, number, number] = [...ip.words];
  for (let i = 3; i >= 0; i--) {
    words[i] = (words[i] + 1) >>> 0;
    if (words[i] !== 0) break;
  }
  return ipv6FromWords(words);
}
