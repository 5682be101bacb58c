import type { Caller } from "../core/caller.ts";
import { type Form, parseForm } from "../http/form.ts";
import type { Account } from "./account.ts";
import type { Accounts } from "./accounts.ts";
import type { Done, NewToken } from "./view/console_view.ts";
import { idsOfVersion } from "./console.ts";
import { accountForms, tokenForms } from "./forms.ts";
import type { Tokens } from "./tokens/tokens.ts";

type AccountStore = Pick<
  Accounts,
  "changePassword" | "changeEmail" | "delete"
>;

/** The change that was made, and the account after it. */
export type OwnChange =
  | { done: "password" | "email"; account: Account }
  | { done: "deleted" };

/**
 * Handles the forms with which members change their own account.
 *
 * @param id the member's account id
 * @throws {InputError} if the form is invalid or the change is not allowed
 */
export async function changeOwnAccount(
  accounts: AccountStore,
  id: string,
  form: Form,
  caller?: Caller,
): Promise<OwnChange> {
  const fields = parseForm(form, accountForms);
  switch (fields.action) {
    case "password":
      return {
        done: "password",
        account: await accounts.changePassword(id, fields, caller),
      };
    case "email":
      return {
        done: "email",
        account: await accounts.changeEmail(id, fields, caller),
      };
    case "delete":
      await accounts.delete(id, fields, caller);
      return { done: "deleted" };
  }
}

type TokenStore = Pick<Tokens, "create" | "rename" | "revoke">;

/**
 * Handles the forms that create, replace, rename and revoke tokens.
 *
 * @throws {InputError} if the form is invalid or the change is not allowed
 */
export async function handleTokenForm(
  tokens: TokenStore,
  account: Account,
  form: Form,
): Promise<{ done: Done } | { created: NewToken }> {
  const fields = parseForm(form, tokenForms);
  switch (fields.action) {
    case "create": {
      const { name, replaces, version } = fields;
      // Reloading the page that shows a new token sends the form again.
      const expected = idsOfVersion(version ?? "");
      const request = { name, replaces, expected };
      const { text } = await tokens.create(account.id, request);
      return { created: { name, text } };
    }
    case "rename":
      await tokens.rename(account.id, fields.token, fields.name);
      return { done: "renamed" };
    case "revoke":
      await tokens.revoke(account.id, fields.token);
      return { done: "revoked" };
  }
}
