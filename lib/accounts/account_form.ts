import type { Caller } from "../core/caller.ts";
import { InputError, unknownAction } from "../http/errors.ts";
import { AS_TYPED, type Form } from "../http/form.ts";
import type { Account } from "./account.ts";
import type { Accounts } from "./accounts.ts";
import { parseEmail } from "./email.ts";

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
      if (!email) throw new InputError("email", "This is no e-mail address.");
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
        throw new InputError("confirmed", "Please tick this box to go on.");
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
