import { siteTexts } from "../lib/shared/texts/site.ts";
import { useErrorText, useTexts } from "./language.ts";

/** An error page's body: what happened, in words, and a way on. */
export function ErrorNotice(
  { status, message }: { status: number; message: string },
) {
  const texts = useTexts(siteTexts);
  const { errorTitles, yourFault, ourFault } = texts;
  return (
    <section class="notice">
      <p class="status">{status}</p>
      <h1>{errorTitles[status] ?? (status < 500 ? yourFault : ourFault)}</h1>
      <p>{useErrorText()(message)}</p>
      <p>
        <a href="/">{texts.showAddress}</a>
      </p>
    </section>
  );
}
