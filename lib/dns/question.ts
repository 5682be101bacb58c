/** Names of response codes by number (IANA "DNS RCODEs", 2026-01); 12 to 15 are unassigned. */
const RCODES: readonly string[] = [
  "NOERROR",
  "FORMERR",
  "SERVFAIL",
  "NXDOMAIN",
  "NOTIMP",
  "REFUSED",
  "YXDOMAIN",
  "YXRRSET",
  "NXRRSET",
  "NOTAUTH",
  "NOTZONE",
  "DSOTYPENI",
];

const BADVERS = 16;

/** The name of a response code; `RCODE99` if it has none. */
export function rcodeName(code: number): string {
  if (code === BADVERS) return "BADVERS";
  return RCODES[code] ?? `RCODE${code}`;
}

/** Supported record types by number (IANA "DNS Parameters", 2026-01). */
export const TYPE_CODES = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DS: 43,
  DNSKEY: 48,
  HTTPS: 65,
  CAA: 257,
} as const;

export type RecordType = keyof typeof TYPE_CODES;

export const HEADER_LENGTH = 12;
export const CLASS_IN = 1;
export const TYPE_OPT = 41;

const RECURSION_DESIRED = 0x0100;
/** In a query, requests the AD bit in the response (RFC 6840 section 5.7). */
const AUTHENTIC_DATA = 0x0020;
/** Largest payload that is never fragmented (DNS flag day 2020). */
const UDP_PAYLOAD_LENGTH = 1232;
const OPT_LENGTH = 11;

export interface QuestionOptions {
  /** 0 to 65535. */
  id: number;
  wireName: Uint8Array;
  type: RecordType;
  /** Whether to add an OPT record, which allows responses over 512 octets (RFC 6891). */
  withEdns: boolean;
}

/** A query with recursion desired, in wire form (RFC 1035 section 4.1). */
export function encodeQuestion(
  { id, wireName, type, withEdns }: QuestionOptions,
): Uint8Array<ArrayBuffer> {
  const end = HEADER_LENGTH + wireName.length + 4;
  const query = new Uint8Array(end + (withEdns ? OPT_LENGTH : 0));
  const flags = RECURSION_DESIRED | AUTHENTIC_DATA;
  query[0] = id >>> 8;
  query[1] = id;
  query[2] = flags >>> 8;
  query[3] = flags;
  query[5] = 1;
  query.set(wireName, HEADER_LENGTH);
  query[end - 4] = TYPE_CODES[type] >>> 8;
  query[end - 3] = TYPE_CODES[type];
  query[end - 1] = CLASS_IN;
  if (withEdns) {
    query[11] = 1;
    query[end + 2] = TYPE_OPT;
    query[end + 3] = UDP_PAYLOAD_LENGTH >>> 8;
    query[end + 4] = UDP_PAYLOAD_LENGTH & 0xff;
  }
  return query;
}
