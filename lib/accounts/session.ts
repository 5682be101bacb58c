import { z } from "zod";
import type { Account } from "./account.ts";

const time = z.number().nonnegative();

const sessionRecord = z.object({
  createdAtMs: time,
  /** When it was used last, at most an hour late. */
  seenAtMs: time,
  expiresAtMs: time,
  /** The account's `sessionsSinceMs` when it began: another one now, and it has ended. */
  sinceMs: time,
  /** The browser's `User-Agent`. */
  agent: z.string(),
  /** The client address it began from. */
  address: z.string(),
});

/** A session as it is kept. */
export type SessionRecord = z.infer<typeof sessionRecord>;

/** A session as its owner sees it. */
export interface Session extends Omit<SessionRecord, "sinceMs"> {
  /** SHA-256 of its secret, in base64url. */
  id: string;
}

/** The session in a record of the store that is still in force; null for anything else. */
export function asLiveSession(
  value: unknown,
  account: Account,
  nowMs: number,
): SessionRecord | null {
  const record = sessionRecord.safeParse(value).data;
  return record && record.expiresAtMs > nowMs &&
      record.sinceMs === account.sessionsSinceMs
    ? record
    : null;
}
