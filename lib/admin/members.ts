import type { Accounts } from "../accounts/accounts.ts";
import type { Actor } from "../store/audit.ts";
import {
  type Account,
  DEFAULT_VIP_QUOTA,
  MAX_VIP_QUOTA,
  type Tier,
  TIER_QUOTA,
  TIER_TOKENS,
  TIERS,
} from "../accounts/account.ts";
import type { Tokens } from "../accounts/tokens/tokens.ts";
import { InputError, unknownAction } from "../core/errors.ts";
import { AS_TYPED } from "../http/form.ts";
import type {
  AdminDone,
  MemberRow,
  MemberView,
  TierChoice,
} from "./view/admin_view.ts";
import type { FormFields } from "./form_actor.ts";
import { type ConsoleServices, consoleView } from "../accounts/console.ts";
import type { Language } from "../i18n/language.ts";
import { tierTexts } from "../accounts/view/console_texts.ts";
import { adminAccountTexts } from "./view/member_texts.ts";

/** What is done to a member. */
export interface MemberServices {
  accounts: Pick<
    Accounts,
    "setTier" | "setDisabled" | "setPassword" | "setAdmin" | "deleteMember"
  >;
  tokens: Pick<Tokens, "revoke">;
}

/**
 * Does what one of the forms on a member's page asks for.
 *
 * @param id of the member
 * @throws {InputError} where it cannot be done as it was sent
 * @throws {AppError} 404 where there is no such member, or no such token of theirs
 */
export async function changeMember(
  { accounts, tokens }: MemberServices,
  id: string,
  form: FormFields,
  by: Actor,
): Promise<AdminDone> {
  switch (form.optional("action")) {
    case "tier": {
      const tier = tierOf(form);
      const quota = tier === "vip" ? quotaOf(form) : null;
      await accounts.setTier(id, tier, quota, by);
      return "tier";
    }
    case "disable":
      await accounts.setDisabled(id, true, by);
      return "disabled";
    case "enable":
      await accounts.setDisabled(id, false, by);
      return "enabled";
    case "password":
      await accounts.setPassword(id, form.text("password", AS_TYPED), by);
      return "password";
    case "admin":
      await accounts.setAdmin(id, true, by);
      return "admin";
    case "no-admin":
      await accounts.setAdmin(id, false, by);
      return "no-admin";
    case "delete":
      requireTick(form);
      await accounts.deleteMember(id, by);
      return "deleted";
    case "revoke":
      await tokens.revoke(id, form.text("token"), by);
      return "revoked";
    default:
      throw unknownAction();
  }
}

function requireTick(form: FormFields): void {
  if (form.isTicked("confirmed")) return;
  throw new InputError("confirmed", { reason: "confirmation_required" });
}

function tierOf(form: FormFields): Tier {
  const text = form.text("tier");
  const tier = TIERS.find((tier) => tier === text);
  if (tier) return tier;
  throw new InputError("tier", {
    reason: "not_one_of",
    name: "tier",
    values: TIERS,
  });
}

/** Null where nothing was typed: the usual quota. */
function quotaOf(form: FormFields): number | null {
  const text = form.optional("vipQuota");
  if (text === null) return null;
  const quota = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (quota <= MAX_VIP_QUOTA) return quota;
  throw new InputError(
    "vipQuota",
    { reason: "quota_malformed", max: MAX_VIP_QUOTA },
  );
}

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
