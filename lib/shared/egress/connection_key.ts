/**
 * What addresses of one connection share, for addresses in canonical text: an
 * IPv4 address is one connection, and of an IPv6 address the first 64 bits, as
 * a machine changes the others at will (RFC 8981).
 */
export function connectionKey(ip: string): string {
  if (!ip.includes(":")) return ip;
  const [head, tail] = ip.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const rest = tail === "" ? [] : tail.split(":");
    while (groups.length + rest.length < 8) groups.push("0");
    groups.push(...rest);
  }
  return groups.slice(0, 4).join(":");
}
