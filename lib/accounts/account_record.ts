import * as z from "zod";
import type { ErrorParams } from "../core/error_reasons.ts";

/** The plans of accounts. */
export const TIERS = ["free", "standard", "vip"] as const;

export type Tier = typeof TIERS[number];

/** Requests a month for each token. The quota of a vip is set by an administrator. */
export const TIER_QUOTA: Readonly<Record<Exclude<Tier, "vip">, number>> = {
  free: 100,
  standard: 1_000,
};

/** The quota of a vip if the administrator set none. */
export const DEFAULT_VIP_QUOTA = 10_000;
export const MAX_VIP_QUOTA = 1_000_000_000;

/** The number of tokens that an account can have. Each has its own quota. */
export const TIER_TOKENS: Readonly<Record<Tier, number>> = {
  free: 1,
  standard: 1,
  vip: 5,
};

/** Requests that an ad adds to the current month. */
export const AD_BONUS = 50;

export interface Email {
  /** As typed. */
  readonly text: string;
  /** The canonical form. No two accounts have the same one. */
  readonly key: string;
}

/** RFC 5321 section 4.5.3.1.3 allows a path 256 characters, two of them brackets. */
const MAX_EMAIL_LENGTH = 254;
const address = z.email();

/**
 * Parses an e-mail address; null if it is malformed, longer than 254 characters,
 * or not ASCII after Unicode compatibility folding (NFKC).
 */
export function parseEmail(text: string): Email | null {
  const trimmed = text.trim();
  // Checked before folding, which can turn one character into eighteen.
  if (trimmed.length > MAX_EMAIL_LENGTH) return null;
  const email = storedEmail(trimmed);
  return email.key.length <= MAX_EMAIL_LENGTH &&
      address.safeParse(email.key).success
    ? email
    : null;
}

/**
 * The e-mail address in a stored account, which was parsed before it was
 * stored.
 */
export function storedEmail(text: string): Email {
  return { text, key: canonicalEmail(text) };
}

/**
 * Folds case and compatibility forms. RFC 5321 section 2.4 allows mailbox names
 * to be case-sensitive, but accounts that differed only in case would be confused
 * with each other.
 */
export function canonicalEmail(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

const time = z.number().nonnegative();

/** A stored API token. It cannot be used by someone who reads the store. */
const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  /** SHA-256 of the whole token, in base64url. */
  hash: z.string(),
  /** The last four characters, by which its owner recognizes it. */
  lastFour: z.string(),
  /** The quota slot that it uses, from 0. */
  slot: z.number().int().min(0),
  createdAtMs: time,
});

export type ApiToken = z.infer<typeof apiToken>;

const account = z.object({
  id: z.string(),
  /** As typed. */
  email: z.string(),
  passwordHash: z.string(),
  isAdmin: z.boolean(),
  isDisabled: z.boolean(),
  tier: z.enum(TIERS),
  /** Requests a month for each token of a vip; null for other plans. */
  vipQuota: z.number().int().min(0).nullable(),
  createdAtMs: time,
  /** Sessions that started earlier have ended, for example because the password was changed. */
  sessionsSinceMs: time,
  tokens: z.array(apiToken),
  /** Slots of revoked tokens, which stay unavailable until the month ends. */
  spentSlots: z.array(z.object({ slot: z.number().int(), untilMs: time })),
});

/** A member. The record includes the tokens, so that every change of them is a change of one record. */
export type Account = z.infer<typeof account>;

/** The account in a stored record; null for anything else. */
export function asAccount(value: unknown): Account | null {
  return account.safeParse(value).data ?? null;
}

/** The signed-in sender of a request. */
export interface Member {
  account: Account;
  /** The SHA-256 of the session's secret, in base64url. */
  sessionId: string;
}

/** In characters. */
const MIN_PASSWORD_LENGTH = 10;
/**
 * In characters. Such a text is a strong passphrase already, and costs no more
 * to hash than a short one.
 */
const MAX_PASSWORD_LENGTH = 200;

/** The reason to refuse a new password; null if it is acceptable. */
export function passwordError(
  password: string,
  email: Email,
): ErrorParams | null {
  const normalized = normalizedPassword(password);
  const characters = [...normalized];
  if (characters.length < MIN_PASSWORD_LENGTH) {
    return { reason: "password_too_short", min: MIN_PASSWORD_LENGTH };
  }
  if (characters.length > MAX_PASSWORD_LENGTH) {
    return { reason: "password_too_long", max: MAX_PASSWORD_LENGTH };
  }
  if (normalized.trim().toLowerCase() === email.key) {
    return { reason: "password_is_email" };
  }
  if (new Set(characters).size === 1) {
    return { reason: "password_one_character" };
  }
  return null;
}

/**
 * The form of a password that is checked and hashed. Keyboards encode the same
 * characters differently (NIST SP 800-63B section 5.1.1.2).
 */
export function normalizedPassword(password: string): string {
  return password.normalize("NFKC");
}
