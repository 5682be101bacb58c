import { createHash, timingSafeEqual } from "node:crypto";
import { randomBase64Url } from "../../core/text.ts";
import { Buffer } from "node:buffer";
import type { ErrorParams } from "../../core/error_reasons.ts";
import { AppError, InputError } from "../../core/errors.ts";
import { type Account, type ApiToken, TIER_TOKENS } from "../account_record.ts";

const SHAPE = /^ph_[A-Za-z0-9_-]{43}$/;
const SECRET_BYTES = 32;

/** A new API token: `ph_` and 32 random bytes in base64url. */
export function newToken(random: (bytes: number) => Uint8Array) {
  const text = "ph_" + randomBase64Url(random, SECRET_BYTES);
  return { text, hash: sha256(text), lastFour: text.slice(-4) };
}

/** The SHA-256 of a token in base64url, its key in the store; null if the text is not a token. */
export function tokenHash(text: string): string | null {
  return SHAPE.test(text) ? sha256(text) : null;
}

// A fast hash is enough, because 256 random bits can't be guessed.
function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** The error for a missing, malformed, unknown or revoked token. */
export function unauthorized(): AppError {
  return new AppError(
    401,
    "UNAUTHORIZED",
    { reason: "token_required" },
    { headers: { "www-authenticate": 'Bearer realm="porthole"' } },
  );
}

/**
 * The token with this hash and its account, if it can be used now.
 *
 * @param account the account that the token index names; null if it no longer exists
 * @throws {AppError} 401 if the account has no such token, 403 if it is disabled or the token is inactive
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
    throw new AppError(403, "FORBIDDEN", { reason: "token_inactive" });
  }
  return { account, token };
}

/** Whether the account has more tokens than its tier allows, and this is one of those with the highest slots. */
export function isInactive(
  { tokens, tier }: Pick<Account, "tokens" | "tier">,
  { slot }: Pick<ApiToken, "slot">,
): boolean {
  const before = tokens.filter((token) => token.slot < slot).length;
  return before >= TIER_TOKENS[tier];
}

// In constant time, so that its duration reveals nothing about the stored hash.
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The slot of a new token.
 *
 * @param replaces id of the token whose slot it takes over; null for a free slot
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
    throw conflict({ reason: "one_token_only" });
  }
  // Tokens of free and standard accounts always use the quota of the first slot.
  return 0;
}

function freeSlot({ tokens, spentSlots }: Account, nowMs: number): number {
  const spent = spentSlots.filter(({ untilMs }) => untilMs > nowMs);
  for (let slot = 0; slot < TIER_TOKENS.vip; slot++) {
    const isTaken = [...tokens, ...spent].some((other) => other.slot === slot);
    if (!isTaken) return slot;
  }
  if (spent.length === 0) {
    throw conflict({ reason: "token_limit", max: TIER_TOKENS.vip });
  }
  const freeAtMs = Math.min(...spent.map(({ untilMs }) => untilMs));
  throw conflict(
    { reason: "token_slots_spent", max: TIER_TOKENS.vip, freeAtMs },
  );
}

function conflict(params: ErrorParams): InputError {
  return new InputError("replaces", params, 409);
}

/** RFC 6750 section 2.1; the scheme's name is case-insensitive (RFC 9110 section 11.1). */
const BEARER = /^bearer +([^\s]+) *$/i;

/** RFC 7617. */
const BASIC = /^basic +([A-Za-z0-9+/]+=*) *$/i;

/**
 * The hash of the API token in the headers; null if there is none or it is
 * malformed. `Authorization: Bearer` takes precedence over `X-API-Key`, and that
 * over a token as the password of `Authorization: Basic`, where clients of
 * MaxMind send a license key. Other passwords and schemes, which proxies may use,
 * are ignored.
 */
export function findApiTokenHash(headers: Headers): string | null {
  const authorization = headers.get("authorization") ?? "";
  const token = /^bearer(?: |$)/i.test(authorization)
    ? BEARER.exec(authorization)?.[1]
    : headers.get("x-api-key") ?? basicPassword(authorization);
  return token ? tokenHash(token) : null;
}

function basicPassword(authorization: string): string | undefined {
  const credentials = BASIC.exec(authorization)?.[1];
  return credentials &&
    Buffer.from(credentials, "base64").toString().split(":", 2)[1];
}

/** Like `findApiTokenHash`, but the token is required. @throws {AppError} 401 */
export function apiTokenHash(headers: Headers): string {
  const hash = findApiTokenHash(headers);
  if (hash === null) throw unauthorized();
  return hash;
}
