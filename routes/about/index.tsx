import { AboutPage } from "../../components/docs/AboutPage.tsx";
import manifest from "../../deno.json" with { type: "json" };
import { byMethod } from "../../define.ts";
import { pageHeaders } from "../../lib/http/responses.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { optionalMember } from "../../lib/accounts/sign_in/request_member.ts";

export const handler = byMethod({
  async GET(ctx) {
    const { services } = ctx.state;
    enforceRateLimit(ctx);
    ctx.state.member = await optionalMember(ctx);
    return await ctx.render(
      <AboutPage
        version={manifest.version}
        credits={services.credits()}
        hasWhois={services.whois !== null}
        hasRdap={services.config.RDAP === "on"}
      />,
      { headers: pageHeaders },
    );
  },
});
