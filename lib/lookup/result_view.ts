import { parseCidr } from "../net/cidr.ts";
import { formatText } from "../i18n/format.ts";
import type { Language } from "../i18n/language.ts";
import { RESERVED_BLOCKS_IN_CHINESE } from "../ipinfo/view/address_texts.ts";
import {
  isServiceName,
  type LookupCell,
  type LookupTable,
  type LookupView,
  RECORD_TYPES,
} from "./view/lookup_view.ts";
import { type LookupTexts, lookupTexts, zoneTexts } from "./view/texts.ts";
import { escapeInvisible } from "../core/text.ts";
import {
  listOf,
  readableLines,
  recordLines,
  zoneFile,
} from "./record_lists.ts";
import { extendedErrorText } from "../i18n/errors.ts";
import { addressCount, LOCAL_RESOLVER } from "./addresses.ts";
import {
  type DataOf,
  type Envelope,
  type EnvelopeOf,
  isEnvelopeOf,
} from "./envelope.ts";
import { zoneTables } from "./zone/zone_view.ts";

/**
 * Limit for the rows of a table on the page, because rendering thousands takes
 * too long. The JSON has all of them.
 */
const MAX_SHOWN = 1000;

/** An envelope as the page shows it. */
export function lookupView(
  envelope: Envelope,
  language: Language = "en",
): LookupView {
  const texts = lookupTexts[language];
  const { query, summary, meta } = envelope;
  const title = formatText(texts.titles[meta.dns_type], {
    title: summary.title,
    query: query.normalized,
  });
  const tables = isEnvelopeOf("zone_check", envelope)
    ? zoneTables(envelope.data, language)
    : tablesOf(envelope, title, texts);
  const isRecords = isEnvelopeOf("dns_lookup", envelope);
  const isCut = tables.some(({ rows }) => rows.length > MAX_SHOWN);
  const truncated = summary.truncated || isCut;
  return {
    title,
    summary: summaryText(
      { ...envelope, summary: { ...summary, truncated } },
      language,
    ),
    tables: tables.map((table) => ({
      ...table,
      rows: table.rows.slice(0, MAX_SHOWN),
    })),
    notes: isRecords
      ? recordNotes(envelope.data, language)
      : isEnvelopeOf("zone_check", envelope)
      ? [zoneTexts[language].note]
      : [],
    zoneFile: isRecords
      ? zoneFile(recordLines(envelope.data.records).slice(0, MAX_SHOWN))
      : null,
  };
}

/** What the aliases and the resolver's validation say, in sentences. */
function recordNotes(
  { dnssec, alias_loop }: DataOf<"dns_lookup">,
  language: Language,
): string[] {
  const { aliasLoop, dnssec: statuses, resolverSays } = lookupTexts[language];
  const errors = dnssec.extended_errors.map(({ code, text }) => {
    const meaning = extendedErrorText(language, code);
    return formatText(resolverSays, {
      text: text === "" ? meaning : `${meaning} (${escapeInvisible(text)})`,
    });
  });
  return [
    ...alias_loop ? [aliasLoop] : [],
    statuses[dnssec.status],
    ...errors,
  ];
}

