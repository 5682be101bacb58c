import { SearchErrorPage } from "../components/ipinfo/Search.tsx";
import { byMethod } from "../define.ts";
import { optionalMember } from "../lib/accounts/sign_in/request_member.ts";
import { formError, pageInit } from "../lib/http/form.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { seeOther } from "../lib/http/responses.ts";
import { closestTarget, hostOfInput } from "../lib/net/target_input.ts";
import { localPath, parseWhoisTarget } from "../lib/whois/whois_target.ts";

/** More than any target has. */
const MAX_LENGTH = 1_000;

/** Redirects from the search field to the page about the typed text. */
export const handler = byMethod({
  async GET(ctx) {
    const { state, url } = ctx;
    enforceRateLimit(ctx);
    state.member = await optionalMember(ctx);
    const query = (url.searchParams.get("q") ?? "").slice(0, MAX_LENGTH);
    try {
      return seeOther(localPath(parseWhoisTarget(hostOfInput(query))));
    } catch (thrown) {
      const error = formError(thrown, ctx);
      const meant = closestTarget(query);
      return ctx.render(
        <SearchErrorPage {...error} query={query} meant={meant} />,
        pageInit(error),
      );
    }
  },
});
