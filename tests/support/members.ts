import assert from "node:assert/strict";
import { type Account, parseEmail } from "../../lib/accounts/account_record.ts";
import type { TestApp } from "./app.ts";

/** Members of a test's app. */

export const PASSWORD = "correct horse battery";

export interface TestMember {
  account: Account;
  /** An API token and its id. */
  token: string;
  tokenId: string;
  /** The value of a session's cookie. */
  session: string;
}

/** Creates an account with one API token, signed in. */
export async function newMember(
  { services: { accounts, tokens, sessions } }: TestApp,
  address: string,
  isAdmin = false,
): Promise<TestMember> {
  const email = parseEmail(address);
  assert(email);
  const { id } = await accounts.create({ email, password: PASSWORD, isAdmin });
  const { text, token } = await tokens.create(id, {
    name: "test",
    replaces: null,
  });
  const account = await accounts.byId(id);
  assert(account);
  const session = await sessions.begin(account, {
    agent: "a test",
    address: "192.0.2.1",
  });
  return { account, token: text, tokenId: token.id, session };
}
