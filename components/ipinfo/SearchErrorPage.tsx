import { asset, Head } from "fresh/runtime";
import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { useTexts } from "../ui/language.ts";
import { ErrorNotice } from "../ui/Notice.tsx";
import { useErrorText } from "../ui/error_text.ts";
import { SearchForm } from "./SearchForm.tsx";

export interface SearchErrorPageProps {
  status: number;
  params: ErrorParams;
  /** What was typed. */
  query: string;
  /** What was probably meant; null if nothing comes to mind. */
  meant: string | null;
}

/** Says in words why there is no page about what was typed, and keeps it in the field. */
export function SearchErrorPage(
  { status, params, query, meant }: SearchErrorPageProps,
) {
  const { didYouMean } = useTexts(homeTexts);
  return (
    <>
      <Head>
        <title>{`${status} – Porthole`}</title>
        <meta name="description" content={useErrorText()(params)} />
        <meta name="robots" content="noindex" />
        <link key="home" rel="stylesheet" href={asset("/home.css")} />
      </Head>
      <ErrorNotice status={status} params={params}>
        {meant !== null && (
          <p class="meant">
            {didYouMean}{" "}
            <a href={`/search?${new URLSearchParams({ q: meant })}`}>{meant}</a>
            ?
          </p>
        )}
      </ErrorNotice>
      <SearchForm query={query} />
    </>
  );
}
