import { z } from "zod";

/** An e-mail address. */
export interface Email {
  /** As it was typed. */
  readonly text: string;
  /** One form for all ways to write it: no two accounts share it. */
  readonly key: string;
}

/** RFC 5321 section 4.5.3.1.3 allows a path 256 characters, two of them brackets. */
const MAX_LENGTH = 254;
const address = z.email();

/**
 * The address that somebody typed; null where it is none, is longer than 254
 * characters, or has other characters than ASCII once wide forms are folded.
 */
export function parseEmail(text: string): Email | null {
  const trimmed = text.trim();
  // Before folding: one character may become eighteen.
  if (trimmed.length > MAX_LENGTH) return null;
  const email = keptEmail(trimmed);
  return email.key.length <= MAX_LENGTH && address.safeParse(email.key).success
    ? email
    : null;
}

/** An address that was parsed before, from an account's record. */
export function keptEmail(text: string): Email {
  return { text, key: foldEmail(text) };
}

/**
 * Folds case and wide forms. The case of a mailbox name may matter by the
 * letter (RFC 5321 section 2.4), but where two accounts differed in it alone
 * one would be mistaken for the other.
 */
export function foldEmail(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
