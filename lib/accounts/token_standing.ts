import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import { AppError } from "../http/errors.ts";
import type { Account, ApiToken } from "./account.ts";
import { TIER_TOKENS } from "./tiers.ts";

/** The answer where a token is missing, malformed, unknown or revoked. */
export function unauthorized(): AppError {
  return new AppError(
    401,
    "UNAUTHORIZED",
    "A valid API token is required, as Authorization: Bearer or X-API-Key.",
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
    throw new AppError(403, "FORBIDDEN", "This account is disabled.");
  }
  if (isAsleep(account, token)) {
    throw new AppError(
      403,
      "FORBIDDEN",
      "This token sleeps: the account's plan has fewer tokens now.",
    );
  }
  return { account, token };
}

/** Whether a token is beyond those that the account's tier has: the lowest slots are awake. */
export function isAsleep(
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
