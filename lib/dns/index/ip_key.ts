import { Buffer } from "node:buffer";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../net/ip_address.ts";

/** An address as octets that sort like the addresses do, IPv4 before IPv6: the family, then the address in network order. */
export function ipKey(ip: IpAddress): Buffer {
  if (ip.family === 4) {
    const key = Buffer.allocUnsafe(5);
    key[0] = 4;
    key.writeUInt32BE(ip.value, 1);
    return key;
  }
  const key = Buffer.allocUnsafe(17);
  key[0] = 6;
  ip.words.forEach((word, i) => key.writeUInt32BE(word, 1 + 4 * i));
  return key;
}

/** The text of the address a key was made of. */
export function ipText(key: Uint8Array): string {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  if (key[0] === 4) return ipv4FromValue(view.getUint32(1)).text;
  return ipv6FromWords([
    view.getUint32(1),
    view.getUint32(5),
    view.getUint32(9),
    view.getUint32(13),
  ]).text;
}
