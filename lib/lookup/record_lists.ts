import type { DnsRecord } from "../dns/records.ts";
import type { DataOf } from "./envelope.ts";
import type { RECORD_TYPES } from "./view/lookup_view.ts";

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
    case "PTR":
      break;
    case "MX": {
      const { exchange, preference } = record.data;
      lists.MX.push({ name, value: exchange, ttl, preference });
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
    case "HTTPS": {
      const { target, priority, params } = record.data;
      const byKey = params.map(({ key, values }) => [key, [...values]]);
      lists.HTTPS.push({
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
    default:
      lists[record.type].push({ name, value: record.data, ttl });
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

/** The data of each record as a line of a zone file. */
type LineOf = {
  [Type in typeof RECORD_TYPES[number]]: (
    record: Lists[Type][number],
  ) => string;
};

const lineOf: LineOf = {
  A: ({ value }) => value,
  AAAA: ({ value }) => value,
  CNAME: ({ value }) => value,
  NS: ({ value }) => value,
  TXT: ({ value }) => value,
  MX: ({ preference, value }) => `${preference} ${value}`,
  SOA: (soa) =>
    `${soa.value} ${soa.mailbox} ${soa.serial} ${soa.refresh} ${soa.retry} ${soa.expire} ${soa.minimum}`,
  CAA: ({ flags, tag, value }) => `${flags} ${tag} "${value}"`,
  SRV: ({ priority, weight, port, value }) =>
    `${priority} ${weight} ${port} ${value}`,
  HTTPS: ({ priority, value, params }) =>
    [
      `${priority} ${value}`,
      ...Object.entries(params).map(([key, values]) =>
        values.length > 0 ? `${key}=${values.join(",")}` : key
      ),
    ].join(" "),
  DS: ({ key_tag, algorithm, digest_type, value }) =>
    `${key_tag} ${algorithm} ${digest_type} ${value}`,
  DNSKEY: ({ flags, protocol, algorithm, value }) =>
    `${flags} ${protocol} ${algorithm} ${value}`,
};

/** The records of one type: the owner, the TTL and the data as one text. */
export function recordLines<Type extends keyof LineOf>(
  type: Type,
  records: Lists,
): { name: string; ttl: number; text: string }[] {
  const list: readonly Lists[Type][number][] = records[type];
  return list.map((record) => ({
    name: record.name,
    ttl: record.ttl,
    text: lineOf[type](record),
  }));
}
