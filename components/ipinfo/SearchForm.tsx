import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { useTexts } from "../ui/language.ts";

interface SearchFormProps {
  /** What was typed before. */
  query?: string;
}

/** Leads to the page about an address, a name, a network or an AS number. */
export function SearchForm({ query }: SearchFormProps) {
  const texts = useTexts(homeTexts);
  return (
    <form class="find" action="/search" method="get" role="search">
      <label for="search">{texts.search}</label>
      <div>
        <input
          id="search"
          name="q"
          type="search"
          value={query}
          required
          autofocus={query !== undefined}
          maxLength={253}
          placeholder={texts.searchHint}
          autocomplete="off"
          autocapitalize="none"
        />
        <button type="submit">{texts.lookUp}</button>
      </div>
    </form>
  );
}
