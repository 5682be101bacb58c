import { formatText } from "../i18n/format.ts";
import * as z from "zod";
import type { Accounts } from "../accounts/accounts.ts";
import type { Actor } from "../store/audit.ts";
import {
  type Account,
  DEFAULT_VIP_QUOTA,
  TIER_QUOTA,
  TIER_TOKENS,
  TIERS,
} from "../accounts/account_record.ts";
import type { Tokens } from "../accounts/tokens/tokens.ts";
import { InputError } from "../core/errors.ts";
import { parseSelection } from "../accounts/bulk_delete.ts";
import {
  checkboxField,
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
  SelectionView,
  TierChoice,
} from "./view/admin_view.ts";
import { type ConsoleServices, consoleView } from "../accounts/console.ts";
import type { Language } from "../i18n/language.ts";
import { tierTexts } from "../accounts/view/texts.ts";
import { adminAccountTexts } from "./view/texts.ts";

interface MemberServices {
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
      // An empty field is the default. NaN is refused, as too large a number is.
      const isNumber = /^\d{1,10}$/.test(vipQuota ?? "");
      const given = isNumber ? Number(vipQuota) : NaN;
      const quota = vipQuota === null ? null : given;
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

const manyForm = z.object({
  action: z.enum(["select", "delete-many"]),
  from: optionalField(),
  to: optionalField(),
  network: optionalField(),
  /** When the selection was shown: later sign-ups were not confirmed. */
  shownAtMs: optionalField(20),
  confirmed: checkboxField(),
});

/** Deletions of one request. More would take longer than a browser waits. */
const MAX_DELETED = 1_000;
/** E-mail addresses that are shown of a selection. */
const MAX_SHOWN = 20;

/**
 * Handles the forms that delete many members: the first shows what is selected,
 * the second deletes it.
 *
 * @returns what is selected, or null after all of it has been deleted
 * @throws {InputError} if the form is invalid
 * @throws {AppError} 503
 */
export async function deleteMembers(
  accounts: Pick<Accounts, "select" | "deleteMany">,
  form: Form,
  { by, nowMs }: { by: Actor; nowMs: number },
): Promise<SelectionView | null> {
  const { action, confirmed, shownAtMs, ...fields } = parseForm(form, manyForm);
  const selection = parseSelection(fields, (condition) => {
    const isDay = condition !== "network";
    const reason = isDay ? "date_malformed" : "ban_block_malformed";
    return new InputError(condition, { reason });
  });
  if (!fields.from && !fields.to && !fields.network) {
    throw new InputError("from", { reason: "selection_empty" });
  }
  const isShown = action === "delete-many" &&
    /^\d{1,16}$/.test(shownAtMs ?? "");
  const atMs = isShown ? Math.min(Number(shownAtMs), nowMs) : nowMs;
  // The end is excluded.
  selection.untilMs = Math.min(selection.untilMs, atMs + 1);
  if (isShown) {
    if (!confirmed) {
      throw new InputError("confirmed", { reason: "confirmation_required" });
    }
    const { left } = await accounts.deleteMany(selection, by, MAX_DELETED);
    if (left === 0) return null;
  }
  const selected = await accounts.select(selection);
  return {
    count: selected.length,
    emails: selected.slice(0, MAX_SHOWN).map(({ email }) => email),
    shownAtMs: atMs,
  };
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
) {
  const { tokens } = await consoleView(services, account);
  return { ...memberRow(account), tokens };
}

/** The plans to choose from, with their quotas. */
export function tierChoices(language: Language): readonly TierChoice[] {
  const { choice, vip } = adminAccountTexts[language].tier;
  const names = tierTexts[language];
  const fixed = (["free", "standard"] as const).map((tier) => ({
    tier,
    text: formatText(choice, { tier: names[tier], quota: TIER_QUOTA[tier] }),
  }));
  const values = { tokens: TIER_TOKENS.vip, quota: DEFAULT_VIP_QUOTA };
  return [...fixed, { tier: "vip", text: formatText(vip, values) }];
}
