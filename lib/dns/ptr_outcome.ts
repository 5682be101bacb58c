import type { ClientKey } from "../core/fair_queue.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { isTruncated, type Message, recordsFor, ttlAt } from "./message.ts";
import { CLASS_IN, HEADER_LENGTH, TYPE_CODES, TYPE_OPT } from "./question.ts";
import { readWholeName } from "./rdata.ts";
import { skipName } from "./wire_name.ts";

export interface PtrAnswer {
  readonly kind: "answered";
  /** Escaped, in lower case; empty if there are none. */
  readonly names: readonly string[];
  /** How long the answer holds; null if the response did not say. */
  readonly ttlSeconds: number | null;
}

/** Why a PTR query has no answer: a value, since an error would cost more than the query. */
export type PtrFailure =
  /** Servers responded, but with SERVFAIL, REFUSED and the like, or with nothing usable. */
  | { readonly kind: "failed" }
  /** No server responded. */
  | { readonly kind: "silent" };

export type PtrOutcome = PtrAnswer | PtrFailure;

export const FAILED: PtrFailure = Object.freeze({ kind: "failed" });
export const SILENT: PtrFailure = Object.freeze({ kind: "silent" });

/** A PTR query in progress. */
export interface PtrQuestion {
  readonly ip: IpAddress;
  /** On whose behalf. */
  readonly client: ClientKey;
  readonly settle: (outcome: PtrOutcome) => void;
}

/** The PTR records in a conclusive response, at the end of its chain of aliases. */
export function ptrOutcome(
  message: Pick<Message, "name" | "records" | "negativeTtlSeconds">,
): PtrAnswer {
  const names: string[] = [];
  // Without a name, the SOA record limits how long that holds (RFC 2308).
  let ttlSeconds = Infinity;
  for (const record of recordsFor("PTR", message)) {
    if (record.type === "PTR") names.push(record.data);
    ttlSeconds = Math.min(ttlSeconds, record.ttl);
  }
  const limit = names.length > 0 ? Infinity : message.negativeTtlSeconds;
  return {
    kind: "answered",
    names,
    ttlSeconds: limit === null ? null : Math.min(ttlSeconds, limit),
  };
}

/** The counts of a response: one answer, no authority, and less than 256 others. */
const ONE_ANSWER = [0, 1, 0, 0, 0];
/** A pointer to the name in the question, PTR and IN: how the answer of most responses begins. */
const OWN_PTR = [0xc0, HEADER_LENGTH, 0, TYPE_CODES.PTR, 0, CLASS_IN];
/** The root's name, and OPT. */
const OPT = [0, 0, TYPE_OPT];

/**
 * Reads the outcome of most responses without their message: one PTR record of
 * the name in the question, and nothing else but an OPT record. Null for any
 * other response. A first lookup spends a tenth of its garbage on a message.
 *
 * @param bytes a response with one question, which names an address
 * @throws {FormatError} if the name is malformed
 */
export function readSinglePtr(bytes: Uint8Array): PtrAnswer | null {
  if (isTruncated(bytes) || (bytes[3] & 0x0f) !== 0) return null;
  const additional = bytes[11];
  if (!hasAt(bytes, 6, ONE_ANSWER) || additional > 1) return null;
  const at = skipName(bytes, HEADER_LENGTH) + 4;
  if (!hasAt(bytes, at, OWN_PTR)) return null;
  const start = at + 12;
  const end = start + (bytes[start - 2] << 8 | bytes[start - 1]);
  if (end > bytes.length) return null;
  if (additional === 1 && !endsWithOpt(bytes, end)) return null;
  return {
    kind: "answered",
    names: [readWholeName(bytes, start, end)],
    ttlSeconds: ttlAt(bytes, at + 6),
  };
}

/** Whether the last record is an OPT record that does not change the response code. */
function endsWithOpt(bytes: Uint8Array, at: number): boolean {
  const dataLengthAt = at + 9;
  return hasAt(bytes, at, OPT) && bytes[at + 5] === 0 &&
    dataLengthAt + 2 + (bytes[dataLengthAt] << 8 | bytes[dataLengthAt + 1]) <=
      bytes.length;
}

function hasAt(
  bytes: Uint8Array,
  at: number,
  expected: readonly number[],
): boolean {
  for (let i = 0; i < expected.length; i++) {
    if (bytes[at + i] !== expected[i]) return false;
  }
  return true;
}
