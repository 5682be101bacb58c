import { type Cell, csvRow } from "../core/csv.ts";
import { type DataOf, type Envelope, isEnvelopeOf } from "./envelope.ts";
import { absoluteName } from "../dns/presentation.ts";
import { recordLines } from "./record_lists.ts";
import type { DnsType } from "./view/lookup_view.ts";

/** The columns of each mode, by the names that JSON uses. */
const COLUMNS = {
  dns_lookup: ["name", "type", "ttl", "value"],
  rdns_lookup: ["ip", "value", "ttl", "forward_confirmed"],
  rdns_scan: ["ip", "hostname"],
  ip_domains: ["ip", "domain", "source", "seen_at"],
  rdns_pattern: ["hostname", "ip", "first_seen_at", "last_seen_at"],
  cname_pattern: ["alias", "target", "first_seen_at", "last_seen_at"],
  zone_check: ["check", "state", "reason", "evidence"],
  dnsbl: ["list", "status", "codes", "texts", "error"],
} as const satisfies Record<DnsType, readonly string[]>;

/** The rows of a result as CSV with a header (RFC 4180), in UTF-8. */
export function lookupCsv(envelope: Envelope): string {
  const columns: readonly string[] = COLUMNS[envelope.meta.dns_type];
  const rows: readonly Readonly<Record<string, Cell>>[] = rowsOf(envelope);
  return [
    columns,
    ...rows.map((row) => columns.map((name) => row[name])),
  ].map(csvRow).join("");
}

function rowsOf(envelope: Envelope) {
  if (isEnvelopeOf("dns_lookup", envelope)) return recordRows(envelope.data);
  if (isEnvelopeOf("rdns_lookup", envelope)) {
    const { ip, ptr } = envelope.data;
    return ptr.map((row) => ({ ip, ...row }));
  }
  if (isEnvelopeOf("zone_check", envelope)) {
    return envelope.data.checks.map((row) => ({
      ...row,
      evidence: row.evidence.join("; "),
    }));
  }
  if (isEnvelopeOf("dnsbl", envelope)) {
    return envelope.data.rows.map((row) => ({
      ...row,
      codes: row.codes.join(" "),
      texts: row.texts.join("; "),
    }));
  }
  return envelope.data.rows;
}

function recordRows({ records, cname_chain }: DataOf<"dns_lookup">) {
  // The first alias is among the records.
  const aliases = cname_chain.slice(1)
    .map(({ name, ttl, value }) => ({
      name,
      type: "CNAME",
      ttl,
      text: absoluteName(value),
    }));
  return [...recordLines(records), ...aliases]
    .map(({ text, ...line }) => ({ ...line, value: text }));
}
