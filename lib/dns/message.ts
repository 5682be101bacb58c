import { FormatError } from "./errors.ts";
import {
  CLASS_IN,
  HEADER_LENGTH,
  type QueryType,
  rcodeName,
  toLowerOctet,
  TYPE_CODES,
  TYPE_OPT,
} from "./question.ts";
import { readTextRecord } from "./presentation.ts";
import { type DataSlice, utf8Text } from "./rdata.ts";
import { type DnsRecord, readRecord, textLength } from "./records.ts";
import { isReservedReverseName, readName, skipName } from "./wire_name.ts";

/*
 * A reader of DNS responses. General decoders join labels by dots and read
 * octets as UTF-8, so that different names become the same, and the owner of a
 * zone chooses the octets.
 */

const RESPONSE = 0x80;
const OPCODE = 0x78;
const AUTHORITATIVE = 0x04;
const TRUNCATED = 0x02;
const RECURSION_AVAILABLE = 0x80;
const AUTHENTIC_DATA = 0x20;
const RCODE = 0x0f;
/** The owner of most records: a pointer to the name in the question. */
const POINTER_TO_QUESTION = 0xc000 | HEADER_LENGTH;
/**
 * Limits on what is read of an answer section: records, and characters of their
 * names and texts. A TCP message has room for 4,000 records, each with a name
 * of a kilobyte through pointers.
 */
export const MAX_RECORDS = 256;
export const MAX_CHARACTERS = 65_536;
/** Two names and five numbers of 32 bits. */
const MIN_SOA_LENGTH = 22;

/** An extended DNS error (RFC 8914). */
export interface ExtendedError {
  /** IANA "Extended DNS Error Codes". */
  readonly code: number;
  /** What the server adds, at most {@link MAX_EXTRA_TEXT} characters; may be empty. */
  readonly text: string;
}

const MAX_EXTENDED_ERRORS = 4;
const MAX_EXTRA_TEXT = 200;
const OPTION_EXTENDED_ERROR = 15;

export interface Message {
  /** The name in the question, in the form that records use. */
  readonly name: string;
  readonly rcode: string;
  /** Records of the answer section, in order: those of the queried type, and of the types that are always read. */
  readonly records: readonly DnsRecord[];
  /** The answer section has more records than were read. */
  readonly isCut: boolean;
  /** How long it holds that there is no such record, by the SOA record of the authority section; null without one. */
  readonly negativeTtlSeconds: number | null;
  readonly isAuthentic: boolean;
  /** Why the server failed, or what it warns of; at most {@link MAX_EXTENDED_ERRORS}. */
  readonly extendedErrors: readonly ExtendedError[];
  /** A referral from a server that is neither authoritative nor recursive (lame delegation). */
  readonly isReferral: boolean;
}

/** How the question of a response matches the query: exactly, except for case, or not at all. */
type QuestionMatch = "exact" | "case" | "none";

/** Whether a message responds to the query: compares id, and the question's name, type and class. */
export function matchQuestion(
  query: Uint8Array,
  bytes: Uint8Array,
): QuestionMatch {
  if (!hasResponseId(query, bytes) || bytes[4] !== 0 || bytes[5] !== 1) {
    return "none";
  }
  const nameEnd = skipName(query, HEADER_LENGTH);
  const end = nameEnd + 4;
  if (bytes.length < end) return "none";
  let match: QuestionMatch = "exact";
  for (let i = HEADER_LENGTH; i < end; i++) {
    if (bytes[i] === query[i]) continue;
    const isSameLetter = i < nameEnd &&
      toLowerOctet(bytes[i]) === toLowerOctet(query[i]);
    if (!isSameLetter) return "none";
    match = "case";
  }
  return match;
}

/** Whether it is a response without a question, as sent by servers that could not parse the query. */
export function isBareResponse(query: Uint8Array, bytes: Uint8Array): boolean {
  return hasResponseId(query, bytes) && bytes[4] === 0 && bytes[5] === 0;
}

function hasResponseId(query: Uint8Array, bytes: Uint8Array): boolean {
  return bytes.length >= HEADER_LENGTH && bytes[0] === query[0] &&
    bytes[1] === query[1] && (bytes[2] & (RESPONSE | OPCODE)) === RESPONSE;
}

/** Whether a message is truncated (TC); then the rest must not be read. */
export function isTruncated(bytes: Uint8Array): boolean {
  return (bytes[2] & TRUNCATED) !== 0;
}

