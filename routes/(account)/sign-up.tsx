import { PageHead } from "../../components/ui/PageHead.tsx";
import { sessionFor } from "../../lib/accounts/sign_in/sign_in.ts";
import { seeOther } from "../../lib/http/responses.ts";
import { page } from "fresh";
import { FormErrorNotice, Notice } from "../../components/ui/Notice.tsx";
import { TextField } from "../../components/ui/Fields.tsx";
import { byMethod, define } from "../../define.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import { signUpForm } from "../../lib/accounts/forms.ts";
import { TIER_QUOTA } from "../../lib/accounts/account_record.ts";
import { formatText } from "../../lib/i18n/format.ts";
import { HOME_FIELD_NAMES } from "../../lib/ipinfo/view/home_fields.ts";
import { homeFieldTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { AppError } from "../../lib/core/errors.ts";
import {
  formError,
  type FormErrorResponse,
  pageInit,
  parseForm,
  readForm,
  safeRedirectPath,
  signInPath,
} from "../../lib/http/form.ts";
import { enforceRateLimit, takeFromBucket } from "../../lib/http/rate_limit.ts";
import { errorText, fieldError } from "../../lib/i18n/errors.ts";
import { signInTexts } from "../../lib/accounts/view/texts.ts";

/** Where a new member goes unless they came from another page. */
const CONSOLE = "/console";

const SIGN_UP_CLOSED = { reason: "sign_up_closed" } as const;

function signUpPage(
  next: string,
  email: string,
  error: FormErrorResponse | null = null,
) {
  return page({ next, email, error }, pageInit(error));
}

export const handler = byMethod({
  GET({ url, state }) {
    const next = safeRedirectPath(url.searchParams.get("next"), CONSOLE);
    return state.member ? seeOther(next) : signUpPage(next, "");
  },
  async POST(ctx) {
    const { services, client } = ctx.state;
    const form = await readForm(ctx.req);
    const next = safeRedirectPath(form.typed("next"), CONSOLE);
    try {
      if (services.config.SIGN_UP === "closed") {
        throw new AppError(403, "FORBIDDEN", SIGN_UP_CLOSED);
      }
      const { email, password } = parseForm(form, signUpForm);
      enforceRateLimit(ctx, "signup");
      if (client.group !== client.key) {
        // One party can hold all 65,536 prefixes of an IPv6 /48.
        const network = `network:${client.group}`;
        takeFromBucket(services.limits, "signup", network);
      }
      const account = await services.accounts.create({
        email,
        password,
        caller: { client, signal: ctx.req.signal },
      });
      const landing = new URL(next, ctx.url);
      landing.searchParams.set("done", "welcome");
      const { pathname, search, hash } = landing;
      return seeOther(
        pathname + search + hash,
        ...await sessionFor(ctx, account),
      );
    } catch (thrown) {
      const error = formError(thrown, ctx);
      return signUpPage(next, form.typed("email"), error);
    }
  },
});

export default define.page<typeof handler>(({ data, state, req }) => {
  const { signIn, signUp, email, password } = signInTexts[languageOf(req)];
  const { guest, member } = state.services.fieldSwitches.current;
  const labels = HOME_FIELD_NAMES.filter((field) =>
    member[field] && !guest[field]
  ).map((field) => homeFieldTexts[languageOf(req)][field]);
  return (
    <section class="panel narrow">
      <PageHead title={signUp.title} description={signUp.description} />
      <h1>{signUp.heading}</h1>
      {state.services.config.SIGN_UP === "closed"
        ? (
          <Notice kind={data.error ? "error" : "info"}>
            {errorText(languageOf(req), SIGN_UP_CLOSED)}
          </Notice>
        )
        : (
          <>
            <FormErrorNotice
              error={data.error}
              shownBy={["email", "password"]}
            />
            <p>{signUp.benefits}</p>
            <ul>
              {labels.length > 0 && (
                <li>
                  {formatText(signUp.fields, {
                    labels: labels.join(signUp.comma),
                  })}
                </li>
              )}
              <li>
                {formatText(signUp.tokens, { quota: TIER_QUOTA.free })}
              </li>
            </ul>
            <form method="post" action="/sign-up">
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
                autocomplete="new-password"
                hint={signUp.passwordHint}
                minLength={10}
                error={fieldError("password", data.error)}
              />
              <button type="submit">{signUp.button}</button>
            </form>
          </>
        )}
      <p class="aside">
        {signUp.hasAccount}
        <a href={signInPath(data.next)}>{signIn.heading}</a>
      </p>
    </section>
  );
});
