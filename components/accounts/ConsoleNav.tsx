import { asset, Head } from "fresh/runtime";
import { consoleTexts } from "../../lib/accounts/view/texts.ts";
import { useLanguage, useTexts } from "../ui/language.ts";
import { Nav } from "../ui/Nav.tsx";
import { doneText } from "../../lib/accounts/view/console_view.ts";
import { Notice } from "../ui/Notice.tsx";

/** The navigation of the console, with the stylesheet of its pages. */
export function ConsoleNav({ current }: { current: string }) {
  const { pages } = useTexts(consoleTexts);
  return (
    <>
      <Head>
        <link key="console" rel="stylesheet" href={asset("/console.css")} />
      </Head>
      <Nav
        label={pages.label}
        current={current}
        links={[
          ["/console", pages.tokens],
          ["/console/ad", pages.ad],
          ["/console/sessions", pages.sessions],
          ["/console/account", pages.account],
        ]}
      />
    </>
  );
}

/** A message about the action that was just completed, if there was one. */
export function DoneNotice({ word }: { word: string | null }) {
  const text = doneText(word, useLanguage());
  return text === null ? null : <Notice kind="done">{text}</Notice>;
}
