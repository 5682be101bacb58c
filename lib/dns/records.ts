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
  nameWithin,
  readDelegationSigner,
  readDnsKey,
  readServiceBinding,
  readWholeName,
  type ServiceBinding,
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
  MX({ bytes, view, start, end }) {
    assertFormat(end - start > 2);
    return {
      preference: view.getUint16(start),
      exchange: readWholeName(bytes, start + 2, end),
    };
  },
  CNAME: wholeName,
  NS: wholeName,
  PTR: wholeName,
  TXT: (slice) => ({ joined: readText(slice), quoted: quotedStrings(slice) }),
  SOA: readSoa,
  SRV: readServiceLocation,
  CAA: readCertificateRule,
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

/** The data of the records of one type. */
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
  switch (type) {
    case "MX":
      return data.exchange.length;
    case "SOA":
      return data.primary.length + data.mailbox.length;
    case "SRV":
      return data.target.length;
    case "CAA":
      return data.tag.length + data.value.length;
    case "SVCB":
    case "HTTPS":
      return bindingLength(data);
    case "DS":
      return data.digest.length;
    case "DNSKEY":
      return data.publicKey.length;
    case "TXT":
      return data.joined.length;
    default:
      return data.length;
  }
}

/**
 * The character strings of a record, decoded as one UTF-8 text: a character may
 * start in one string and end in the next. Decoded in one step, as a record has
 * room for 65,535 empty strings.
 */
function readText({ bytes, start, end }: DataSlice): string {
  const joined = new Uint8Array(end - start);
  let length = 0;
  for (let at = start; at < end;) {
    const next = at + 1 + bytes[at];
    assertFormat(next <= end);
    while (++at < next) joined[length++] = bytes[at];
  }
  return utf8Text(joined.subarray(0, length));
}

function readSoa({ bytes, view, start, end }: DataSlice): Soa {
  const primary = nameWithin(bytes, start, end);
  const mailbox = nameWithin(bytes, primary.next, end);
  const at = mailbox.next;
  assertFormat(end - at === 20);
  return {
    primary: primary.text,
    mailbox: mailbox.text,
    serial: view.getUint32(at),
    refresh: view.getUint32(at + 4),
    retry: view.getUint32(at + 8),
    expire: view.getUint32(at + 12),
    minimum: view.getUint32(at + 16),
  };
}

function readServiceLocation(
  { bytes, view, start, end }: DataSlice,
): ServiceLocation {
  assertFormat(end - start > 6);
  return {
    priority: view.getUint16(start),
    weight: view.getUint16(start + 2),
    port: view.getUint16(start + 4),
    target: readWholeName(bytes, start + 6, end),
  };
}

function readCertificateRule(
  { bytes, start, end }: DataSlice,
): CertificateRule {
  assertFormat(end - start >= 2);
  const valueStart = start + 2 + bytes[start + 1];
  assertFormat(valueStart <= end);
  return {
    flags: bytes[start],
    tag: utf8Text(bytes.subarray(start + 2, valueStart)).toLowerCase(),
    value: utf8Text(bytes.subarray(valueStart, end)),
  };
}
