import { define, ownForms } from "../../define.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { sessionCookieOf } from "../../lib/accounts/sign_in/session.ts";
import {
  findSession,
  optionalMember,
} from "../../lib/accounts/sign_in/request_member.ts";

/** For all pages with sessions: rate limit, protection against forms of other sites, and the member. */
export default define.middleware([
  (ctx) => {
    const { services } = ctx.state;
    enforceRateLimit(ctx);
    services.checkHostHeader(ctx.url, ctx.req.headers);
    return ctx.next();
  },
  ownForms,
  async (ctx) => {
    const { state, url, req } = ctx;
    // Signing out must work even if the store is down.
    if (url.pathname === "/sign-out") {
      state.member = await optionalMember(ctx);
      return ctx.next();
    }
    const { sessions, config } = state.services;
    const cookies = sessionCookieOf(url, config.BASE_URL).read(req.headers);
    const found = await findSession(sessions, cookies);
    state.member = found?.member ?? null;
    state.sessionCookie = found?.cookie;
    return ctx.next();
  },
]);
