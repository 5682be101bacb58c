import { InputError } from "../http/errors.ts";
import type { Account } from "./account.ts";
import { TIER_TOKENS } from "./tiers.ts";
import { isAsleep } from "./token_standing.ts";

/**
 * The slot that a new token gets.
 *
 * @param replaces id of the token whose slot it takes over; null for a slot of its own
 * @throws {InputError} `replaces` 409
 */
export function slotForToken(
  account: Account,
  replaces: string | null,
  nowMs: number,
): number {
  const { tier, tokens } = account;
  if (replaces !== null) {
    const former = tokens.find(({ id }) => id === replaces);
    if (!former) throw conflict("The token to replace is no longer there.");
    if (isAsleep(account, former)) {
      throw conflict("A token that sleeps cannot be replaced, only revoked.");
    }
    return former.slot;
  }
  if (tier === "vip") return freeSlot(account, nowMs);
  if (tokens.length > 0) {
    throw conflict(
      "This account has a token. A new one can replace it, with the same count.",
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
      `This account has ${TIER_TOKENS.vip} tokens, and no room for more. A new one can replace one of them.`,
    );
  }
  const freeAtMs = Math.min(...spent.map(({ untilMs }) => untilMs));
  const freeAt = new Date(freeAtMs).toISOString().replace(".000Z", "Z");
  throw conflict(
    `All ${TIER_TOKENS.vip} places for tokens are taken; that of a revoked token is free again at ${freeAt}.`,
  );
}

function conflict(message: string): InputError {
  return new InputError("replaces", message, 409);
}
