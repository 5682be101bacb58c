import { Buffer } from "node:buffer";
import { ipv4FromValue, ipv6FromView } from "../net/ip_address.ts";
import {
  quotedStrings,
  type RecordHead,
  type TextRecord,
} from "./presentation.ts";
import { type RecordType, TYPE_CODES } from "./question.ts";
import {
  assertFormat,
  bindingLength,
  type DataSlice,
  type DelegationSigner,
  type DnsKey,
  fields,
  name,
  readDelegationSigner,
  readDnsKey,
  readServiceBinding,
  readWholeName,
  rest,
  type ServiceBinding,
  sized,
  strings,
  u16,
  u32,
  u8,
  utf8Text,
} from "./rdata.ts";

interface Soa {
  /** The zone's first name server. */
  readonly primary: string;
  /** The mail address of the zone's administrator, as a name (RFC 1035 section 8). */
  readonly mailbox: string;
  readonly serial: number;
  /** Seconds, like the following fields. */
  readonly refresh: number;
  readonly retry: number;
  readonly expire: number;
  readonly minimum: number;
}

/** Where a service runs (RFC 2782). */
interface ServiceLocation {
  readonly priority: number;
  readonly weight: number;
  readonly port: number;
  readonly target: string;
}

/** Who may issue certificates for a name (RFC 8659). */
interface CertificateRule {
  /** 128 if an issuer that doesn't know the tag must not issue. */
  readonly flags: number;
  /** Such as `issue`, in lower case. */
  readonly tag: string;
  readonly value: string;
}

interface RecordData {
  /** Dotted decimal. */
  A: string;
  /** RFC 5952 form. */
  AAAA: string;
  MX: { readonly preference: number; readonly exchange: string };
  CNAME: string;
  NS: string;
  PTR: string;
  TXT: CharacterStrings;
  SOA: Soa;
  SRV: ServiceLocation;
  CAA: CertificateRule;
  SVCB: ServiceBinding;
  HTTPS: ServiceBinding;
  DS: DelegationSigner;
  DNSKEY: DnsKey;
}

/** The strings of a TXT record (RFC 1035 section 3.3.14). */
interface CharacterStrings {
  /** Joined without a separator, as UTF-8. */
  readonly joined: string;
  /** Quoted and escaped one by one, as in zone files. */
  readonly quoted: string;
}

/** A record by its type. Names are in lower case, escaped as in master files, without a trailing dot. */
export type DnsRecord =
  | {
    [Type in RecordType]: {
      readonly name: string;
      readonly type: Type;
      /** Seconds. */
      readonly ttl: number;
      readonly data: RecordData[Type];
    };
  }[RecordType]
  | TextRecord;

const wholeName = ({ bytes, start, end }: DataSlice) =>
  readWholeName(bytes, start, end);

/** Reads the data of each type; throws `FormatError` if it does not match. */
const READERS: {
  readonly [Type in RecordType]: (slice: DataSlice) => RecordData[Type];
} = {
  A({ view, start, end }) {
    assertFormat(end - start === 4);
    return ipv4FromValue(view.getUint32(start)).text;
  },
  AAAA({ view, start, end }) {
    assertFormat(end - start === 16);
    return ipv6FromView(view, start).text;
  },
  MX: fields({ preference: u16, exchange: name }),
  CNAME: wholeName,
  NS: wholeName,
  PTR: wholeName,
  TXT(slice) {
    const all = strings({ ...slice, at: slice.start });
    // A character may start in one string and end in the next.
    return { joined: utf8Text(Buffer.concat(all)), quoted: quotedStrings(all) };
  },
  SOA: fields({
    primary: name,
    mailbox: name,
    serial: u32,
    refresh: u32,
    retry: u32,
    expire: u32,
    minimum: u32,
  }),
  SRV: fields({ priority: u16, weight: u16, port: u16, target: name }),
  CAA: fields({
    flags: u8,
    tag: (cursor) => utf8Text(sized(cursor)).toLowerCase(),
    value: (cursor) => utf8Text(rest(cursor)),
  }),
  SVCB: readServiceBinding,
  HTTPS: readServiceBinding,
  DS: readDelegationSigner,
  DNSKEY: readDnsKey,
};

const TYPES: ReadonlyMap<number, RecordType> = new Map(
  Object.entries(TYPE_CODES).map(([type, code]) => [code, type as RecordType]),
);

/**
 * Reads the data of a record of a known type; null for other types.
 *
 * @throws {FormatError} if the data does not match the type
 */
export function readRecord(
  head: RecordHead,
  typeCode: number,
  slice: DataSlice,
): DnsRecord | null {
  const type = TYPES.get(typeCode);
  return type === undefined
    ? null
    : { ...head, type, data: READERS[type](slice) } as DnsRecord;
}

export function recordData<Type extends RecordType>(
  records: readonly DnsRecord[],
  type: Type,
): RecordData[Type][] {
  return records.flatMap((record) =>
    record.type === type ? [record.data as RecordData[Type]] : []
  );
}

/** Number of characters in a record's data. */
export function textLength({ type, data }: DnsRecord): number {
  if (type === "SVCB" || type === "HTTPS") return bindingLength(data);
  if (type === "TXT") return data.joined.length;
  if (typeof data === "string") return data.length;
  let length = 0;
  for (const value of Object.values(data)) {
    if (typeof value === "string") length += value.length;
  }
  return length;
}
