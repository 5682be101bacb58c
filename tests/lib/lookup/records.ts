import type { DataOf } from "../../../lib/lookup/envelope.ts";
import { RECORD_TYPES } from "../../../lib/lookup/view/lookup_view.ts";
import type { DnsRecord } from "../../../lib/dns/records.ts";
import { dnsRecord } from "../../support/dns_records.ts";

/** Records with a TTL of 60 seconds. */
const recordsOf =
  (type: "A" | "AAAA" | "CNAME" | "PTR") =>
  (name: string, data: string): DnsRecord => dnsRecord(name, type, data);

export const a = recordsOf("A");
export const aaaa = recordsOf("AAAA");
export const cname = recordsOf("CNAME");
export const ptr = recordsOf("PTR");

export const mx = (
  name: string,
  preference: number,
  exchange: string,
): DnsRecord => dnsRecord(name, "MX", { preference, exchange });

export const txt = (name: string, joined: string): DnsRecord =>
  dnsRecord(name, "TXT", { joined, quoted: JSON.stringify(joined) });

type Data = DataOf<"dns_lookup">;

/** The records of a response by type; none of the others. */
export const lists = (
  given: Readonly<Record<string, object[]>> = {},
) => ({ ...byType<never[]>(() => []), ...given } as Data["records"]);

/** The response codes by type; `others` for the others. */
export const rcodes = (
  given: Readonly<Record<string, string | null>> = {},
  others: string | null = "NOERROR",
): Data["rcode"] => ({ ...byType(() => others), ...given });

function byType<Value>(valueOf: () => Value) {
  return Object.fromEntries(RECORD_TYPES.map((type) => [type, valueOf()])) as {
    [Type in keyof Data["records"]]: Value;
  };
}
