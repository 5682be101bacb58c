import type { Account } from "../accounts/account.ts";
import { type ConsoleServices, consoleView } from "../accounts/console.ts";
import {
  DEFAULT_VIP_QUOTA,
  TIER_QUOTA,
  TIER_TOKENS,
} from "../accounts/tiers.ts";
import type {
  MemberRow,
  MemberView,
  TierChoice,
} from "../shared/member_view.ts";
import { numberText } from "../shared/time_text.ts";

/** A member in a list of them. */
export function memberRow(account: Account): MemberRow {
  const { id, email, tier, vipQuota, isAdmin, isDisabled } = account;
  return {
    id,
    email,
    tier,
    vipQuota,
    isAdmin,
    isDisabled,
    tokenCount: account.tokens.length,
    createdAtMs: account.createdAtMs,
  };
}

/** Everything administrators see of a member. @throws {AppError} 503 */
export async function memberView(
  services: ConsoleServices,
  account: Account,
): Promise<MemberView> {
  const { tokens } = await consoleView(services, account);
  return { ...memberRow(account), tokens };
}

/** The tiers there are, with what they give. */
export const TIER_CHOICES: readonly TierChoice[] = [
  { tier: "free", text: `free: ${numberText(TIER_QUOTA.free)} a month` },
  {
    tier: "standard",
    text: `standard: ${numberText(TIER_QUOTA.standard)} a month`,
  },
  {
    tier: "vip",
    text: `vip: up to ${TIER_TOKENS.vip} tokens, ${
      numberText(DEFAULT_VIP_QUOTA)
    } a month each or as many as below`,
  },
];
