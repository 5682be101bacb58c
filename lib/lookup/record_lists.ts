import type { DnsRecord } from "../dns/records.ts";
import {
  absoluteName,
  quotedString,
  serviceParamText,
} from "../dns/presentation.ts";
import type { DataOf } from "./envelope.ts";
import { RECORD_TYPES } from "./view/lookup_view.ts";

type Lists = DataOf<"dns_lookup">["records"];

/**
 * Groups the records of a lookup of `queried` by type, without duplicates, and
 * in the order of their preferences or priorities.
 */
export function recordsByType(
  seen: readonly DnsRecord[],
  queried: string,
): Lists {
  const lists: Lists = {
    A: [],
    AAAA: [],
    MX: [],
    CNAME: [],
    NS: [],
    TXT: [],
    SOA: [],
    CAA: [],
    SRV: [],
    HTTPS: [],
    DS: [],
    DNSKEY: [],
  };
  const known = new Set<string>();
  for (const record of seen) {
    const { name, type } = record;
    // Every response repeats the chain of aliases. Its later links are listed
    // separately.
    if (type === "CNAME" && name !== queried) continue;
    const key = JSON.stringify([name, type, record.data]);
    if (known.has(key)) continue;
    known.add(key);
    addTo(lists, record);
  }
  lists.MX.sort((a, b) => a.preference - b.preference);
  lists.SRV.sort((a, b) => a.priority - b.priority);
  lists.HTTPS.sort((a, b) => a.priority - b.priority);
  return lists;
}

function addTo(lists: Lists, record: DnsRecord): void {
  const { name, ttl } = record;
  switch (record.type) {
    case "MX": {
      const { exchange, preference } = record.data;
      lists.MX.push({ name, value: exchange, ttl, preference });
      break;
    }
    case "TXT": {
      const { joined, quoted } = record.data;
      lists.TXT.push({ name, value: joined, ttl, strings: quoted });
      break;
    }
    case "SOA": {
      const { primary, ...rest } = record.data;
      lists.SOA.push({ name, value: primary, ttl, ...rest });
      break;
    }
    case "CAA": {
      const { value, ...rest } = record.data;
      lists.CAA.push({ name, value, ttl, ...rest });
      break;
    }
    case "SRV": {
      const { target, ...rest } = record.data;
      lists.SRV.push({ name, value: target, ttl, ...rest });
      break;
    }
    case "SVCB":
    case "HTTPS": {
      const { target, priority, params } = record.data;
      const byKey = params.map(({ key, values }) => [key, [...values]]);
      (lists[record.type] ??= []).push({
        name,
        value: target,
        ttl,
        priority,
        params: Object.fromEntries(byKey),
      });
      break;
    }
    case "DS": {
      const { digest, keyTag, algorithm, digestType } = record.data;
      lists.DS.push({
        name,
        value: digest,
        ttl,
        key_tag: keyTag,
        algorithm,
        digest_type: digestType,
      });
      break;
    }
    case "DNSKEY": {
      const { publicKey, keyTag, ...rest } = record.data;
      lists.DNSKEY.push({
        name,
        value: publicKey,
        ttl,
        key_tag: keyTag,
        ...rest,
      });
      break;
    }
    case "PTR":
      (lists.PTR ??= []).push({ name, value: record.data, ttl });
      break;
    case "A":
    case "AAAA":
    case "CNAME":
    case "NS":
      lists[record.type].push({ name, value: record.data, ttl });
      break;
    default:
      (lists.other ??= []).push({
        name,
        type: record.type,
        value: record.data,
        ttl,
      });
  }
}

/**
 * The mail address that a name in a SOA record encodes: its first dot is the
 * `@`, and dots of the local part are escaped (RFC 1035 section 8).
 */
export function mailAddress(name: string): string {
  const [, local, domain] = /^((?:[^\\.]|\\.)+)\.(.+)$/.exec(name) ?? [];
  if (local === undefined) return name;
  const unescaped = local.replace(
    /\\(.)/g,
    (escape, char) => char === "." ? char : escape,
  );
  return `${unescaped}@${domain}`;
}

