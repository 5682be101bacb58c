import type { Account, ApiToken } from "../../accounts/account_record.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Tokens } from "../../accounts/tokens/tokens.ts";
import { accountOf, emailOf } from "./user.ts";
import { COMMAND_LINE } from "../../store/audit.ts";
import type { ManualBan } from "../../limits/ip_ban_set.ts";
import type { ManualBans } from "../../limits/manual_bans.ts";
import {
  type Cidr,
  cidrContains,
  formatCidr,
  parseCidr,
  unmapIpv4Cidr,
} from "../../net/cidr.ts";

interface TokenCreate {
  email: string;
  /** The owner's name for it. */
  name?: string;
  /** Replaces the existing token. */
  replace: boolean;
}

/**
 * Runs `token create`.
 *
 * @returns the token, shown only this once, for standard output; and a note
 * about it
 * @throws {UsageError} for an invalid e-mail address
 * @throws {Error} for the operator if there is no such account, or no room for
 * a token
 */
export async function tokenCreate(
  { email: text, name = "command line", replace }: TokenCreate,
  { accounts, tokens }: {
    accounts: Pick<Accounts, "byEmail">;
    tokens: Pick<Tokens, "create">;
  },
): Promise<{ text: string; note: string }> {
  const email = emailOf(text);
  const account = await accountOf(email, accounts);
  const former = formerOf(account, email.text, replace);
  const { token, text: secret } = await tokens.create(
    account.id,
    { name, replaces: former?.id ?? null },
    COMMAND_LINE,
  );
  const end = former
    ? ` The token ending in ${former.lastFour} no longer works.`
    : "";
  return {
    text: `${secret}\n`,
    note: `Created token ${token.id} for ${email.text}.${end}\n`,
  };
}

/**
 * Runs `token revoke`. Returns its output.
 *
 * @throws {Error} for the operator if there is no such token
 */
export async function tokenRevoke(
  { id }: { id: string },
  tokens: Pick<Tokens, "find" | "revoke">,
): Promise<string> {
  const found = await tokens.find(id);
  if (!found) throw new Error(`There is no token ${id}.`);
  const { account, token } = found;
  await tokens.revoke(account.id, token.id, COMMAND_LINE);
  return `The token of ${account.email} ending in ${token.lastFour} has been revoked.\n`;
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

/**
 * Runs `ban lift`, for administrators who have locked themselves out.
 *
 * @param command.what the network of a ban, or its id
 * @throws {Error} for the operator if there is no such manual ban
 */
export async function banLift(
  { what }: { what: string },
  bans: Pick<ManualBans, "list" | "lift">,
): Promise<string> {
  const parsed = parseCidr(what);
  const block = parsed && unmapIpv4Cidr(parsed);
  const inForce = await bans.list();
  const ban = inForce.find((ban) =>
    ban.id === what || (block !== null && blockOf(ban) === formatCidr(block))
  );
  if (ban === undefined) throw noBan(what, block, inForce);
  await bans.lift(ban.id, COMMAND_LINE);
  return `The ban on ${blockOf(ban)} has been lifted.\n`;
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
