import { PageHead } from "../../components/ui/PageHead.tsx";
import { seeOther } from "../../lib/http/responses.ts";
import { page } from "fresh";
import { DoneNotice } from "../../components/accounts/ConsoleNav.tsx";
import { FormErrorNotice, Notice } from "../../components/ui/Notice.tsx";
import { TextField } from "../../components/ui/Fields.tsx";
import { byMethod, define } from "../../define.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import { signInForm } from "../../lib/accounts/forms.ts";
import {
  formError,
  type FormErrorResponse,
  pageInit,
  parseForm,
  readForm,
  safeRedirectPath,
} from "../../lib/http/form.ts";
import { sessionCookieOf } from "../../lib/accounts/sign_in/session.ts";
import {
  authenticate,
  sessionFor,
} from "../../lib/accounts/sign_in/sign_in.ts";
import { fieldError } from "../../lib/i18n/errors.ts";
import { signInTexts } from "../../lib/accounts/view/texts.ts";

function signInPage(
  next: string,
  email: string,
  { error = null, hasEnded = false }: {
    error?: FormErrorResponse | null;
    /** Whether the browser's session is no longer valid. */
    hasEnded?: boolean;
  },
) {
  return page({ next, email, error, hasEnded }, pageInit(error));
}

export const handler = byMethod({
  GET({ url, state, req }) {
    const next = safeRedirectPath(url.searchParams.get("next"), "/console");
    if (state.member) return seeOther(next);
    const { BASE_URL } = state.services.config;
    const cookies = sessionCookieOf(url, BASE_URL).read(req.headers);
    return signInPage(next, "", { hasEnded: cookies.length > 0 });
  },
  async POST(ctx) {
    const form = await readForm(ctx.req);
    const next = safeRedirectPath(form.typed("next"), "/console");
    try {
      const { email, password } = parseForm(form, signInForm);
      const account = await authenticate(ctx, email, password);
      return seeOther(next, ...await sessionFor(ctx, account));
    } catch (thrown) {
      const error = formError(thrown, ctx);
      return signInPage(next, form.typed("email"), { error });
    }
  },
});

export default define.page<typeof handler>(({ data, url, state, req }) => {
  const { signIn, signUp, email, password } = signInTexts[languageOf(req)];
  return (
    <section class="panel narrow">
      <PageHead title={signIn.title} description={signIn.description} />
      <h1>{signIn.heading}</h1>
      <DoneNotice word={url.searchParams.get("done")} />
      {data.hasEnded && <Notice kind="info">{signIn.hasEnded}</Notice>}
      <FormErrorNotice error={data.error} shownBy={["email", "password"]} />
      <form method="post" action="/sign-in">
        <input type="hidden" name="next" value={data.next} />
        <TextField
          label={email}
          name="email"
          type="email"
          autocomplete="username"
          value={data.email}
          maxLength={254}
          error={fieldError("email", data.error)}
        />
        <TextField
          label={password}
          name="password"
          type="password"
          autocomplete="current-password"
          error={fieldError("password", data.error)}
        />
        <button type="submit">{signIn.button}</button>
      </form>
      {state.services.config.SIGN_UP === "open" && (
        <p class="aside">
          {signIn.noAccount}
          <a href={`/sign-up?${new URLSearchParams({ next: data.next })}`}>
            {signUp.heading}
          </a>
        </p>
      )}
    </section>
  );
});
