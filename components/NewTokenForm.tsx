import { faultOf, type FormFault } from "../lib/shared/form_fault.ts";
import { consoleTexts } from "../lib/shared/texts/account_console.ts";
import { useTexts } from "./language.ts";
import { TextField } from "./TextField.tsx";

/** Makes a token where there is room for one. */
export function NewTokenForm(
  { tokensMark, typed, fault }: {
    tokensMark: string;
    typed: string;
    fault: FormFault | null;
  },
) {
  const { create } = useTexts(consoleTexts);
  return (
    <form class="card" method="post" action="/console">
      <h2>{create.heading}</h2>
      <input type="hidden" name="mark" value={tokensMark} />
      <TextField
        label={create.name}
        name="name"
        autocomplete="off"
        value={typed}
        maxLength={60}
        hint={create.hint}
        error={faultOf("name", fault)}
      />
      <button type="submit" name="action" value="create">
        {create.button}
      </button>
    </form>
  );
}
