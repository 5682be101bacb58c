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
