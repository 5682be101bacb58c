import { z } from "zod";

/** What an account may ask of V2. */
export const TIERS = ["free", "standard", "vip"] as const;

export type Tier = typeof TIERS[number];

/** Requests a month of one token; a vip's is set by an administrator. */
export const TIER_QUOTA: Readonly<Record<Exclude<Tier, "vip">, number>> = {
  free: 100,
  standard: 1_000,
};

/** A vip's quota where the administrator named none. */
export const DEFAULT_VIP_QUOTA = 10_000;
export const MAX_VIP_QUOTA = 1_000_000_000;

/** Tokens an account has at a time; each has a quota of its own. */
export const TIER_TOKENS: Readonly<Record<Tier, number>> = {
  free: 1,
  standard: 1,
  vip: 5,
};

/** Requests that one ad adds to the current month. */
export const AD_BONUS = 50;

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
  const email = storedEmail(trimmed);
  return email.key.length <= MAX_LENGTH && address.safeParse(email.key).success
    ? email
    : null;
}

/** An address that was parsed before, from an account's record. */
export function storedEmail(text: string): Email {
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

const time = z.number().nonnegative();

/** An API token as it is kept: whoever reads the store cannot use it. */
const apiToken = z.object({
  id: z.string(),
  /** What its owner calls it. */
  name: z.string(),
  /** SHA-256 of the whole token, in base64url. */
  hash: z.string(),
  /** The last four characters, by which its owner knows it again. */
  lastFour: z.string(),
  /** The quota it draws on, from 0. */
  slot: z.number().int().min(0),
  createdAtMs: time,
});

export type ApiToken = z.infer<typeof apiToken>;

const account = z.object({
  id: z.string(),
  /** As it was typed. */
  email: z.string(),
  passwordHash: z.string(),
  isAdmin: z.boolean(),
  isDisabled: z.boolean(),
  tier: z.enum(TIERS),
  /** Requests a month of each token, for a vip; null elsewhere. */
  vipQuota: z.number().int().min(0).nullable(),
  createdAtMs: time,
  /** Sessions that began before have ended: the password was changed then. */
  sessionsSinceMs: time,
  tokens: z.array(apiToken),
  /** Slots of revoked tokens that nobody may have before the month is over. */
  spentSlots: z.array(z.object({ slot: z.number().int(), untilMs: time })),
});

/** A member. Its tokens are part of it: every change of them is a change of one record. */
export type Account = z.infer<typeof account>;

/** The account in a record of the store; null for anything else. */
export function asAccount(value: unknown): Account | null {
  return account.safeParse(value).data ?? null;
}

/** Who asks, where they are signed in. */
export interface Member {
  account: Account;
  /** The SHA-256 of the session's secret, in base64url. */
  sessionId: string;
}
