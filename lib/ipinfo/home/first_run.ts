import {
  CLIENT_IP_HEADERS,
  type ClientAddress,
} from "../../net/client_address.ts";
import { type IpAddress, ipv4FromValue } from "../../net/ip_address.ts";

/** An address of the RIPE NCC, 193.0.6.139. */
export const SAMPLE_ADDRESS: IpAddress = ipv4FromValue(0xc100068b);

/**
 * Whether a visitor is most likely the operator, who looks at a new installation
 * on their own machine: nothing is said of its address yet, and the request comes
 * from the machine itself, without a proxy.
 */
export function isFirstRun(
  { BASE_URL }: { readonly BASE_URL?: URL },
  { ip, via }: Pick<ClientAddress, "ip" | "via">,
  headers: Headers,
): boolean {
  const isLoopback = ip.family === 4
    ? ip.value >>> 24 === 127
    : ip.text === "::1";
  return isLoopback && via === "peer" && BASE_URL === undefined &&
    CLIENT_IP_HEADERS.every((name) => !headers.has(name));
}
