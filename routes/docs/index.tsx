import { type Context, page } from "fresh";
import { asset, Head } from "fresh/runtime";
import { DocsPage } from "../../components/docs/DocsPage.tsx";
import { define, type State } from "../../define.ts";
import { pageHeaders } from "../../lib/http/answers.ts";
import { charge } from "../../lib/http/limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import { viewerOf } from "../../lib/http/viewer.ts";
import { docsTexts } from "../../lib/shared/texts/docs.ts";

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { req, state, url } = ctx;
    const { services, client } = state;
    charge(services.limits, "pages", client.key);
    state.member = await viewerOf(ctx);
    // Loaded when they are asked for: a start need not wait for them.
    const [{ documentFor }, { docsView }] = await Promise.all([
      import("../../lib/openapi/documents.ts"),
      import("../../lib/openapi/docs_view.ts"),
    ]);
    const document = await documentFor(services, url);
    const docs = docsView(document, languageOf(req));
    return page({ docs }, { headers: pageHeaders });
  },
}));

export default define.page<typeof handler>(({ data: { docs }, req }) => {
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
      <DocsPage docs={docs} />
    </>
  );
});
