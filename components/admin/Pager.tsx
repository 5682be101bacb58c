interface PagerProps {
  /** Where the first page is; null on it. */
  first: string | null;
  /** Where the next page is; null on the last one. */
  next: string | null;
  nextText: string;
}

/** Leads on through a list that is shown in parts. */
export function Pager({ first, next, nextText }: PagerProps) {
  if (first === null && next === null) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {first && <a href={first}>From the start</a>}
      {next && <a href={next} rel="next">{nextText}</a>}
    </nav>
  );
}
