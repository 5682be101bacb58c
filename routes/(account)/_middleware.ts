import { csrf } from "fresh";
import { define, type State } from "../../define.ts";
import { charge } from "../../lib/http/limit.ts";
import { isOwnOrigin } from "../../lib/http/own_origin.ts";
import { sessionCookieOf } from "../../lib/http/session_cookie.ts";

/** Every page that knows its visitors: counted, safe from other sites' forms, with its member. */
export default define.middleware([
  (ctx) => {
    const { services, client } = ctx.state;
    charge(services.limits, "pages", client.key);
    return ctx.next();
  },
  csrf<State>({
    origin: (origin, { url, state }) =>
      isOwnOrigin(origin, url, state.services.config.BASE_URL),
  }),
  async (ctx) => {
    const { sessions, config } = ctx.state.services;
    const cookie = sessionCookieOf(ctx.url, config.BASE_URL)
      .read(ctx.req.headers);
    ctx.state.member = cookie === null ? null : await sessions.memberOf(cookie);
    return ctx.next();
  },
]);
