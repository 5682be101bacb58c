import { type Context, page } from "fresh";
import {
  AboutPage,
  type AboutPageProps,
} from "../../components/docs/AboutPage.tsx";
import manifest from "../../deno.json" with { type: "json" };
import { define, type State } from "../../define.ts";
import { pageHeaders } from "../../lib/http/responses.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { optionalMember } from "../../lib/accounts/sign_in/request_member.ts";

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { services } = ctx.state;
    enforceRateLimit(ctx);
    ctx.state.member = await optionalMember(ctx);
    const { version } = manifest;
    return page<AboutPageProps>(
      {
        version,
        credits: services.credits(),
        hasWhois: services.whois !== null,
        hasRdap: services.config.RDAP === "on",
      },
      { headers: pageHeaders },
    );
  },
}));

export default define.page<typeof handler>(({ data }) => (
  <AboutPage
    {...data}
  />
));
