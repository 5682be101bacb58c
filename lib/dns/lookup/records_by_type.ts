import type { DnsRecord } from "../records.ts";
import type { DataOf } from "./envelope.ts";

type Lists = DataOf<"dns_lookup">["records"];

/** Records of a lookup of `asked`, each once, by their type; those of MX with the preferred one first. */
export function recordsByType(
  seen: readonly DnsRecord[],
  asked: string,
): Lists {
  const of: Lists = {
    A: [],
    AAAA: [],
    MX: [],
    CNAME: [],
    NS: [],
    TXT: [],
  };
  const known = new Set<string>();
  for (const record of seen) {
    const { name, ttl, type } = record;
    // Each answer brings the chain of aliases along; what lies behind the name has a list of its own.
    if (type === "CNAME" && name !== asked) continue;
    const key = JSON.stringify([name, type, record.data]);
    if (known.has(key)) continue;
    known.add(key);
    switch (type) {
      case "MX": {
        const { exchange, preference } = record.data;
        of.MX.push({ name, value: exchange, ttl, preference });
        break;
      }
      case "TXT":
        of.TXT.push({ name, value: record.data, ttl });
        break;
      case "A":
      case "AAAA":
      case "CNAME":
      case "NS":
        of[type].push({ name, value: record.data, ttl });
    }
  }
  of.MX.sort((a, b) => a.preference - b.preference);
  return of;
}