/** Whether a response code means that the server does not support EDNS (RFC 6891 section 7) or its version. */
export function rejectsEdns(rcode: string): boolean {
  return rcode === "FORMERR" || rcode === "NOTIMP" || rcode === "BADVERS";
}

/** The response code in the header, without the extended bits. */
export function headerRcode(bytes: Uint8Array): string {
  return rcodeName(bytes[3] & RCODE);
}

/**
 * Reads a response that has one question. Stops at {@link MAX_RECORDS} and
 * {@link MAX_CHARACTERS}.
 *
 * @throws {FormatError} if the part that is read is malformed
 */
export function readMessage(bytes: Uint8Array): Message {
  if (bytes.length < HEADER_LENGTH) throw new FormatError("header cut off");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const answerCount = view.getUint16(6);
  const authorityEnd = answerCount + view.getUint16(8);
  const recordCount = authorityEnd + view.getUint16(10);
  const records: DnsRecord[] = [];
  let characters = 0;
  let isCut = false;
  let negativeTtlSeconds: number | null = null;
  let code = bytes[3] & RCODE;
  let extendedErrors: readonly ExtendedError[] = [];
  const question = readName(bytes, HEADER_LENGTH);
  let at = question.next + 4;
  if (at > bytes.length) throw new FormatError("question cut off");
  const queriedType = view.getUint16(question.next);
  for (let i = 0; i < recordCount; i++) {
    isCut = i < answerCount && i >= MAX_RECORDS;
    if (isCut) break;
    const { fixed, type, start, end } = frameAt(bytes, view, at);
    if (i < answerCount && view.getUint16(fixed + 2) === CLASS_IN) {
      const name = view.getUint16(at) === POINTER_TO_QUESTION
        ? question.text
        : readName(bytes, at).text;
      const head = { name, ttl: ttlAt(bytes, fixed + 4) };
      const data = { bytes, view, start, end };
      const record = readRecord(head, type, data) ??
        (type === queriedType ? readTextRecord(head, type, data) : null);
      if (record) characters += textLength(record);
      if (name !== question.text) characters += name.length;
      // One record alone can be several times too long.
      isCut = characters > MAX_CHARACTERS;
      if (isCut) break;
      if (record) records.push(record);
    } else if (i >= answerCount && type === TYPE_OPT) {
      code |= bytes[fixed + 4] << 4;
      extendedErrors = readExtendedErrors({ bytes, view, start, end });
    } else if (
      i >= answerCount && i < authorityEnd && type === TYPE_CODES.SOA &&
      end - start >= MIN_SOA_LENGTH
    ) {
      // RFC 2308 section 5: the lower of the TTL and the last field.
      negativeTtlSeconds = Math.min(
        ttlAt(bytes, fixed + 4),
        ttlAt(bytes, end - 4),
      );
    }
    at = end;
  }
  const isOwn = (bytes[2] & AUTHORITATIVE) !== 0 ||
    (bytes[3] & RECURSION_AVAILABLE) !== 0;
  return {
    name: question.text,
    rcode: rcodeName(code),
    records,
    isCut,
    negativeTtlSeconds,
    isAuthentic: (bytes[3] & AUTHENTIC_DATA) !== 0,
    extendedErrors,
    isReferral: code === 0 && answerCount === 0 && !isOwn,
  };
}

/**
 * The offsets of the record at `at`: of its fixed fields, and of its data.
 *
 * @throws {FormatError} if the record is cut off
 */
export function frameAt(bytes: Uint8Array, view: DataView, at: number) {
  const fixed = skipName(bytes, at);
  const start = fixed + 10;
  if (start > bytes.length) throw new FormatError("record cut off");
  const end = start + view.getUint16(fixed + 8);
  if (end > bytes.length) throw new FormatError("record data cut off");
  return { fixed, type: view.getUint16(fixed), start, end };
}

/** The extended errors among the options of an OPT record, as far as these are well-formed. */
function readExtendedErrors(
  { bytes, view, start, end }: DataSlice,
): ExtendedError[] {
  const errors: ExtendedError[] = [];
  for (let at = start; end - at >= 4 && errors.length < MAX_EXTENDED_ERRORS;) {
    const next = at + 4 + view.getUint16(at + 2);
    if (next > end) break;
    if (view.getUint16(at) === OPTION_EXTENDED_ERROR && next - at >= 6) {
      // Some servers end the text with a null octet, which the RFC forbids.
      const text = utf8Text(bytes.subarray(at + 6, next)).replace(/\0+$/, "");
      errors.push({
        code: view.getUint16(at + 4),
        text: text.slice(0, MAX_EXTRA_TEXT).toWellFormed(),
      });
    }
    at = next;
  }
  return errors;
}

