import { PageHead } from "../../../../components/ui/PageHead.tsx";
import { formatText } from "../../../../lib/i18n/format.ts";
import { seeOther } from "../../../../lib/http/responses.ts";
import { type Context, page } from "fresh";
import { ConsoleNav } from "../../../../components/accounts/ConsoleNav.tsx";
import { FormErrorNotice } from "../../../../components/ui/Notice.tsx";
import { PageScript } from "../../../../components/ui/CopyButton.tsx";
import { byMethod, define, type State } from "../../../../define.ts";
import { languageOf } from "../../../../lib/http/preferences.ts";
import { adOffer, noAdReason } from "../../../../lib/accounts/console.ts";
import { adForms } from "../../../../lib/accounts/forms.ts";
import {
  formError,
  type FormErrorResponse,
  pageInit,
  parseForm,
  readForm,
} from "../../../../lib/http/form.ts";
import { requireMember } from "../../../../lib/accounts/sign_in/sign_in.ts";
import { adTexts } from "../../../../lib/accounts/view/texts.ts";
import { ActionButton } from "../../../../components/ui/Fields.tsx";

async function adPage(
  { state }: Context<State>,
  ticket: string | null = null,
  error: FormErrorResponse | null = null,
) {
  const { ads, ad, config } = state.services;
  const { account } = requireMember(state);
  const offer = await adOffer(ads, account);
  const seconds = config.AD_SECONDS;
  const hasOwnAd = ad !== null;
  const waitSeconds = error?.params.reason === "ad_too_early"
    ? error.params.waitSeconds
    : seconds;
  return page(
    {
      offer,
      unavailable: noAdReason(ads, account),
      ticket,
      error,
      seconds,
      waitSeconds,
      hasOwnAd,
    },
    pageInit(error),
  );
}

export const handler = byMethod({
  GET: (ctx) => adPage(ctx),
  async POST(ctx) {
    const { ads } = ctx.state.services;
    const { account } = requireMember(ctx.state);
    const form = await readForm(ctx.req);
    // A ticket that is sent too early stays on the page, because it becomes valid.
    let ticket: string | null = null;
    try {
      const fields = parseForm(form, adForms);
      switch (fields.action) {
        case "show":
          return await adPage(ctx, await ads.issue(account));
        case "redeem":
          ticket = fields.ticket;
          await ads.redeem(account, ticket);
          return seeOther("/console?done=ad");
      }
    } catch (thrown) {
      const error = formError(thrown, ctx);
      const isRetryable = error.status === 409 || error.status >= 429;
      return await adPage(ctx, isRetryable ? ticket : null, error);
    }
  },
});

export default define.page<typeof handler>(({ data, req }) => {
  const { offer, unavailable, ticket, error, seconds, waitSeconds, hasOwnAd } =
    data;
  const t = adTexts[languageOf(req)];
  return (
    <>
      <PageHead title={t.title} description={t.description} />
      <ConsoleNav current="/console/ad" />
      <section class="panel">
        <h1>{t.heading}</h1>
        <FormErrorNotice error={error} shownBy={[]} />
        {ticket !== null && (
          <>
            <PageScript />
            {hasOwnAd
              ? (
                <iframe
                  class="ad"
                  src="/console/ad/frame"
                  title={t.frame}
                  sandbox="allow-scripts allow-popups"
                  referrerpolicy="no-referrer"
                />
              )
              : (
                <div class="house-ad">
                  <h2>{t.house.heading}</h2>
                  <p>{t.house.text}</p>
                </div>
              )}
            <form method="post" action="/console/ad">
              <input type="hidden" name="ticket" value={ticket} />
              <p>
                {formatText(t.whenPassed, { seconds })}
              </p>
              {/* Without script, the button works at once, and the server says how long to wait. */}
              <button
                type="submit"
                name="action"
                value="redeem"
                data-wait-seconds={waitSeconds}
                data-wait={t.wait}
              >
                {formatText(t.redeem, { bonus: offer?.bonus ?? 0 })}
              </button>
            </form>
          </>
        )}
        {unavailable !== null && (
          <p>
            {t.unavailable[unavailable]}
            {unavailable === "token" && <a href="/console">{t.createToken}</a>}
          </p>
        )}
        {offer !== null && offer.leftToday === 0 && <p>{t.noneLeft}</p>}
        {offer !== null && offer.leftToday > 0 && ticket === null && (
          <form method="post" action="/console/ad">
            <p>
              {formatText(t.offer, { ...offer, seconds })}
            </p>
            <ActionButton action="show" text={t.show} />
          </form>
        )}
      </section>
    </>
  );
});
