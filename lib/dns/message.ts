import { FormatError } from "./errors.ts";
import { lowered } from "./name_case.ts";
import { CLASS_IN, HEADER_LENGTH, rcodeName, TYPE_OPT } from "./question.ts";
import { type DnsRecord, readRecord, textLength } from "./records.ts";
import { readName, skipName } from "./wire_name.ts";

/*
 * Answers, read by hand: a general decoder that joins labels by dots and takes
 * octets for UTF-8 makes different names one, and whoever holds a zone writes
 * the octets.
 */

const RESPONSE = 0x80;
const OPCODE = 0x78;
const AUTHORITATIVE = 0x04;
const TRUNCATED = 0x02;
const RECURSION_AVAILABLE = 0x80;
const AUTHENTIC_DATA = 0x20;
const RCODE = 0x0f;
/** How most records of most answers name their owner: as the name asked for. */
const POINTER_TO_QUESTION = 0xc000 | HEADER_LENGTH;
/**
 * What is read of an answer section, at most: records, and characters of their
 * names and texts. Over TCP there is room for 4,000 records, and by pointers
 * each of them has a name of a kilobyte.
 */
export const MAX_RECORDS = 256;
export const MAX_CHARACTERS = 65_536;
/** Time to live above this is read as none (RFC 2181 section 8). */
const MAX_TTL = 0x7fff_ffff;

export interface Message {
  /** The name asked for, as records spell it. */
  readonly name: string;
  readonly rcode: string;
  /** Of the answer section, in its order; types we do not ask for are left out. */
  readonly records: readonly DnsRecord[];
  /** The answer section holds more than is read: these are its first records. */
  readonly isCut: boolean;
  readonly isAuthentic: boolean;
  /** Neither holds the zone nor looks elsewhere: it says nothing about a name (a lame delegation). */
  readonly isReferral: boolean;
}

/** How a message answers a query: word for word, in another case, or not at all. */
export type QuestionMatch = "exact" | "case" | "none";

/** Whether the message is an answer to the query: its id, and its question's name, type and class. */
export function matchQuestion(
  query: Uint8Array,
  bytes: Uint8Array,
): QuestionMatch {
  if (!answersId(query, bytes) || bytes[4] !== 0 || bytes[5] !== 1) {
    return "none";
  }
  const nameEnd = skipName(query, HEADER_LENGTH);
  const end = nameEnd + 4;
  if (bytes.length < end) return "none";
  let fit: QuestionMatch = "exact";
  for (let i = HEADER_LENGTH; i < end; i++) {
    if (bytes[i] === query[i]) continue;
    const isSameLetter = i < nameEnd && lowered(bytes[i]) === lowered(query[i]);
    if (!isSameLetter) return "none";
    fit = "case";
  }
  return fit;
}

/** An answer without a question, as servers send that could not read the query. */
export function isBareResponse(query: Uint8Array, bytes: Uint8Array): boolean {
  return answersId(query, bytes) && bytes[4] === 0 && bytes[5] === 0;
}

function answersId(query: Uint8Array, bytes: Uint8Array): boolean {
  return bytes.length >= HEADER_LENGTH && bytes[0] === query[0] &&
    bytes[1] === query[1] && (bytes[2] & (RESPONSE | OPCODE)) === RESPONSE;
}

/** Whether a message says that it was cut off; the rest of it is not to be read then. */
export function isTruncated(bytes: Uint8Array): boolean {
  return (bytes[2] & TRUNCATED) !== 0;
}

/** Whether a response code is how a server says that it does not know EDNS (RFC 6891 section 7), or not our version. */
export function refusesEdns(rcode: string): boolean {
  return rcode === "FORMERR" || rcode === "NOTIMP" || rcode === "BADVERS";
}

/** The response code that fits into the header. */
export function headerRcode(bytes: Uint8Array): string {
  return rcodeName(bytes[3] & RCODE);
}

/**
 * Reads a message that answers a query of ours, with one question. Reading
 * stops at {@link MAX_RECORDS} and {@link MAX_CHARACTERS}.
 *
 * @throws {FormatError} where it is broken in what is read
 */
export function readMessage(bytes: Uint8Array): Message {
  if (bytes.length < HEADER_LENGTH) throw new FormatError("header cut off");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const answers = view.getUint16(6);
  const all = answers + view.getUint16(8) + view.getUint16(10);
  const records: DnsRecord[] = [];
  let characters = 0;
  let isCut = false;
  let code = bytes[3] & RCODE;
  const asked = readName(bytes, HEADER_LENGTH);
  let at = asked.next + 4;
  for (let i = 0; i < all; i++) {
    isCut = i < answers && (i >= MAX_RECORDS || characters >= MAX_CHARACTERS);
    if (isCut) break;
    const fixed = skipName(bytes, at);
    const start = fixed + 10;
    if (start > bytes.length) throw new FormatError("record cut off");
    const type = view.getUint16(fixed);
    const end = start + view.getUint16(fixed + 8);
    if (end > bytes.length) throw new FormatError("record data cut off");
    if (i < answers && view.getUint16(fixed + 2) === CLASS_IN) {
      const name = view.getUint16(at) === POINTER_TO_QUESTION
        ? asked.text
        : readName(bytes, at).text;
      const ttl = view.getUint32(fixed + 4);
      const head = { name, ttl: ttl > MAX_TTL ? 0 : ttl };
      const record = readRecord(head, type, { bytes, view, start, end });
      if (record) {
        records.push(record);
        characters += textLength(record);
      }
      if (name !== asked.text) characters += name.length;
    } else if (i >= answers && type === TYPE_OPT) {
      code |= bytes[fixed + 4] << 4;
    }
    at = end;
  }
  const isOwn = (bytes[2] & AUTHORITATIVE) !== 0 ||
    (bytes[3] & RECURSION_AVAILABLE) !== 0;
  return {
    name: asked.text,
    rcode: rcodeName(code),
    records,
    isCut,
    isAuthentic: (bytes[3] & AUTHENTIC_DATA) !== 0,
    isReferral: code === 0 && answers === 0 && !isOwn,
  };
}
