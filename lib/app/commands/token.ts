import type { Account, ApiToken } from "../../accounts/account.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Tokens } from "../../accounts/tokens/tokens.ts";
import { accountOf, COMMAND_LINE, emailOf } from "./user.ts";

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
    ? ` The one that ended in ${former.lastFour} is void.`
    : "";
  return {
    text: `${secret}\n`,
    note: `${email.text} has the token ${token.id}.${end}\n`,
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
  return `The token of ${account.email} that ended in ${token.lastFour} is void.\n`;
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
      `${email} has a token that ends in ${
        bySlot[0].lastFour
      }; --replace puts another in its place, with the same count.`,
    );
  }
  if (tier === "vip" && bySlot.length > 1) {
    throw new Error(
      `${email} has ${bySlot.length} tokens; which one to replace is chosen in the console.`,
    );
  }
  return bySlot[0];
}
