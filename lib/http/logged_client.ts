import { cidrOf, formatCidr } from "../net/cidr.ts";
import type { IpAddress } from "../net/ip_address.ts";

/** How client addresses are logged. */
export type ClientForm = "short" | "full";

/** An address as the log has it: `short` is the network of many, not of one person. */
export function loggedClient(ip: IpAddress, form: ClientForm): string {
  return form === "full"
    ? ip.text
    : formatCidr(cidrOf(ip, ip.family === 4 ? 24 : 48));
}
