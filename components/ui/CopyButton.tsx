import { asset, Head } from "fresh/runtime";
import { siteTexts } from "../../lib/i18n/site.ts";
import { useTexts } from "./language.ts";

/** The texts of a copy button, in the page's language. */
export interface CopyButtonTexts {
  copy: string;
  copied: string;
  share: string;
  /** Shown if the browser refuses to copy: the text is selected, to copy it by keyboard. */
  byHand: string;
}

interface CopyButtonProps {
  /** Id of the element whose text is copied. */
  of: string;
  /** What that is, for screen readers: "the address". */
  what: string;
  /** Whether the text is a link, which the browser shares if it can. */
  isShared?: boolean;
  texts: CopyButtonTexts;
}

/** A button that copies an element's text, with the script that does it. */
export function CopyButton(props: Omit<CopyButtonProps, "texts">) {
  return (
    <>
      <PageScript />
      <CopyControl {...props} texts={useTexts(siteTexts).copyButton} />
    </>
  );
}

/** The button alone, on a page that has the script. */
export function CopyControl(
  { of, what, isShared = false, texts }: CopyButtonProps,
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

/** The script of copy buttons and countdowns. A page loads it once. */
export function PageScript() {
  return (
    <Head>
      <script key="page" async src={asset("/page.js")} />
    </Head>
  );
}
