import { faultOf, type FormFault } from "../../lib/shared/form_fault.ts";
import { CheckField } from "../CheckField.tsx";

/** Deletes somebody else's account. */
export function DeleteForm(
  { path, fault }: { path: string; fault: FormFault | null },
) {
  return (
    <form class="card" method="post" action={path}>
      <h2>Delete the account</h2>
      <CheckField
        label="The tokens stop working, and nothing of the account can be had back."
        name="confirmed"
        isRequired
        error={faultOf("confirmed", fault)}
      />
      <button class="danger" type="submit" name="action" value="delete">
        Delete account
      </button>
    </form>
  );
}
