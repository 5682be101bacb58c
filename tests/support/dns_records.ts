/** A record as the DNS client and the package dns-packet have it. */
export function dnsRecord<const Type extends string, Data>(
  name: string,
  type: Type,
  data: Data,
  ttl = 60,
) {
  return { name, type, ttl, data };
}
