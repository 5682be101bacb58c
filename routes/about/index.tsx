import { page } from "fresh";
import {
  AboutPage,
  type AboutPageProps,
} from "../../components/docs/AboutPage.tsx";
import manifest from "../../deno.json" with { type: "json" };
import { byMethod, define } from "../../define.ts";
import { pageHeaders } from "../../lib/http/responses.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { optionalMember } from "../../lib/accounts/sign_in/request_member.ts";

export const handler = byMethod({
  async GET(ctx) {
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
});

export default define.page<typeof handler>(({ data }) => (
  <AboutPage
    {...data}
  />
));
