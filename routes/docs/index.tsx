import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { DocsPage } from "../../components/docs/DocsPage.tsx";
import { define, type State } from "../../define.ts";
import { pageHeaders } from "../../lib/http/answers.ts";
import { charge } from "../../lib/http/limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { viewerOf } from "../../lib/http/viewer.ts";
import { docsView } from "../../lib/openapi/docs_view.ts";
import { documentFor } from "../../lib/openapi/documents.ts";

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { state, url } = ctx;
    const { services, client } = state;
    charge(services.limits, "pages", client.key);
    state.member = await viewerOf(ctx);
    const docs = docsView(await documentFor(services, url));
    return page({ docs }, { headers: pageHeaders });
  },
}));

export default define.page<typeof handler>(({ data: { docs } }) => (
  <>
    <Head>
      <title>API – Porthole</title>
      <meta
        name="description"
        content="Every endpoint of this server: public address, GeoIP, V1, V2, DNS lookup and whois, with parameters, limits, errors and real answers."
      />
    </Head>
    <DocsPage docs={docs} />
  </>
));
