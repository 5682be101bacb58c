import { PageHead } from "../../components/ui/PageHead.tsx";
import { type Context, HttpError } from "fresh";
import { renderToString } from "preact-render-to-string";
import { docsLayout, docsSections } from "../../components/docs/DocsPage.tsx";
import { Html } from "../../components/ui/markup.tsx";
import { PageScript } from "../../components/ui/CopyButton.tsx";
import { LanguageProvider } from "../../components/ui/language.ts";
import { byMethod, type State } from "../../define.ts";
import { NegotiatedBody } from "../../lib/http/compression.ts";
import { searchOf } from "../../lib/http/entry.ts";
import { siteOrigin } from "../../lib/http/hosts.ts";
import { pageHeaders } from "../../lib/http/responses.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { preferencesOf } from "../../lib/http/preferences.ts";
import { optionalMember } from "../../lib/accounts/sign_in/request_member.ts";
import { mapInTurns } from "../../lib/core/async.ts";
import { docsView, groupId } from "../../lib/docs/docs_view.ts";
import { documentFor } from "../../lib/docs/document_cache.ts";
import type { OpenapiDocument } from "../../lib/docs/document.ts";
import type { Language } from "../../lib/i18n/language.ts";
import { formatText } from "../../lib/i18n/format.ts";
import { groupText } from "../../lib/docs/texts.ts";
import { docsTexts } from "../../lib/docs/view/texts.ts";
import { PageCache } from "../../lib/http/page_cache.ts";

/**
 * Rendering is nearly all of the page's cost, and the result is the same for
 * everybody.
 */
const rendered = new WeakMap<OpenapiDocument, Map<string, Promise<string>>>();

/** Guests' pages. Clients choose the origin if `BASE_URL` is not set. */
const pages = new PageCache<NegotiatedBody>(64);

/**
 * Renders a page section by section: in one piece it would delay every other request.
 *
 * @param group the id of the group that it describes; empty for the page with all endpoints
 */
async function renderDocs(
  document: OpenapiDocument,
  language: Language,
  group: string,
): Promise<string> {
  const sections = docsSections(docsView(document, language), group);
  const parts = await mapInTurns(sections, (section) =>
    renderToString(
      <LanguageProvider value={language}>
        {section}
      </LanguageProvider>,
    ));
  const [contents, ...rest] = parts;
  return docsLayout(contents, rest.join(""));
}

async function docsPage(
  ctx: Context<State>,
  document: OpenapiDocument,
): Promise<Response> {
  const { language } = preferencesOf(ctx.req.headers);
  const { group: id = "" } = ctx.params;
  const html = await rendered.getOrInsertComputed(document, () => new Map())
    .getOrInsertComputed(
      `${language} ${id}`,
      () => renderDocs(document, language, id),
    );
  const tag = document.tags.find(({ name }) => groupId(name) === id);
  const [group, description] = tag ? groupText(language, tag.name) : [];
  const t = docsTexts[language];
  return await ctx.render(
    <>
      <PageHead
        title={group ? formatText(t.groupTitle, { group }) : t.title}
        description={description ?? t.description}
        styles={["docs"]}
      />
      {group && <PageScript />}
      <Html html={html} />
    </>,
    { headers: pageHeaders },
  );
}

export const handler = byMethod({
  async GET(ctx) {
    const { req, state, url, params } = ctx;
    const { services } = state;
    enforceRateLimit(ctx);
    state.member = await optionalMember(ctx);
    const { group = "" } = params;
    const document = await documentFor(services, url);
    if (group && document.tags.every(({ name }) => groupId(name) !== group)) {
      throw new HttpError(404);
    }
    // The page's forms return to the whole URL, with its query.
    if (state.member || searchOf(req.url) !== "") {
      return await docsPage(ctx, document);
    }
    const { language, theme } = preferencesOf(req.headers);
    const origin = siteOrigin(services.config.BASE_URL, { url });
    const page = await pages.get(
      `${origin} ${language} ${theme} ${group}`,
      [document, services.credits()],
      async () =>
        new NegotiatedBody(await (await docsPage(ctx, document)).bytes()),
    );
    return page.response(req.headers, pageHeaders);
  },
});
