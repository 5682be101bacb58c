import { faultOf, type FormFault } from "../../lib/shared/form_fault.ts";
import { adminAccountTexts } from "../../lib/shared/texts/admin_account.ts";
import { CheckField } from "../CheckField.tsx";
import { useTexts } from "../language.ts";

/** Deletes somebody else's account. */
export function DeleteForm(
  { path, fault }: { path: string; fault: FormFault | null },
) {
  const texts = useTexts(adminAccountTexts).delete;
  return (
    <form class="card" method="post" action={path}>
      <h2>{texts.title}</h2>
      <CheckField
        label={texts.confirm}
        name="confirmed"
        isRequired
        error={faultOf("confirmed", fault)}
      />
      <button class="danger" type="submit" name="action" value="delete">
        {texts.button}
      </button>
    </form>
  );
}
