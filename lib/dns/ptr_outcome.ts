import type { ClientKey } from "../core/caller.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { type Message, recordsFor } from "./message.ts";

/** The PTR records of an address. */
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
