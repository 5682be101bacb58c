import { asset, Head } from "fresh/runtime";
import { siteTexts } from "../../lib/i18n/site.ts";
import { CopyControl, type CopyControlProps } from "./CopyControl.tsx";
import { useTexts } from "./language.ts";

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
