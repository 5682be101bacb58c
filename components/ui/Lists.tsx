import type { ComponentChildren } from "preact";
import { siteTexts } from "../../lib/i18n/site.ts";
import { useTexts } from "./language.ts";
import { TextField } from "./Fields.tsx";

interface PagerProps {
  /** Path of the first page; null on the first page. */
  first: string | null;
  /** Path of the next page; null on the last page. */
  next: string | null;
  nextText: string;
}

/** Links to other pages of a list. */
export function Pager({ first, next, nextText }: PagerProps) {
  const { lists } = useTexts(siteTexts);
  if (first === null && next === null) return null;
  return (
    <nav class="pager" aria-label={lists.pages}>
      {first && <a href={first}>{lists.fromStart}</a>}
      {next && <a href={next} rel="next">{nextText}</a>}
    </nav>
  );
}

/** A search form that filters a list. The search text is part of the URL. */
export function SearchForm(
  { action, label, text, children }: {
    action: string;
    label: string;
    text: string;
    /** Further fields. */
    children?: ComponentChildren;
  },
) {
  const { lists } = useTexts(siteTexts);
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
      {children}
      <button type="submit">{lists.search}</button>
    </form>
  );
}
