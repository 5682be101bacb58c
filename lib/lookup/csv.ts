import { type Cell, csvRow } from "../core/text.ts";
import { type DataOf, type Envelope, isEnvelopeOf } from "./envelope.ts";
import { absoluteName } from "../dns/presentation.ts";
import { recordLines } from "./record_lists.ts";
import { LOOKUP_MODES } from "./modes.ts";

/** The rows of a result as CSV with a header (RFC 4180), in UTF-8. */
export function lookupCsv(envelope: Envelope): string {
  const columns: readonly string[] =
    LOOKUP_MODES[envelope.meta.dns_type].columns;
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
