import * as z from "zod";
import type { Accounts } from "../accounts/accounts.ts";
import type { Actor } from "../store/audit.ts";
import {
  type Account,
  DEFAULT_VIP_QUOTA,
  MAX_VIP_QUOTA,
  TIER_QUOTA,
  TIER_TOKENS,
  TIERS,
} from "../accounts/account.ts";
import type { Tokens } from "../accounts/tokens/tokens.ts";
import { InputError } from "../core/errors.ts";
import {
  confirmedField,
  type Form,
  optionalField,
  parseForm,
  passwordField,
  textField,
} from "../http/form.ts";
import type {
  AdminDone,
  MemberRow,
  MemberView,
  TierChoice,
} from "./view/admin_view.ts";
import { type ConsoleServices, consoleView } from "../accounts/console.ts";
import type { Language } from "../i18n/language.ts";
import { tierTexts } from "../accounts/view/console_texts.ts";
import { adminAccountTexts } from "./view/member_texts.ts";

/** The services that change a member. */
export interface MemberServices {
  accounts: Pick<
    Accounts,
    "setTier" | "setDisabled" | "setPassword" | "setAdmin" | "deleteMember"
  >;
  tokens: Pick<Tokens, "revoke">;
}

const memberForms = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("tier"),
    tier: textField().pipe(z.enum(TIERS)),
    vipQuota: optionalField(),
  }),
  z.object({ action: z.enum(["disable", "enable", "admin", "no-admin"]) }),
  z.object({ action: z.literal("password"), password: passwordField() }),
  z.object({ action: z.literal("delete"), confirmed: confirmedField() }),
  z.object({ action: z.literal("revoke"), token: textField() }),
]);

/**
 * Handles the forms on a member's page.
 *
 * @param id the member's account id
 * @throws {InputError} if the form is invalid or the change is not allowed
 * @throws {AppError} 404 if there is no such member or no such token
 */
export async function changeMember(
  { accounts, tokens }: MemberServices,
  id: string,
  form: Form,
  by: Actor,
): Promise<AdminDone> {
  const fields = parseForm(form, memberForms);
  switch (fields.action) {
    case "tier": {
      const { tier, vipQuota } = fields;
      const quota = tier === "vip" ? quotaOf(vipQuota) : null;
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
      await accounts.setPassword(id, fields.password, by);
      return "password";
    case "admin":
      await accounts.setAdmin(id, true, by);
      return "admin";
    case "no-admin":
      await accounts.setAdmin(id, false, by);
      return "no-admin";
    case "delete":
      await accounts.deleteMember(id, by);
      return "deleted";
    case "revoke":
      await tokens.revoke(id, fields.token, by);
      return "revoked";
  }
}

/** Null if the field is empty: the default quota. */
function quotaOf(text: string | null): number | null {
  if (text === null) return null;
  const quota = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (quota <= MAX_VIP_QUOTA) return quota;
  throw new InputError(
    "vipQuota",
    { reason: "quota_malformed", max: MAX_VIP_QUOTA },
  );
}

/** A member in the list. */
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

/** A member with their tokens, for administrators. @throws {AppError} 503 */
export async function memberView(
  services: ConsoleServices,
  account: Account,
): Promise<MemberView> {
  const { tokens } = await consoleView(services, account);
  return { ...memberRow(account), tokens };
}

/** The plans to choose from, with their quotas. */
export function tierChoices(language: Language): readonly TierChoice[] {
  const { choice, vip } = adminAccountTexts[language].tier;
  const names = tierTexts[language];
  return [
    { tier: "free", text: choice(names.free, TIER_QUOTA.free) },
    { tier: "standard", text: choice(names.standard, TIER_QUOTA.standard) },
    { tier: "vip", text: vip(TIER_TOKENS.vip, DEFAULT_VIP_QUOTA) },
  ];
}
