/** The texts of a copy button, in the page's language. */
export interface CopyButtonTexts {
  copy: string;
  copied: string;
  share: string;
  /** Shown if the browser refuses to copy: the text is selected, to copy it by keyboard. */
  byHand: string;
}

export interface CopyControlProps {
  /** Id of the element whose text is copied. */
  of: string;
  /** What that is, for screen readers: "the address". */
  what: string;
  /** Whether the text is a link, which the browser shares if it can. */
  isShared?: boolean;
  texts: CopyButtonTexts;
}

/** A button that copies an element's text, on a page that has the script. */
export function CopyControl(
  { of, what, isShared = false, texts }: CopyControlProps,
) {
  return (
    <span class="copy-button">
      <button
        type="button"
        data-copy={of}
        data-copied={texts.copied}
        data-by-hand={texts.byHand}
        data-share={isShared ? "" : undefined}
      >
        {isShared ? texts.share : texts.copy}
        <span class="hidden">{` ${what}`}</span>
      </button>
      <span class="hidden" role="status"></span>
    </span>
  );
}
