import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { define, type State } from "../../define.ts";
import { pageHeaders } from "../../lib/http/answers.ts";
import { methods } from "../../lib/http/methods.ts";
import { sessionCookieOf } from "../../lib/http/session_cookie.ts";
import { seeOther } from "../../lib/http/sign_in.ts";
import { endSessions } from "../../lib/http/sign_out.ts";

function cookieOf({ url, state }: Context<State>) {
  return sessionCookieOf(url, state.services.config.BASE_URL);
}

/** A link or an image on another site can make a browser GET; so only a POST signs out. */
export const handler = define.handlers(methods({
  GET: (ctx: Context<State>) =>
    // Not only to members: without the store nobody is known as one.
    cookieOf(ctx).read(ctx.req.headers).length > 0
      ? page({}, { headers: pageHeaders })
      : seeOther("/sign-in"),
  async POST(ctx: Context<State>) {
    const { sessions, log } = ctx.state.services;
    const cookie = cookieOf(ctx);
    const cookies = cookie.read(ctx.req.headers);
    const isEnded = await endSessions(sessions, cookies, log);
    const done = isEnded ? "signed-out" : "signed-out-here";
    return seeOther(`/sign-in?done=${done}`, cookie.clear());
  },
}));

export default define.page<typeof handler>(() => (
  <section class="panel narrow">
    <Head>
      <title>Sign out – Porthole</title>
      <meta name="description" content="End your session in this browser." />
    </Head>
    <h1>Sign out</h1>
    <form method="post" action="/sign-out">
      <button type="submit">Sign out</button>
    </form>
  </section>
));
