import type {
  LookupCell,
  LookupTable,
  LookupView,
} from "../../shared/lookup_view.ts";
import { numberText, timeText } from "../../shared/time_text.ts";
import { visibleText } from "../../shared/visible_text.ts";
import { type DataOf, type Envelope, isOf } from "./envelope.ts";

/** An envelope as the page shows it. */
export function lookupView(envelope: Envelope): LookupView {
  return {
    title: envelope.summary.title,
    summary: summaryText(envelope),
    tables: tablesOf(envelope),
  };
}

/** What was found, in a line. */
export function summaryText({ summary, data, meta }: Envelope): string {
  const { found, total, elapsed_ms, truncated } = summary;
  const parts = [
    `${numberText(found)} found${
      "scanned" in data || meta.dns_type === "ip_domains"
        ? ` for ${counted(total ?? 0, "address", "addresses")}`
        : ""
    } in ${numberText(elapsed_ms)} ms`,
  ];
  if (meta.resolver) parts.push(`answered by ${meta.resolver}`);
  if ("failed" in data && data.failed > 0) {
    parts.push(
      `no answer for ${counted(data.failed, "address", "addresses")}`,
    );
  }
  if (truncated) parts.push("there is more than is shown here");
  return `${parts.join("; ")}.`;
}

function counted(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

function tablesOf(envelope: Envelope): LookupTable[] {
  if (isOf("dns_lookup", envelope)) return recordTables(envelope.data);
  if (isOf("rdns_lookup", envelope)) return [pointerTable(envelope.data)];
  if (isOf("rdns_scan", envelope)) {
    return [{
      caption: "Names",
      columns: ["Address", "Name"],
      rows: envelope.data.rows.map(({ ip, hostname }) => [
        value(ip),
        value(hostname),
      ]),
      empty: "No address of this network has a name.",
    }];
  }
  if (isOf("ip_domains", envelope)) {
    return [{
      caption: "Domains",
      columns: ["Address", "Domain", "Source", "Seen"],
      rows: envelope.data.rows.map(({ ip, domain, source, seen_at }) => [
        value(ip),
        value(domain),
        source === "ptr" ? "reverse DNS" : "seen before",
        timeText(Date.parse(seen_at)),
      ]),
      empty: "No name is known.",
    }];
  }
  const [first, second] = isOf("rdns_pattern", envelope)
    ? ["Host name", "Address"]
    : ["Alias", "Target"];
  return [{
    caption: envelope.summary.title,
    columns: [first, second, "First seen", "Last seen"],
    rows: envelope.data.rows.map((row) => [
      ...("alias" in row
        ? [value(row.alias), value(row.target)]
        : [value(row.hostname), value(row.ip)]),
      timeText(Date.parse(row.first_seen_at)),
      timeText(Date.parse(row.last_seen_at)),
    ]),
    empty: "This server has seen no such name. It learns by looking up.",
  }];
}

function recordTables(
  { records, rcode, cname_chain }: DataOf<"dns_lookup">,
): LookupTable[] {
  const types = ["A", "AAAA", "CNAME", "MX", "NS", "TXT"] as const;
  const tables: LookupTable[] = [{
    caption: "Records",
    columns: ["Type", "Value", "TTL"],
    rows: types.flatMap((type): LookupCell[][] => {
      const rows = records[type].map((record) => [
        type,
        value(
          "preference" in record
            ? `${record.preference} ${record.value}`
            : record.value,
        ),
        ttlText(record.ttl),
      ]);
      return rows.length > 0 ? rows : [[type, absence(rcode[type]), "–"]];
    }),
    empty: "",
  }];
  if (cname_chain.length > 0) {
    tables.push({
      caption: "Aliases on the way",
      columns: ["Alias", "Target", "TTL"],
      rows: cname_chain.map((record) => [
        value(record.name),
        value(record.value),
        ttlText(record.ttl),
      ]),
      empty: "",
    });
  }
  return tables;
}

function absence(rcode: string | null): string {
  switch (rcode) {
    case null:
      return "no answer";
    case "NOERROR":
      return "none";
    case "NXDOMAIN":
      return "no such name";
    default:
      return rcode;
  }
}

const CONFIRMED = new Map([
  [true, "yes"],
  [false, "no"],
  [null, "no answer"],
]);

function pointerTable({ ptr }: DataOf<"rdns_lookup">): LookupTable {
  return {
    caption: "Names",
    columns: ["Name", "Leads back to the address", "TTL"],
    rows: ptr.map((row) => [
      value(row.value),
      CONFIRMED.get(row.forward_confirmed) ?? "",
      ttlText(row.ttl),
    ]),
    empty: "This address has no name.",
  };
}

function value(text: string): LookupCell {
  return { copy: visibleText(text) };
}

function ttlText(seconds: number): string {
  return `${numberText(seconds)} s`;
}
