import type { TierName } from "./texts/account_tiers.ts";

/** A month's requests of one token. */
export interface QuotaView {
  /** With the bonus of ads. */
  limit: number;
  used: number;
  resetAtMs: number;
}

/** An API token as its owner sees it: enough to know it again, not to use it. */
export interface TokenView {
  id: string;
  name: string;
  lastFour: string;
  createdAtMs: number;
  usedAtMs: number | null;
  /** Null where the token sleeps: the account's tier has no room for it. */
  quota: QuotaView | null;
}

/** Requests that can be had for an ad. */
export interface AdOffer {
  bonus: number;
  leftToday: number;
}

/** Everything the console shows. */
export interface ConsoleView {
  email: string;
  tier: TierName;
  tokens: TokenView[];
  maxTokens: number;
  /** The tokens there are. A form that carries another mark is out of date. */
  tokensMark: string;
  /** Null where ads add nothing. */
  ad: AdOffer | null;
}

/** A token that has just been made. Its text is shown now and never again. */
export interface NewToken {
  name: string;
  text: string;
}
