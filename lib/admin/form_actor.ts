import type { Form } from "../http/form.ts";
import type { Member } from "../accounts/account.ts";
import type { Actor } from "../store/audit.ts";

/** The fields of a form, as far as what is done by it is concerned. */
export type FormFields = Pick<Form, "text" | "optional" | "isTicked">;

/** An administrator, as what they do is put on record. */
export function actorOf({ account }: Member): Actor {
  return { name: account.email, accountId: account.id };
}
