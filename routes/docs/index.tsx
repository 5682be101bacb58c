import { type Context, page } from "fresh";
import { asset, Head } from "fresh/runtime";
import { renderToString } from "preact-render-to-string";
import { docsSections, RenderedHtml } from "../../components/docs/DocsPage.tsx";
import { LanguageProvider } from "../../components/ui/language.ts";
import { define, type State } from "../../define.ts";
import { pageHeaders } from "../../lib/http/responses.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import { optionalMember } from "../../lib/accounts/sign_in/viewer.ts";
import { WeakMemo } from "../../lib/core/cache.ts";
import { mapInTurns } from "../../lib/core/turns.ts";
import { docsView } from "../../lib/docs/docs_view.ts";
import { documentFor } from "../../lib/docs/document_cache.ts";
import type { OpenapiDocument } from "../../lib/docs/openapi_document.ts";
import type { Language } from "../../lib/i18n/language.ts";
import { docsTexts } from "../../lib/docs/view/texts.ts";

/**
 * Rendering is nearly all of the page's cost, and the result is the same for
 * everybody.
 */
const rendered = new WeakMemo<OpenapiDocument, Language, Promise<string>>();

/** Renders the page section by section: in one piece it would delay every other request. */
async function renderDocs(
  document: OpenapiDocument,
  language: Language,
): Promise<string> {
  const sections = docsSections(docsView(document, language));
  const parts = await mapInTurns(sections, (section) =>
    renderToString(
      <LanguageProvider value={language}>
        {section}
      </LanguageProvider>,
    ));
  return parts.join("");
}

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { req, state, url } = ctx;
    const { services } = state;
    enforceRateLimit(ctx);
    state.member = await optionalMember(ctx);
    const document = await documentFor(services, url);
    const language = languageOf(req);
    const html = await rendered.get(
      document,
      language,
      () => renderDocs(document, language),
    );
    return page({ html }, { headers: pageHeaders });
  },
}));

export default define.page<typeof handler>(({ data: { html }, req }) => {
  const t = docsTexts[languageOf(req)];
  return (
    <>
      <Head>
        <title>{t.title}</title>
        <meta name="description" content={t.description} />
        <link
          key="docs"
          rel="stylesheet"
          href={asset("/docs.css")}
        />
      </Head>
      <RenderedHtml html={html} />
    </>
  );
});
