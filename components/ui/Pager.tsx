import { adminTexts } from "../../lib/admin/view/texts.ts";
import { useTexts } from "./language.ts";

interface PagerProps {
  /** Path of the first page; null on the first page. */
  first: string | null;
  /** Path of the next page; null on the last page. */
  next: string | null;
  nextText: string;
}

/** Links to other pages of a list. */
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
