import {
  type Account,
  type ApiToken,
  type Email,
  MAX_VIP_QUOTA,
  parseEmail,
  passwordError,
  type Tier,
  TIERS,
} from "../../accounts/account_record.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import { type Condition, parseSelection } from "../../accounts/bulk_delete.ts";
import type { OpenedAccounts } from "../services/accounts.ts";
import { errorText } from "../../i18n/errors.ts";
import type { ManualBan } from "../../limits/ip_ban_set.ts";
import { ManualBans } from "../../limits/manual_bans.ts";
import {
  type Cidr,
  cidrContains,
  formatCidr,
  parseCidr,
  unmapIpv4Cidr,
} from "../../net/cidr.ts";
import { COMMAND_LINE } from "../../store/audit.ts";
import type { CliContext, OptionValues } from "./command.ts";
import { UsageError } from "./output.ts";
import { readPassword } from "./password_input.ts";

type ActionDeps =
  & Pick<OpenedAccounts, "accounts" | "tokens" | "deps">
  & Pick<Required<CliContext>, "stdin" | "err">;

/**
 * Runs a command, and returns its output.
 *
 * @throws {UsageError} for an invalid argument, such as an e-mail address
 * @throws {InputError} for the last administrator
 * @throws {Error} for the operator if there is no such account, token or ban, or if the
 * password is not acceptable
 */
type Action = (
  deps: ActionDeps,
  args: readonly string[],
  values: OptionValues,
) => Promise<string>;

/** Between two batches, the operator can stop the command. */
const BATCH = 1_000;

