import { PageHead } from "../../components/ui/PageHead.tsx";
import { type Context, page } from "fresh";
import { byMethod, define, type State } from "../../define.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import { pageHeaders, seeOther } from "../../lib/http/responses.ts";
import { sessionCookieOf } from "../../lib/accounts/sign_in/session.ts";
import { endSessions } from "../../lib/accounts/sign_in/sign_in.ts";
import { signInTexts } from "../../lib/accounts/view/texts.ts";

function cookieOf({ url, state }: Context<State>) {
  return sessionCookieOf(url, state.services.config.BASE_URL);
}

/** Only a POST signs out, because a link or an image on another site can cause a GET. */
export const handler = byMethod({
  GET: (ctx) =>
    // Checks the cookie, not the member: if the store is down, no member is known.
    cookieOf(ctx).read(ctx.req.headers).length > 0
      ? page({}, { headers: pageHeaders })
      : seeOther("/sign-in"),
  async POST(ctx) {
    const { req, info, state: { services } } = ctx;
    const cookie = cookieOf(ctx);
    const cookies = cookie.read(req.headers);
    const isEnded = await endSessions(
      services.sessions,
      cookies,
      (error) => services.reportError(error, req, info),
    );
    const done = isEnded ? "signed-out" : "signed-out-here";
    return seeOther(`/sign-in?done=${done}`, cookie.clear());
  },
});

export default define.page<typeof handler>(({ req }) => {
  const { signOut } = signInTexts[languageOf(req)];
  return (
    <section class="panel narrow">
      <PageHead title={signOut.title} description={signOut.description} />
      <h1>{signOut.heading}</h1>
      <form method="post" action="/sign-out">
        <button type="submit">{signOut.button}</button>
      </form>
    </section>
  );
});
