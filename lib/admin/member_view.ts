import type { Account } from "../accounts/account.ts";
import { type ConsoleServices, consoleView } from "../accounts/console.ts";
import {
  DEFAULT_VIP_QUOTA,
  TIER_QUOTA,
  TIER_TOKENS,
} from "../accounts/tiers.ts";
import type { Language } from "../shared/language.ts";
import type {
  MemberRow,
  MemberView,
  TierChoice,
} from "../shared/member_view.ts";
import { tierTexts } from "../shared/texts/account_tiers.ts";
import { adminAccountTexts } from "../shared/texts/admin_account.ts";

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
export function tierChoices(language: Language): readonly TierChoice[] {
  const { choice, vip } = adminAccountTexts[language].tier;
  const names = tierTexts[language];
  return [
    { tier: "free", text: choice(names.free, TIER_QUOTA.free) },
    { tier: "standard", text: choice(names.standard, TIER_QUOTA.standard) },
    { tier: "vip", text: vip(TIER_TOKENS.vip, DEFAULT_VIP_QUOTA) },
  ];
}
