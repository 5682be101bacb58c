import type { TokenView } from "./console_view.ts";
import type { TierName } from "./texts/account_tiers.ts";

/** A member in a list of them. */
export interface MemberRow {
  id: string;
  email: string;
  tier: TierName;
  /** Of each token a month, for a vip; null elsewhere. */
  vipQuota: number | null;
  isAdmin: boolean;
  isDisabled: boolean;
  tokenCount: number;
  createdAtMs: number;
}

/** Everything administrators see of a member. */
export interface MemberView extends MemberRow {
  tokens: TokenView[];
}

/** A tier that can be chosen. */
export interface TierChoice {
  tier: TierName;
  /** What it gives, in words. */
  text: string;
}

/** What was typed into the form of a tier that was not taken. */
export interface TypedTier {
  tier: string;
  vipQuota: string;
}
