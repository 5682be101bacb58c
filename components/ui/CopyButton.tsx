import { asset, Head } from "fresh/runtime";
import { siteTexts } from "../../lib/i18n/site.ts";
import { CopyControl, type CopyControlProps } from "./CopyControl.tsx";
import { useTexts } from "./language.ts";
import { SlashText } from "./SlashText.tsx";

/** A button that copies an element's text, with the script that does it. */
export function CopyButton(props: Omit<CopyControlProps, "texts">) {
  return (
    <>
      <PageScript />
      <CopyControl {...props} texts={useTexts(siteTexts).copyButton} />
    </>
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

interface TextToCopyProps {
  id: string;
  label: string;
  /** What the button copies, for screen readers. */
  what: string;
  text: string;
}

/**
 * Text with a button that copies it, on a page that has the script. One click selects
 * all of the text, to copy it without script.
 */
export function TextToCopy({ id, label, what, text }: TextToCopyProps) {
  const { copyButton } = useTexts(siteTexts);
  return (
    <div class="copy-line">
      <dl class="copy">
        <dt>{label}</dt>
        <dd>
          <code id={id}>
            <SlashText text={text} />
          </code>
        </dd>
      </dl>
      <CopyControl of={id} what={what} texts={copyButton} />
    </div>
  );
}
