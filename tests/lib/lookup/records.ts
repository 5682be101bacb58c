import type { DnsRecord } from "../../../lib/dns/records.ts";

/** Records with a TTL of 60 seconds. */
export const a = (name: string, data: string): DnsRecord => ({
  name,
  type: "A",
  ttl: 60,
  data,
});

export const aaaa = (name: string, data: string): DnsRecord => ({
  name,
  type: "AAAA",
  ttl: 60,
  data,
});

export const cname = (name: string, data: string): DnsRecord => ({
  name,
  type: "CNAME",
  ttl: 60,
  data,
});

export const ptr = (name: string, data: string): DnsRecord => ({
  name,
  type: "PTR",
  ttl: 60,
  data,
});

export const mx = (
  name: string,
  preference: number,
  exchange: string,
): DnsRecord => ({ name, type: "MX", ttl: 60, data: { preference, exchange } });

export const txt = (name: string, data: string): DnsRecord => ({
  name,
  type: "TXT",
  ttl: 60,
  data,
});
