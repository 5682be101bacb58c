import { PageHead } from "../ui/PageHead.tsx";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { useTexts } from "../ui/language.ts";
import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import { ErrorNotice, useErrorText } from "../ui/Notice.tsx";

interface SearchFormProps {
  /** What was typed before. */
  query?: string;
}

/** A field that opens the page about an address, a name, a network or an AS number. */
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

interface SearchErrorPageProps {
  status: number;
  params: ErrorParams;
  /** What was typed. */
  query: string;
  /** The target that was probably meant; null if none is close. */
  meant: string | null;
}

/** Explains why there is no page about the typed text, and keeps the text in the field. */
export function SearchErrorPage(
  { status, params, query, meant }: SearchErrorPageProps,
) {
  const { didYouMean } = useTexts(homeTexts);
  return (
    <>
      <PageHead
        title={`${status} – Porthole`}
        description={useErrorText()(params)}
        styles={["home"]}
      >
        <meta name="robots" content="noindex" />
      </PageHead>
      <ErrorNotice status={status} params={params}>
        {meant !== null && (
          <p class="meant">
            {didYouMean}
            <a href={`/search?${new URLSearchParams({ q: meant })}`}>{meant}</a>
          </p>
        )}
      </ErrorNotice>
      <SearchForm query={query} />
    </>
  );
}
