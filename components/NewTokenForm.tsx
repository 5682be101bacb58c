import { faultOf, type FormFault } from "../lib/shared/form_fault.ts";
import { TextField } from "./TextField.tsx";

/** Makes a token where there is room for one. */
export function NewTokenForm(
  { tokensMark, typed, fault }: {
    tokensMark: string;
    typed: string;
    fault: FormFault | null;
  },
) {
  return (
    <form class="card" method="post" action="/console">
      <h2>A new token</h2>
      <input type="hidden" name="mark" value={tokensMark} />
      <TextField
        label="Name"
        name="name"
        autocomplete="off"
        value={typed}
        maxLength={60}
        hint="Where you will use it, for example."
        error={faultOf("name", fault)}
      />
      <button type="submit" name="action" value="create">Create</button>
    </form>
  );
}