/** A response of an authoritative server, with all its sections. */
export interface AuthoritativeMessage {
  readonly rcode: string;
  /** AA. */
  readonly isAuthoritative: boolean;
  readonly answers: readonly DnsRecord[];
  readonly authorities: readonly DnsRecord[];
  readonly additionals: readonly DnsRecord[];
}

/**
 * Reads the records of all sections, up to the limits of {@link readMessage}.
 *
 * @throws {FormatError} if the part that is read is malformed
 */
export function readAuthoritative(bytes: Uint8Array): AuthoritativeMessage {
  if (bytes.length < HEADER_LENGTH) throw new FormatError("header cut off");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sections: [DnsRecord[], DnsRecord[], DnsRecord[]] = [[], [], []];
  let at = skipName(bytes, HEADER_LENGTH) + 4;
  let code = bytes[3] & RCODE;
  let count = 0;
  let characters = 0;
  for (const [i, records] of sections.entries()) {
    const sectionCount = view.getUint16(6 + 2 * i);
    for (let left = sectionCount; left > 0; left--) {
      const isFull = count >= MAX_RECORDS || characters > MAX_CHARACTERS;
      if (isFull) break;
      const { fixed, type, start, end } = frameAt(bytes, view, at);
      if (type === TYPE_OPT) code |= bytes[fixed + 4] << 4;
      else if (view.getUint16(fixed + 2) === CLASS_IN) {
        const { text: name } = readName(bytes, at);
        const head = { name, ttl: ttlAt(bytes, fixed + 4) };
        const data = { bytes, view, start, end };
        const record = readRecord(head, type, data) ??
          readTextRecord(head, type, data);
        records.push(record);
        characters += textLength(record) + name.length;
        count++;
      }
      at = end;
    }
  }
  const [answers, authorities, additionals] = sections;
  const isAuthoritative = (bytes[2] & AUTHORITATIVE) !== 0;
  return {
    rcode: rcodeName(code),
    isAuthoritative,
    answers,
    authorities,
    additionals,
  };
}

/** The TTL at an offset, in seconds. */
export function ttlAt(bytes: Uint8Array, offset: number): number {
  const ttl = bytes[offset] << 24 | bytes[offset + 1] << 16 |
    bytes[offset + 2] << 8 | bytes[offset + 3];
  // A larger one counts as 0 (RFC 2181 section 8).
  return Math.max(0, ttl);
}

/**
 * The records of a response that belong to the queried name, in order: its
 * chain of aliases, and the records of `type` at the end of the chain.
 * Everything else was not requested and is not trusted. A loop ends the chain.
 */
export function recordsFor(
  type: QueryType,
  { name, records }: Pick<Message, "name" | "records">,
): DnsRecord[] {
  const isAliased = type !== "CNAME" &&
    records.some((record) => record.type === "CNAME");
  const chain = new Set<DnsRecord>(isAliased ? aliasChain(name, records) : []);
  const end = [...chain].at(-1)?.data ?? name;
  return records.filter((record) =>
    chain.has(record) || record.type === type && record.name === end &&
      !isInnerPointer(record, name)
  );
}

/**
 * Whether an alias leads from a public reverse zone into that of a reserved
 * block. The owner of any reverse zone could use such an alias to learn the
 * names of internal hosts from a resolver inside the network.
 */
function isInnerPointer(
  { type, name }: DnsRecord,
  questionName: string,
): boolean {
  return type === "PTR" && name !== questionName &&
    isReservedReverseName(name) &&
    !isReservedReverseName(questionName);
}

type Alias = DnsRecord & { type: "CNAME" };

/**
 * The chain of aliases that starts at a name, at most `maxLength` of them, and
 * each once.
 */
export function aliasChain(
  name: string,
  records: readonly DnsRecord[],
  maxLength = Infinity,
): Alias[] {
  const aliases = new Map<string, Alias>();
  for (const record of records) {
    // RFC 2181 section 10.1 forbids several; the first one counts.
    if (record.type !== "CNAME" || aliases.has(record.name)) continue;
    aliases.set(record.name, record);
  }
  const chain = new Set<Alias>();
  let alias = aliases.get(name);
  while (alias && !chain.has(alias) && chain.size < maxLength) {
    chain.add(alias);
    alias = aliases.get(alias.data);
  }
  return [...chain];
}
