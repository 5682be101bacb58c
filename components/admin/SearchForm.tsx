import { adminTexts } from "../../lib/admin/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { TextField } from "../ui/Fields.tsx";

/** A search form that filters a list. The search text is part of the URL. */
export function SearchForm(
  { action, label, text }: { action: string; label: string; text: string },
) {
  const { lists } = useTexts(adminTexts);
  return (
    <form class="search" method="get" action={action} role="search">
      <TextField
        label={label}
        name="q"
        type="search"
        autocomplete="off"
        value={text}
        maxLength={254}
        isOptional
      />
      <button type="submit">{lists.search}</button>
    </form>
  );
}
