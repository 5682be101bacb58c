import { adminTexts } from "../../lib/admin/view/texts.ts";
import { useTexts } from "./language.ts";

interface PagerProps {
  /** Where the first page is; null on it. */
  first: string | null;
  /** Where the next page is; null on the last one. */
  next: string | null;
  nextText: string;
}

/** Leads on through a list that is shown in parts. */
export function Pager({ first, next, nextText }: PagerProps) {
  const { lists } = useTexts(adminTexts);
  if (first === null && next === null) return null;
  return (
    <nav class="pager" aria-label={lists.pages}>
      {first && <a href={first}>{lists.fromStart}</a>}
      {next && <a href={next} rel="next">{nextText}</a>}
    </nav>
  );
}
