import { InputError, unknownAction } from "../http/errors.ts";
import type { Done } from "../shared/done_text.ts";
import type { NewToken } from "../shared/console_view.ts";
import type { Account } from "./account.ts";
import { idsOfMark } from "./console.ts";
import type { Tokens } from "./tokens.ts";

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
export async function carryOut(
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
  const expected = idsOfMark(form.optional("mark") ?? "");
  const wish = { name, replaces, expected };
  const { text } = await tokens.create(account.id, wish);
  return { name, text };
}

function requireTick(form: TokenFields): void {
  if (!form.isTicked("confirmed")) {
    throw new InputError("confirmed", "Please tick this box to go on.");
  }
}
