import type { Accounts } from "../accounts/accounts.ts";
import type { Actor } from "../accounts/audit.ts";
import { MAX_VIP_QUOTA, type Tier, TIERS } from "../accounts/tiers.ts";
import type { Tokens } from "../accounts/tokens.ts";
import { InputError, unknownAction } from "../http/errors.ts";
import { AS_TYPED } from "../http/form.ts";
import type { AdminDone } from "../shared/admin_done.ts";
import type { FormFields } from "./form_fields.ts";

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
  throw new InputError("confirmed", "Please tick this box to go on.");
}

function tierOf(form: FormFields): Tier {
  const text = form.text("tier");
  const tier = TIERS.find((tier) => tier === text);
  if (tier) return tier;
  throw new InputError("tier", `The tier must be one of ${TIERS.join(", ")}.`);
}

/** Null where nothing was typed: the usual quota. */
function quotaOf(form: FormFields): number | null {
  const text = form.optional("vipQuota");
  if (text === null) return null;
  const quota = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (quota <= MAX_VIP_QUOTA) return quota;
  throw new InputError(
    "vipQuota",
    `The quota must be a whole number from 0 to ${MAX_VIP_QUOTA}.`,
  );
}