type BindingRecord = Lists["HTTPS"][number];

const bindingData = ({ priority, value, params }: BindingRecord) =>
  [
    `${priority} ${absoluteName(value)}`,
    ...Object.entries(params).map(([key, values]) =>
      serviceParamText(key, values)
    ),
  ].join(" ");

const nameData = ({ value }: { value: string }) => absoluteName(value);

/** The data of each record as in a zone file. */
type DataTexts = {
  [Type in typeof RECORD_TYPES[number]]: (
    record: Lists[Type][number],
  ) => string;
};

const DATA_TEXTS: DataTexts = {
  A: ({ value }) => value,
  AAAA: ({ value }) => value,
  CNAME: nameData,
  NS: nameData,
  TXT: ({ strings }) => strings,
  MX: ({ preference, value }) => `${preference} ${absoluteName(value)}`,
  SOA: ({ value, mailbox, serial, refresh, retry, expire, minimum }) =>
    [absoluteName(value), absoluteName(mailbox)]
      .concat([serial, refresh, retry, expire, minimum].map(String)).join(" "),
  CAA: ({ flags, tag, value }) => `${flags} ${tag} ${quotedString(value)}`,
  SRV: ({ priority, weight, port, value }) =>
    `${priority} ${weight} ${port} ${absoluteName(value)}`,
  HTTPS: bindingData,
  DS: ({ key_tag, algorithm, digest_type, value }) =>
    `${key_tag} ${algorithm} ${digest_type} ${value}`,
  DNSKEY: ({ flags, protocol, algorithm, value }) =>
    `${flags} ${protocol} ${algorithm} ${value}`,
};

/** A record with its data as in a zone file. */
interface RecordLine {
  name: string;
  type: string;
  ttl: number;
  text: string;
}

/**
 * The same for people: a text without quotes, and a mail address, which as a
 * name would be linked like a host.
 */
const READABLE_TEXTS: DataTexts = {
  ...DATA_TEXTS,
  TXT: ({ value }) => value,
  SOA: (soa) =>
    DATA_TEXTS.SOA(soa).replace(
      ` ${absoluteName(soa.mailbox)} `,
      () => ` ${mailAddress(soa.mailbox)} `,
    ),
};

/** The records of all types, in the order of the page. */
export function recordLines(records: Lists): RecordLine[] {
  return linesWith(DATA_TEXTS, records);
}

/** The same as {@link recordLines}, as the page shows them. */
export function readableLines(records: Lists): RecordLine[] {
  return linesWith(READABLE_TEXTS, records);
}

function linesWith(texts: DataTexts, lists: Lists): RecordLine[] {
  const linesOf = <Type extends keyof DataTexts>(type: Type) =>
    (lists[type] ?? []).map((record: Lists[Type][number]) =>
      lineOf(type, record, texts[type](record))
    );
  const others = lists.other ?? [];
  return [
    ...RECORD_TYPES.flatMap((type) => linesOf(type)),
    ...(lists.PTR ?? []).map((each) => lineOf("PTR", each, nameData(each))),
    ...(lists.SVCB ?? []).map((each) =>
      lineOf("SVCB", each, bindingData(each))
    ),
    ...others.map((each) => lineOf(each.type, each, each.value)),
  ];
}

function lineOf(
  type: string,
  { name, ttl }: Pick<RecordLine, "name" | "ttl">,
  text: string,
): RecordLine {
  return { name, type, ttl, text };
}

export function listOf(type: string): keyof Lists {
  const named: readonly string[] = [...RECORD_TYPES, "PTR", "SVCB"];
  return named.includes(type) ? type as keyof Lists : "other";
}

/** The lines of a zone file (RFC 1035 section 5.1). */
export function zoneFile(lines: readonly RecordLine[]): string {
  return lines.map(({ name, ttl, type, text }) =>
    `${absoluteName(name)} ${ttl} IN ${type} ${text}\n`
  ).join("");
}
