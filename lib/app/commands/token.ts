import type { Account, ApiToken } from "../../accounts/account.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Tokens } from "../../accounts/tokens/tokens.ts";
import { accountOf, emailOf } from "./user.ts";
import { COMMAND_LINE } from "../../store/audit.ts";

export interface TokenCreate {
  email: string;
  /** What its owner calls it. */
  name?: string;
  /** Puts it in the place of the one there is. */
  replace: boolean;
}

/**
 * Does what `token create` says.
 *
 * @returns the token, which is not seen again, for standard output; and what to know about it
 * @throws {UsageError} for what is not an e-mail address
 * @throws {Error} with a sentence, where there is no such account or no room for a token
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
 * Does what `token revoke` says and returns what it prints.
 *
 * @throws {Error} with a sentence where there is no such token
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

/** The token that a new one replaces; null where it comes beside the others. */
function formerOf(
  { tier, tokens }: Account,
  email: string,
  replace: boolean,
): ApiToken | null {
  const bySlot = [...tokens].sort((a, b) => a.slot - b.slot);
  if (bySlot.length === 0) return null;
  if (!replace) {
    if (tier === "vip") return null;
    // The first is the one that works; others sleep until the account is a vip again.
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
