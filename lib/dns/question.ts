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
  SVCB: 64,
  HTTPS: 65,
  CAA: 257,
} as const;

export type RecordType = keyof typeof TYPE_CODES;

/**
 * Further types, whose data is read as one text (IANA "DNS Parameters",
 * 2026-01). How each is written is in `presentation.ts`.
 */
export const TEXT_TYPE_CODES = {
  HINFO: 13,
  RP: 17,
  AFSDB: 18,
  LOC: 29,
  NAPTR: 35,
  DNAME: 39,
  SSHFP: 44,
  RRSIG: 46,
  NSEC: 47,
  NSEC3PARAM: 51,
  TLSA: 52,
  SMIMEA: 53,
  CDS: 59,
  CDNSKEY: 60,
  OPENPGPKEY: 61,
  CSYNC: 62,
  ZONEMD: 63,
  SPF: 99,
  URI: 256,
} as const;

/** A type whose data is one text: a name, or a number as in RFC 3597. */
export type TextType = keyof typeof TEXT_TYPE_CODES | `TYPE${number}`;

export type QueryType = RecordType | TextType;

const CODES: ReadonlyMap<string, number> = new Map(
  Object.entries({ ...TYPE_CODES, ...TEXT_TYPE_CODES }),
);
const NAMES: ReadonlyMap<number, QueryType> = new Map(
  [...CODES].map(([name, code]) => [code, name as QueryType]),
);

/** The name of a type; `TYPE65280` if it has none here (RFC 3597 section 5). */
export function typeName(code: number): QueryType {
  return NAMES.get(code) ?? `TYPE${code}`;
}

/** Types of queries and of transport, which no zone contains (RFC 6895 section 3.1). */
function isMetaType(code: number): boolean {
  return code === 0 || code === TYPE_OPT || code >= 128 && code <= 255;
}

/**
 * Parses the name of a type in any case, or a number as `TYPE52`. Null for
 * others, and for types that no zone contains, such as ANY.
 */
export function parseQueryType(text: string): QueryType | null {
  const upper = text.toUpperCase();
  const [, digits] = /^TYPE(\d{1,5})$/.exec(upper) ?? [];
  const code = digits === undefined ? CODES.get(upper) : Number(digits);
  return code === undefined || code > 0xffff || isMetaType(code)
    ? null
    : typeName(code);
}

export const HEADER_LENGTH = 12;
export const CLASS_IN = 1;
export const TYPE_OPT = 41;

const RECURSION_DESIRED = 0x0100;
/** In a query, requests the AD bit in the response (RFC 6840 section 5.7). */
const AUTHENTIC_DATA = 0x0020;
/** Requests records that do not validate (RFC 4035 section 3.2.2). */
const CHECKING_DISABLED = 0x0010;
/** In the flags of an OPT record. */
const DNSSEC_OK = 0x80;
/** Largest payload that is never fragmented (DNS flag day 2020). */
const UDP_PAYLOAD_LENGTH = 1232;
const OPT_LENGTH = 11;

export interface QuestionOptions {
  /** 0 to 65535. */
  id: number;
  wireName: Uint8Array;
  type: QueryType;
  /** Whether the server is to return records that do not validate (CD). */
  isCheckingDisabled?: boolean;
  /** Whether the server is to query others (RD); true by default. */
  isRecursionDesired?: boolean;
  /** Whether the server is to return signatures (DO, RFC 3225); needs EDNS. */
  isDnssecOk?: boolean;
  /** Whether to add an OPT record, which allows responses over 512 octets (RFC 6891). */
  withEdns: boolean;
}

/** A query in wire form (RFC 1035 section 4.1). */
export function encodeQuestion(
  {
    id,
    wireName,
    type,
    isCheckingDisabled = false,
    isRecursionDesired = true,
    isDnssecOk = false,
    withEdns,
  }: QuestionOptions,
): Uint8Array<ArrayBuffer> {
  const end = HEADER_LENGTH + wireName.length + 4;
  const query = new Uint8Array(end + (withEdns ? OPT_LENGTH : 0));
  const flags = (isRecursionDesired ? RECURSION_DESIRED : 0) | AUTHENTIC_DATA |
    (isCheckingDisabled ? CHECKING_DISABLED : 0);
  const code = CODES.get(type) ?? Number(type.slice("TYPE".length));
  query[0] = id >>> 8;
  query[1] = id;
  query[2] = flags >>> 8;
  query[3] = flags;
  query[5] = 1;
  query.set(wireName, HEADER_LENGTH);
  query[end - 4] = code >>> 8;
  query[end - 3] = code;
  query[end - 1] = CLASS_IN;
  if (withEdns) {
    query[11] = 1;
    query[end + 2] = TYPE_OPT;
    query[end + 3] = UDP_PAYLOAD_LENGTH >>> 8;
    query[end + 4] = UDP_PAYLOAD_LENGTH & 0xff;
    query[end + 7] = isDnssecOk ? DNSSEC_OK : 0;
  }
  return query;
}

/** Fills a block with cryptographically random numbers. */
export type FillRandom = (block: Uint16Array<ArrayBuffer>) => void;

const BLOCK_LENGTH = 1024;

/** Random numbers from 0 to 65535, drawn in blocks: one draw per query would cost as much as the query. */
export class RandomNumbers {
  readonly #block = new Uint16Array(BLOCK_LENGTH);
  #next = BLOCK_LENGTH;

  constructor(private readonly fill: FillRandom) {}

  next(): number {
    if (this.#next === BLOCK_LENGTH) {
      this.fill(this.#block);
      this.#next = 0;
    }
    return this.#block[this.#next++];
  }
}

/*
 * Randomized letter case. A server copies the question into its response
 * unchanged, so each letter is one more bit that a forger must guess
 * (draft-vixie-dnsext-dns0x20-00).
 */

const CASE_BIT = 0x20;

/** Randomizes the case of each letter of a wire-form name, in place. */
export function randomizeCase0x20(
  wireName: Uint8Array,
  random: RandomNumbers,
): void {
  let bits = 0;
  let left = 0;
  for (let i = 0; i < wireName.length; i++) {
    const folded = wireName[i] | CASE_BIT;
    // Label lengths are below any letter.
    if (!isLetter(folded)) continue;
    if (left === 0) {
      bits = random.next();
      left = 16;
    }
    wireName[i] = bits & 1 ? folded : folded & ~CASE_BIT;
    bits >>>= 1;
    left--;
  }
}

export function toLowerOctet(octet: number): number {
  const folded = octet | CASE_BIT;
  return isLetter(folded) ? folded : octet;
}

/** The value of an octet whose case bit is set. */
function isLetter(octet: number): boolean {
  return octet >= 0x61 && octet <= 0x7a;
}
