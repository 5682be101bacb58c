import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { define, type State } from "../../define.ts";
import { pageHeaders } from "../../lib/http/answers.ts";
import { methods } from "../../lib/http/methods.ts";
import { sessionCookieOf } from "../../lib/http/session_cookie.ts";
import { seeOther } from "../../lib/http/sign_in.ts";

/** A link or an image on another site can make a browser GET; so only a POST signs out. */
export const handler = define.handlers(methods({
  GET: ({ state }: Context<State>) =>
    state.member ? page({}, { headers: pageHeaders }) : seeOther("/sign-in"),
  async POST({ req, url, state: { services } }: Context<State>) {
    const cookie = sessionCookieOf(url, services.config.BASE_URL);
    const value = cookie.read(req.headers);
    if (value !== null) await services.sessions.end(value);
    return seeOther("/sign-in?done=signed-out", cookie.clear());
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
