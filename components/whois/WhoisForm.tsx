import { whoisTexts } from "../../lib/shared/texts/whois.ts";
import { useTexts } from "../language.ts";
import { TextField } from "../TextField.tsx";

/** One field: what is typed says by itself what it is. */
export function WhoisForm(
  { typed, error }: { typed: string; error?: string },
) {
  const { form } = useTexts(whoisTexts);
  return (
    <form class="whois" method="get" action="/whois" role="search">
      <div class="search">
        <TextField
          label={form.query}
          name="query"
          type="search"
          autocomplete="off"
          value={typed}
          maxLength={254}
          error={error}
          hint={form.hint}
        />
        <button type="submit">{form.submit}</button>
      </div>
    </form>
  );
}
