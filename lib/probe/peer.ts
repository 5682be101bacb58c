import { type IpAddress, parseIp, unmapped } from "../net/ip_address.ts";

/** The other side of a datagram or connection; never IPv4-mapped. */
export interface Peer {
  readonly ip: IpAddress;
  readonly port: number;
}

/** The address and port of whoever sent something; port 0 cannot be answered. */
export function peerOf(addr: Deno.Addr): Peer | null {
  if (!("hostname" in addr) || addr.port === 0) return null;
  // The zone of a link-local address is of this machine only.
  const ip = parseIp(addr.hostname.replace(/%.*/, ""));
  return ip && { ip: unmapped(ip), port: addr.port };
}
