import type { Context } from "fresh";
import { asset, Head } from "fresh/runtime";
import { renderToString } from "preact-render-to-string";
import {
  docsLayout,
  docsSections,
  RenderedHtml,
} from "../../components/docs/DocsPage.tsx";
import { PageScript } from "../../components/ui/CopyButton.tsx";
import { LanguageProvider } from "../../components/ui/language.ts";
import { define, type State } from "../../define.ts";
import { CachedBody } from "../../lib/http/compression.ts";
import { searchOf } from "../../lib/http/entry.ts";
import { siteOrigin } from "../../lib/http/hosts.ts";
import { pageHeaders } from "../../lib/http/responses.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { preferencesOf } from "../../lib/http/preferences.ts";
import { optionalMember } from "../../lib/accounts/sign_in/request_member.ts";
import { WeakMemo } from "../../lib/core/cache.ts";
import { mapInTurns } from "../../lib/core/async.ts";
import { docsView } from "../../lib/docs/docs_view.ts";
import { documentFor } from "../../lib/docs/document_cache.ts";
import type { OpenapiDocument } from "../../lib/docs/openapi_document.ts";
import type { Language } from "../../lib/i18n/language.ts";
import { docsTexts } from "../../lib/docs/view/texts.ts";
import { PageCache } from "../../lib/http/page_cache.ts";

/**
 * Rendering is nearly all of the page's cost, and the result is the same for
 * everybody.
 */
const rendered = new WeakMemo<OpenapiDocument, Language, Promise<string>>();

/** Guests' pages. A page takes 0.1 MB, and clients choose the origin if `BASE_URL` is not set. */
const pages = new PageCache<CachedBody>(32);

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
  const [contents, ...rest] = parts;
  return docsLayout(contents, rest.join(""));
}

async function docsPage(ctx: Context<State>): Promise<Response> {
  const { req, state: { services }, url } = ctx;
  const document = await documentFor(services, url);
  const { language } = preferencesOf(req.headers);
  const html = await rendered.get(
    document,
    language,
    () => renderDocs(document, language),
  );
  const t = docsTexts[language];
  return await ctx.render(
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
      <PageScript />
      <RenderedHtml html={html} />
    </>,
    { headers: pageHeaders },
  );
}

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { req, state, url } = ctx;
    const { services } = state;
    enforceRateLimit(ctx);
    state.member = await optionalMember(ctx);
    // The page's forms return to the whole URL, with its query.
    if (state.member || searchOf(req.url) !== "") return await docsPage(ctx);
    const document = await documentFor(services, url);
    const { language, theme } = preferencesOf(req.headers);
    const origin = siteOrigin(services.config.BASE_URL, { url });
    const page = await pages.get(
      `${origin} ${language} ${theme}`,
      [document, services.credits()],
      async () => new CachedBody(await (await docsPage(ctx)).bytes()),
    );
    return page.response(req.headers, pageHeaders);
  },
}));
