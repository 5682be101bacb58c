import type {
  AdOffer,
  ConsoleView,
  QuotaView,
  TokenView,
} from "../shared/console_view.ts";
import type { Account, ApiToken } from "./account.ts";
import type { Ads } from "./ads.ts";
import type { Quotas } from "./quotas.ts";
import { AD_BONUS, TIER_TOKENS } from "./tiers.ts";
import { isAsleep } from "./token_standing.ts";
import type { Tokens } from "./tokens.ts";

/** What the console is put together from. */
export interface ConsoleServices {
  tokens: Pick<Tokens, "uses">;
  quotas: Pick<Quotas, "ofSlot">;
  ads: Pick<Ads, "leftToday">;
}

/** Everything the console shows of an account, read at once. @throws {AppError} 503 */
export async function consoleView(
  { tokens, quotas, ads }: ConsoleServices,
  account: Account,
): Promise<ConsoleView> {
  const inOrder = account.tokens.toSorted((a, b) => a.slot - b.slot);
  const [uses, ad, ...slots] = await Promise.all([
    tokens.uses(account.id),
    adOffer(ads, account),
    ...inOrder.map((token) =>
      isAsleep(account, token) ? null : quotas.ofSlot(account, token.slot)
    ),
  ]);
  return {
    email: account.email,
    tier: account.tier,
    tokens: inOrder.map((token, i) =>
      tokenView(token, uses.get(token.id) ?? null, slots[i])
    ),
    maxTokens: TIER_TOKENS[account.tier],
    tokensMark: tokensMark(account),
    ad,
  };
}

/** Stands for the tokens an account has now: a form sent twice finds others the second time. */
export function tokensMark({ tokens }: Account): string {
  return tokens.map(({ id }) => id).sort().join(" ");
}

/** The ids of the tokens that a mark stands for. */
export function idsOfMark(mark: string): string[] {
  return mark === "" ? [] : mark.split(" ");
}

function tokenView(
  { id, name, lastFour, createdAtMs }: ApiToken,
  usedAtMs: number | null,
  quota: QuotaView | null,
): TokenView {
  return {
    id,
    name,
    lastFour,
    createdAtMs,
    usedAtMs,
    quota: quota && {
      limit: quota.limit,
      used: quota.used,
      resetAtMs: quota.resetAtMs,
    },
  };
}

/** Ads add to the quota of a free account's token. */
export async function adOffer(
  ads: ConsoleServices["ads"],
  account: Account,
): Promise<AdOffer | null> {
  if (account.tier !== "free" || account.tokens.length === 0) return null;
  return { bonus: AD_BONUS, leftToday: await ads.leftToday(account) };
}
