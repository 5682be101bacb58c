import {
  type Account,
  type Email,
  MAX_VIP_QUOTA,
  parseEmail,
  type Tier,
  TIERS,
} from "../../accounts/account_record.ts";
import { type Condition, parseSelection } from "../../accounts/bulk_delete.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import { COMMAND_LINE } from "../../store/audit.ts";
import { errorText } from "../../i18n/errors.ts";
import { passwordError } from "../../accounts/sign_in/password_rules.ts";
import { UsageError } from "./output.ts";

/** Prompts for a password when one is needed. */
type AskPassword = () => Promise<string>;

/** Parses an e-mail address. @throws {UsageError} */
export function emailOf(text: string): Email {
  const email = parseEmail(text);
  if (email) return email;
  throw new UsageError(`"${text}" is not an e-mail address`);
}

/**
 * The account of an e-mail address.
 *
 * @throws {Error} for the operator if there is none
 */
export async function accountOf(
  email: Email,
  accounts: Pick<Accounts, "byEmail">,
): Promise<Account> {
  const account = await accounts.byEmail(email);
  if (account) return account;
  throw new Error(`There is no account for ${email.text}.`);
}

/**
 * Runs `user add`. Returns its output.
 *
 * @throws {UsageError} for an invalid e-mail address
 * @throws {Error} for the operator if the account exists, or the password is
 * not acceptable
 */
export async function userAdd(
  { email: text, isAdmin }: { email: string; isAdmin: boolean },
  accounts: Pick<Accounts, "byEmail" | "create">,
  askPassword: AskPassword,
): Promise<string> {
  const email = emailOf(text);
  // Before anyone types a password in vain.
  if (await accounts.byEmail(email)) {
    throw new Error(`An account for ${email.text} already exists.`);
  }
  const password = await goodPassword(email, askPassword);
  await accounts.create({ email, password, isAdmin }, COMMAND_LINE);
  return `${email.text} is now ${isAdmin ? "an administrator" : "a member"}.\n`;
}

/**
 * Runs `user password`, for a member who has forgotten theirs.
 *
 * @throws {UsageError} for an invalid e-mail address
 * @throws {Error} for the operator if there is no such account, or the password
 * is not acceptable
 */
export async function userPassword(
  { email: text }: { email: string },
  accounts: Pick<Accounts, "byEmail" | "setPassword">,
  askPassword: AskPassword,
): Promise<string> {
  const email = emailOf(text);
  const { id } = await accountOf(email, accounts);
  const password = await goodPassword(email, askPassword);
  await accounts.setPassword(id, password, COMMAND_LINE);
  return `The password of ${email.text} has been changed, and all its sessions have ended.\n`;
}

/**
 * Runs `user tier`.
 *
 * @param command.quota monthly quota of each token, for vip only; if missing, a
 * vip account keeps its quota
 * @throws {UsageError} for an invalid e-mail address, tier or number
 * @throws {Error} for the operator if there is no such account
 */
export async function userTier(
  { email: text, tier, quota }: { email: string; tier: string; quota?: string },
  accounts: Pick<Accounts, "byEmail" | "setTier">,
): Promise<string> {
  const email = emailOf(text);
  if (!isTier(tier)) {
    throw new UsageError(`"${tier}" is not one of ${TIERS.join(", ")}`);
  }
  const newQuota = quotaOf(tier, quota);
  const account = await accountOf(email, accounts);
  const { vipQuota } = await accounts.setTier(
    account.id,
    tier,
    newQuota ?? account.vipQuota,
    COMMAND_LINE,
  );
  const each = vipQuota === null
    ? ""
    : `, with ${vipQuota} requests per month and token`;
  return `${email.text} is now on the ${tier} plan${each}.\n`;
}

/**
 * Runs `user admin`.
 *
 * @throws {UsageError} for an invalid e-mail address
 * @throws {Error} for the operator if there is no such account
 * @throws {InputError} for the last administrator
 */
export async function userAdmin(
  { email: text, isAdmin }: { email: string; isAdmin: boolean },
  accounts: Pick<Accounts, "byEmail" | "setAdmin">,
): Promise<string> {
  const email = emailOf(text);
  const { id } = await accountOf(email, accounts);
  await accounts.setAdmin(id, isAdmin, COMMAND_LINE);
  return `${email.text} is ${
    isAdmin ? "now an administrator" : "no longer an administrator"
  }.\n`;
}

/**
 * Runs `user delete`.
 *
 * @throws {UsageError} for an invalid e-mail address
 * @throws {Error} for the operator if there is no such account
 * @throws {InputError} for the last administrator
 */
export async function userDelete(
  { email: text }: { email: string },
  accounts: Pick<Accounts, "byEmail" | "deleteMember">,
): Promise<string> {
  const email = emailOf(text);
  const { id } = await accountOf(email, accounts);
  await accounts.deleteMember(id, COMMAND_LINE);
  return `The account of ${email.text}, its tokens and its sessions have been deleted.\n`;
}

/** Between two batches, the operator can stop the command. */
const BATCH = 1_000;

/**
 * Runs `user delete-many`. Without a confirmation, it lists the accounts.
 *
 * @throws {UsageError} without a condition, or for an invalid one
 */
export async function userDeleteMany(
  { isConfirmed, ...conditions }: {
    from?: string;
    to?: string;
    network?: string;
    isConfirmed: boolean;
  },
  accounts: Pick<Accounts, "select" | "deleteMany">,
): Promise<string> {
  const { from, to, network } = conditions;
  if (from === undefined && to === undefined && network === undefined) {
    throw new UsageError("--from, --to or --network is required");
  }
  const selection = parseSelection(conditions, malformed);
  if (!isConfirmed) {
    const selected = await accounts.select(selection);
    const lines = selected.map(({ email, createdAtMs }) =>
      `${new Date(createdAtMs).toISOString()} ${email}\n`
    );
    return `${
      lines.join("")
    }Selected accounts: ${lines.length}. Add --yes to delete them.\n`;
  }
  let total = 0;
  for (;;) {
    const { deleted, left } = await accounts.deleteMany(
      selection,
      COMMAND_LINE,
      BATCH,
    );
    total += deleted;
    if (left === 0) return `Deleted accounts: ${total}.\n`;
  }
}

function malformed(condition: Condition): UsageError {
  const wanted = condition === "network"
    ? "a network such as 192.0.2.0/24"
    : "a date such as 2026-11-23";
  return new UsageError(`--${condition} must be ${wanted}`);
}

function isTier(text: string): text is Tier {
  return (TIERS as readonly string[]).includes(text);
}

function quotaOf(tier: Tier, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (tier !== "vip") throw new UsageError("--quota applies to vip only");
  const quota = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (quota <= MAX_VIP_QUOTA) return quota;
  throw new UsageError(
    `--quota must be a whole number from 0 to ${MAX_VIP_QUOTA}`,
  );
}

async function goodPassword(
  email: Email,
  askPassword: AskPassword,
): Promise<string> {
  const password = await askPassword();
  const error = passwordError(password, email);
  if (error) throw new Error(errorText("en", error));
  return password;
}