/** The result in one line. */
export function summaryText(
  { query, summary, data, meta }: Envelope,
  language: Language = "en",
): string {
  const texts = lookupTexts[language].summary;
  const { found, total, elapsed_ms: elapsedMs, truncated } = summary;
  const addresses = "scanned" in data
    ? data.scanned
    : "reserved_addresses" in data
    ? addressesIn(query.normalized) - data.reserved_addresses
    : null;
  const parts = [
    "unknown" in data
      ? formatText(texts.listed, {
        ...{ found, elapsedMs },
        // Of those that said whether they have it.
        lists: data.rows.length - data.unknown,
      })
      : meta.dns_type === "zone_check"
      ? formatText(texts.checked, { found, total: total!, elapsedMs })
      : addresses === null
      ? formatText(texts.found, { found, elapsedMs })
      : formatText(texts.foundAmong, { found, elapsedMs, addresses }),
  ];
  if (meta.resolver) {
    parts.push(
      meta.resolver === LOCAL_RESOLVER
        ? texts.answeredLocally
        : formatText(texts.answeredBy, { resolver: meta.resolver }),
    );
  }
  if ("failed" in data && data.failed > 0) {
    parts.push(formatText(texts.unanswered, { count: data.failed }));
  }
  if ("unknown" in data && data.unknown > 0) {
    parts.push(formatText(texts.unknown, { count: data.unknown }));
  }
  if (truncated) parts.push(texts.more);
  if ("reserved_block" in data && data.reserved_block !== null) {
    const name = data.reserved_block;
    const block = language === "en"
      ? name
      : RESERVED_BLOCKS_IN_CHINESE[name] ?? name;
    parts.push(formatText(texts.reservedBlock, { block }));
  }
  if ("reserved_addresses" in data && data.reserved_addresses > 0) {
    parts.push(formatText(texts.notAsked, { count: data.reserved_addresses }));
  }
  const withheld = withheldIn(data);
  if (withheld > 0) parts.push(formatText(texts.withheld, { count: withheld }));
  return parts.join(texts.semicolon) + texts.period;
}

/** The number of addresses in a network; 1 for an address. */
function addressesIn(text: string): number {
  const cidr = parseCidr(text);
  return cidr ? addressCount(cidr) : 1;
}

/** Why a sweep has no rows: nothing was asked, not everything answered, or there is none. */
function emptySweep(
  { query, summary, data }:
    | EnvelopeOf<"rdns_scan">
    | EnvelopeOf<"ip_domains">,
  { empty }: LookupTexts,
  none: string,
): string {
  return data.reserved_addresses === addressesIn(query.normalized)
    ? empty.reserved
    : data.failed > 0 || summary.truncated
    ? empty.partial
    : none;
}

function withheldIn(data: Envelope["data"]): number {
  if (!("withheld" in data)) return 0;
  const { withheld } = data;
  return typeof withheld === "number"
    ? withheld
    : withheld.A + withheld.AAAA + withheld.HTTPS;
}

function tablesOf(
  envelope: Exclude<Envelope, EnvelopeOf<"zone_check">>,
  title: string,
  texts: LookupTexts,
): LookupTable[] {
  const { columns, captions, empty, sources } = texts;
  if (isEnvelopeOf("dns_lookup", envelope)) {
    return recordTables(envelope.data, envelope.query.normalized, texts);
  }
  if (isEnvelopeOf("rdns_lookup", envelope)) {
    return [pointerTable(envelope.data, texts)];
  }
  if (isEnvelopeOf("rdns_scan", envelope)) {
    return [{
      caption: captions.names,
      columns: [columns.address, columns.name],
      rows: envelope.data.rows.map(({ ip, hostname }) => [
        value(ip),
        value(hostname),
      ]),
      empty: emptySweep(envelope, texts, empty.network),
    }];
  }
  if (isEnvelopeOf("ip_domains", envelope)) {
    return [{
      caption: captions.domains,
      columns: [columns.address, columns.domain, columns.source, columns.seen],
      rows: envelope.data.rows.map(({ ip, domain, source, seen_at }) => [
        value(ip),
        value(domain),
        sources[source],
        seen_at,
      ]),
      empty: emptySweep(envelope, texts, empty.domains),
    }];
  }
  if (isEnvelopeOf("dnsbl", envelope)) {
    return [blocklistTable(envelope.data, texts)];
  }
  const [first, second] = isEnvelopeOf("rdns_pattern", envelope)
    ? [columns.hostName, columns.address]
    : [columns.alias, columns.target];
  return [{
    caption: title,
    columns: [first, second, columns.firstSeen, columns.lastSeen],
    rows: envelope.data.rows.map((row) => [
      ...("alias" in row
        ? [value(row.alias), value(row.target)]
        : [value(row.hostname), value(row.ip)]),
      row.first_seen_at,
      row.last_seen_at,
    ]),
    empty: empty.search,
  }];
}