/** What the commands for users, tokens and bans do. */
export const ACCOUNT_ACTIONS = {
  async "user add"(deps, [text], { admin: isAdmin = false }) {
    const { accounts } = deps;
    const email = emailOf(text);
    // Before anyone types a password in vain.
    if (await accounts.byEmail(email)) {
      throw new Error(`An account for ${email.text} already exists.`);
    }
    const password = await goodPassword(email, deps);
    await accounts.create({ email, password, isAdmin }, COMMAND_LINE);
    return `${email.text} is now ${
      isAdmin ? "an administrator" : "a member"
    }.\n`;
  },
  /** For a member who has forgotten theirs. */
  async "user password"(deps, [text]) {
    const { accounts } = deps;
    const { email, account } = await accountOf(text, accounts);
    const password = await goodPassword(email, deps);
    await accounts.setPassword(account.id, password, COMMAND_LINE);
    return `The password of ${email.text} has been changed, and all its sessions have ended.\n`;
  },
  /** Without a quota, a vip account keeps its own. */
  async "user tier"({ accounts }, [text, tier], { quota }) {
    emailOf(text);
    if (!isTier(tier)) {
      throw new UsageError(`"${tier}" is not one of ${TIERS.join(", ")}`);
    }
    const newQuota = quotaOf(tier, quota);
    const { email, account } = await accountOf(text, accounts);
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
  },
  async "user admin"({ accounts }, [text], { off = false }) {
    const { email, account } = await accountOf(text, accounts);
    await accounts.setAdmin(account.id, !off, COMMAND_LINE);
    return `${email.text} is ${off ? "no longer" : "now"} an administrator.\n`;
  },
  async "user delete"({ accounts }, [text]) {
    const { email, account } = await accountOf(text, accounts);
    await accounts.deleteMember(account.id, COMMAND_LINE);
    return `The account of ${email.text}, its tokens and its sessions have been deleted.\n`;
  },
  /** Without `--yes`, it lists the accounts. */
  async "user delete-many"({ accounts }, _, { from, to, network, yes }) {
    if (from === undefined && to === undefined && network === undefined) {
      throw new UsageError("--from, --to or --network is required");
    }
    const selection = parseSelection({ from, to, network }, malformed);
    if (!yes) {
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
  },
  /** Returns the token, which is shown only this once; the note about it is no output. */
  async "token create"(
    { accounts, tokens, err },
    [text],
    { name = "command line", replace = false },
  ) {
    const { email, account } = await accountOf(text, accounts);
    const former = formerOf(account, email.text, replace);
    const { token, text: secret } = await tokens.create(
      account.id,
      { name, replaces: former?.id ?? null },
      COMMAND_LINE,
    );
    const end = former
      ? ` The token ending in ${former.lastFour} no longer works.`
      : "";
    err(`Created token ${token.id} for ${email.text}.${end}\n`);
    return `${secret}\n`;
  },
  async "token revoke"({ tokens }, [id]) {
    const found = await tokens.find(id);
    if (!found) throw new Error(`There is no token ${id}.`);
    const { account, token } = found;
    await tokens.revoke(account.id, token.id, COMMAND_LINE);
    return `The token of ${account.email} ending in ${token.lastFour} has been revoked.\n`;
  },
  /** For administrators who have locked themselves out. */
  async "ban lift"({ deps }, [what]) {
    const bans = new ManualBans(deps);
    const parsed = parseCidr(what);
    const block = parsed && unmapIpv4Cidr(parsed);
    const inForce = await bans.list();
    const ban = inForce.find((ban) =>
      ban.id === what || (block !== null && blockOf(ban) === formatCidr(block))
    );
    if (ban === undefined) throw noBan(what, block, inForce);
    await bans.lift(ban.id, COMMAND_LINE);
    return `The ban on ${blockOf(ban)} has been lifted.\n`;
  },
} as const satisfies Readonly<Record<string, Action>>;

/** @throws {UsageError} */
function emailOf(text: string): Email {
  const email = parseEmail(text);
  if (email) return email;
  throw new UsageError(`"${text}" is not an e-mail address`);
}

/** The account of an e-mail address, which is as typed. */
async function accountOf(
  text: string,
  accounts: Pick<Accounts, "byEmail">,
): Promise<{ email: Email; account: Account }> {
  const email = emailOf(text);
  const account = await accounts.byEmail(email);
  if (account) return { email, account };
  throw new Error(`There is no account for ${email.text}.`);
}

async function goodPassword(
  email: Email,
  { stdin, err }: Pick<ActionDeps, "stdin" | "err">,
): Promise<string> {
  const password = await readPassword(stdin, err);
  const error = passwordError(password, email);
  if (error) throw new Error(errorText("en", error));
  return password;
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

function malformed(condition: Condition): UsageError {
  const wanted = condition === "network"
    ? "a network such as 192.0.2.0/24"
    : "a date such as 2026-11-23";
  return new UsageError(`--${condition} must be ${wanted}`);
}

/** The token to replace; null to add one. */
function formerOf(
  { tier, tokens }: Account,
  email: string,
  replace: boolean,
): ApiToken | null {
  const bySlot = [...tokens].sort((a, b) => a.slot - b.slot);
  if (bySlot.length === 0) return null;
  if (!replace) {
    if (tier === "vip") return null;
    // The first token is active; others are inactive until the account is on
    // the vip tier again.
    throw new Error(
      `${email} already has a token ending in ${
        bySlot[0].lastFour
      }. Use --replace to replace it; the usage count carries over.`,
    );
  }
  if (tier === "vip" && bySlot.length > 1) {
    throw new Error(
      `${email} has ${bySlot.length} tokens. Choose the one to replace in the console.`,
    );
  }
  return bySlot[0];
}

/** A locked-out administrator may know the address, but not the network. */
function noBan(
  what: string,
  block: Cidr | null,
  bans: readonly ManualBan[],
): Error {
  const wider = block &&
    bans.find(({ cidr }) =>
      cidr.prefixLength < block.prefixLength &&
      cidrContains(cidr, block.address)
    );
  return new Error(
    wider
      ? `${what} is covered by the ban on ${
        blockOf(wider)
      }. Lift that ban instead.`
      : `There is no ban on ${what}.`,
  );
}

function blockOf({ cidr }: ManualBan): string {
  return formatCidr(cidr);
}
