import type { Caller } from "../core/caller.ts";
import { InputError, unknownAction } from "../core/errors.ts";
import { AS_TYPED, type Form } from "../http/form.ts";
import { type Account, parseEmail } from "./account.ts";
import type { Accounts } from "./accounts.ts";
import type { Done, NewToken } from "./view/console_view.ts";
import { idsOfVersion } from "./console.ts";
import type { Tokens } from "./tokens/tokens.ts";

type AccountStore = Pick<
  Accounts,
  "changePassword" | "changeEmail" | "delete"
>;
type AccountFields = Pick<Form, "text" | "optional" | "isTicked">;

/** What was done, with the account as it is now. */
export type OwnChange =
  | { done: "password" | "email"; account: Account }
  | { done: "deleted" };

/**
 * Does what one of the forms about one's own account asks for.
 *
 * @param id of whoever sent it
 * @throws {InputError} where it cannot be done as it was sent
 */
export async function changeOwnAccount(
  accounts: AccountStore,
  id: string,
  form: AccountFields,
  caller?: Caller,
): Promise<OwnChange> {
  switch (form.optional("action")) {
    case "password": {
      const account = await accounts.changePassword(id, {
        current: form.text("current", AS_TYPED),
        next: form.text("next", AS_TYPED),
      }, caller);
      return { done: "password", account };
    }
    case "email": {
      const email = parseEmail(form.text("email"));
      if (!email) throw new InputError("email", { reason: "email_malformed" });
      const current = form.text("current", AS_TYPED);
      const account = await accounts.changeEmail(
        id,
        { current, email },
        caller,
      );
      return { done: "email", account };
    }
    case "delete":
      if (!form.isTicked("confirmed")) {
        throw new InputError("confirmed", { reason: "confirmation_required" });
      }
      await accounts.delete(
        id,
        { current: form.text("current", AS_TYPED) },
        caller,
      );
      return { done: "deleted" };
    default:
      throw unknownAction();
  }
}

/** The fields of a form, as far as this reads them. */
export interface TokenFields {
  text(name: string): string;
  optional(name: string): string | null;
  isTicked(name: string): boolean;
}

type TokenStore = Pick<Tokens, "create" | "rename" | "revoke">;

/**
 * Does what one of the console's forms asks for.
 *
 * @throws {InputError} where it cannot be done as it was sent
 */
export async function handleTokenForm(
  tokens: TokenStore,
  account: Account,
  form: TokenFields,
): Promise<{ done: Done } | { created: NewToken }> {
  switch (form.optional("action")) {
    case "create":
      return { created: await create(tokens, account, form) };
    case "rename":
      await tokens.rename(
        account.id,
        form.text("token"),
        form.text("name"),
      );
      return { done: "renamed" };
    case "revoke":
      requireTick(form);
      await tokens.revoke(account.id, form.text("token"));
      return { done: "revoked" };
    default:
      throw unknownAction();
  }
}

async function create(
  tokens: TokenStore,
  account: Account,
  form: TokenFields,
): Promise<NewToken> {
  const name = form.text("name");
  const replaces = form.optional("replaces");
  if (replaces !== null) requireTick(form);
  // The page that shows a token answers a POST, and reloading it sends that again.
  const expected = idsOfVersion(form.optional("mark") ?? "");
  const wish = { name, replaces, expected };
  const { text } = await tokens.create(account.id, wish);
  return { name, text };
}

function requireTick(form: TokenFields): void {
  if (!form.isTicked("confirmed")) {
    throw new InputError("confirmed", { reason: "confirmation_required" });
  }
}
