import { createHash, timingSafeEqual } from "node:crypto";
import { randomBase64Url } from "../../core/text.ts";
import { Buffer } from "node:buffer";
import type { ErrorParams } from "../../core/error_reasons.ts";
import { AppError, InputError } from "../../core/errors.ts";
import { type Account, type ApiToken, TIER_TOKENS } from "../account.ts";

/** A token as its owner gets it, once, and what is kept of it. */
export interface NewToken {
  text: string;
  hash: string;
  lastFour: string;
}

const SHAPE = /^ph_[A-Za-z0-9_-]{43}$/;
const SECRET_BYTES = 32;

/** A new API token: `ph_` and 32 random bytes in base64url. */
export function newToken(random: (bytes: number) => Uint8Array): NewToken {
  const text = "ph_" + randomBase64Url(random, SECRET_BYTES);
  return { text, hash: sha256(text), lastFour: text.slice(-4) };
}

/** The SHA-256 of a token in base64url, under which it is kept; null where the text is no token. */
export function tokenHash(text: string): string | null {
  return SHAPE.test(text) ? sha256(text) : null;
}

// 256 random bits need no slow hash: there is nothing to guess.
function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** The answer where a token is missing, malformed, unknown or revoked. */
export function unauthorized(): AppError {
  return new AppError(
    401,
    "UNAUTHORIZED",
    { reason: "token_required" },
    { headers: { "www-authenticate": 'Bearer realm="porthole"' } },
  );
}

/**
 * The token of this hash and its account, where that may use it now.
 *
 * @param account what the token's index points at; null where that is gone
 * @throws {AppError} 401 where the account has no such token, 403 where it is disabled or the token sleeps
 */
export function usableToken(
  account: Account | null,
  hash: string,
): { account: Account; token: ApiToken } {
  const token = account?.tokens.find((token) => isSame(token.hash, hash));
  if (!account || !token) throw unauthorized();
  if (account.isDisabled) {
    throw new AppError(403, "FORBIDDEN", { reason: "token_account_disabled" });
  }
  if (isInactive(account, token)) {
    throw new AppError(
      403,
      "FORBIDDEN",
      { reason: "token_inactive" },
    );
  }
  return { account, token };
}

/** Whether a token is beyond those that the account's tier has: the lowest slots are awake. */
export function isInactive(
  { tokens, tier }: Pick<Account, "tokens" | "tier">,
  { slot }: Pick<ApiToken, "slot">,
): boolean {
  const before = tokens.filter((token) => token.slot < slot).length;
  return before >= TIER_TOKENS[tier];
}

// The index found the account by the hash; whoever times the comparison must learn nothing more.
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The slot that a new token gets.
 *
 * @param replaces id of the token whose slot it takes over; null for a slot of its own
 * @throws {InputError} `replaces` 409
 */
export function allocateSlot(
  account: Account,
  replaces: string | null,
  nowMs: number,
): number {
  const { tier, tokens } = account;
  if (replaces !== null) {
    const former = tokens.find(({ id }) => id === replaces);
    if (!former) throw conflict({ reason: "replaced_token_gone" });
    if (isInactive(account, former)) {
      throw conflict({ reason: "inactive_token_not_replaceable" });
    }
    return former.slot;
  }
  if (tier === "vip") return freeSlot(account, nowMs);
  if (tokens.length > 0) {
    throw conflict(
      { reason: "one_token_only" },
    );
  }
  // Whichever it is, a free or standard account draws on the first.
  return 0;
}

function freeSlot({ tokens, spentSlots }: Account, nowMs: number): number {
  const spent = spentSlots.filter(({ untilMs }) => untilMs > nowMs);
  for (let slot = 0; slot < TIER_TOKENS.vip; slot++) {
    const isTaken = [...tokens, ...spent].some((other) => other.slot === slot);
    if (!isTaken) return slot;
  }
  if (spent.length === 0) {
    throw conflict(
      { reason: "token_limit", max: TIER_TOKENS.vip },
    );
  }
  const freeAtMs = Math.min(...spent.map(({ untilMs }) => untilMs));
  throw conflict(
    { reason: "token_slots_spent", max: TIER_TOKENS.vip, freeAtMs },
  );
}

function conflict(params: ErrorParams): InputError {
  return new InputError("replaces", params, 409);
}