function recordTables(
  data: DataOf<"dns_lookup">,
  name: string,
  texts: LookupTexts,
): LookupTable[] {
  const { absences, captions, columns, empty, seconds } = texts;
  const { cname_chain } = data;
  const found = readableLines(data.records).map((line): LookupCell[] => [
    line.type,
    value(line.text),
    formatText(seconds, { count: line.ttl }),
  ]);
  const absent = absentRows(data, name, texts);
  const isUnknown = found.length + cname_chain.length === 0 &&
    absent.every(([, reason]) => reason === absences.noName);
  const tables: LookupTable[] = [{
    caption: captions.records,
    columns: [columns.type, columns.value, columns.ttl],
    rows: isUnknown ? [] : [...found, ...absent],
    empty: isUnknown ? empty.name : "",
  }];
  if (cname_chain.length > 0) {
    tables.push({
      caption: captions.aliases,
      columns: [columns.alias, columns.target, columns.ttl],
      rows: cname_chain.map((record) => [
        value(record.name),
        value(record.value),
        formatText(seconds, { count: record.ttl }),
      ]),
      empty: "",
    });
  }
  return tables;
}

/** One row for the types that have no records for the same reason. */
function absentRows(
  { records, rcode, type, withheld, cname_chain }: DataOf<"dns_lookup">,
  name: string,
  { absences, comma }: LookupTexts,
): LookupCell[][] {
  const queried = type === null
    ? RECORD_TYPES.filter((each) => each !== "SRV" || isServiceName(name))
    : [type];
  const types = queried.filter((each) => !records[listOf(each)]?.length);
  const byReason = Map.groupBy(
    types,
    (type) =>
      (type === "A" || type === "AAAA") && withheld[type] > 0
        ? absences.withheld
        : absence(
          rcode[listOf(type)] ?? null,
          // The name exists: its alias does.
          cname_chain.length === 0
            ? absences
            : { ...absences, noName: absences.noTarget },
        ),
  );
  return [...byReason].map(([reason, of]) => [of.join(comma), reason, "–"]);
}

function absence(
  rcode: string | null,
  absences: LookupTexts["absences"],
): string {
  switch (rcode) {
    case null:
      return absences.noAnswer;
    case "NOERROR":
      return absences.none;
    case "NXDOMAIN":
      return absences.noName;
    default:
      return rcode;
  }
}

function pointerTable(
  { ptr, reserved_block }: DataOf<"rdns_lookup">,
  { captions, columns, empty, absences, yes, no, seconds }: LookupTexts,
): LookupTable {
  const confirmed = (isConfirmed: boolean | null) =>
    isConfirmed === null ? absences.notKnown : isConfirmed ? yes : no;
  return {
    caption: captions.names,
    columns: [columns.name, columns.leadsBack, columns.ttl],
    rows: ptr.map((row) => [
      value(row.value),
      confirmed(row.forward_confirmed),
      formatText(seconds, { count: row.ttl }),
    ]),
    empty: reserved_block === null ? empty.address : empty.reserved,
  };
}

function blocklistTable(
  { rows, reserved_block }: DataOf<"dnsbl">,
  { captions, columns, empty, blocklists, comma }: LookupTexts,
): LookupTable {
  return {
    caption: captions.blocklists,
    columns: [
      columns.blocklist,
      columns.result,
      columns.codes,
      columns.reason,
    ],
    rows: rows.map(({ list: name, status, codes, texts, error }) => [
      value(name),
      error === null ? blocklists[status] : blocklists.failures[error],
      // Codes have the form of addresses, but there is nothing at these.
      codes.length > 0 ? { copy: codes.join(comma), isPlain: true } : "–",
      texts.length > 0 ? value(texts.join(comma)) : "–",
    ]),
    empty: reserved_block === null ? "" : empty.reservedBlocklists,
  };
}

function value(text: string): LookupCell {
  return { copy: escapeInvisible(text) };
}
