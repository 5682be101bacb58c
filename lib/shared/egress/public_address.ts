/** This host, private, shared, loopback, link-local, multicast and reserved blocks (IANA IPv4 Special-Purpose Address Registry). */
const INNER_V4 =
  /^(?:0|10|127|22[4-9]|2[3-5]\d|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\./;
const V4 = /^\d+\.\d+\.\d+\.\d+$/;
/** What is open to global unicast (IANA IPv6 Address Space registry): `2000::/3`. */
const GLOBAL_V6 = /^[23][\da-f]{3}:/;

/**
 * Whether an address, in canonical text, is one of the public internet and not
 * of an inner network. Blocks that nobody has, like those of documentation,
 * are not looked for; what is no address is not public.
 */
export function isPublicAddress(ip: string): boolean {
  return V4.test(ip) ? !INNER_V4.test(ip) : GLOBAL_V6.test(ip);
}
