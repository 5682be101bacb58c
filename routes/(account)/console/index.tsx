import { PageHead } from "../../../components/ui/PageHead.tsx";
import { formatText } from "../../../lib/i18n/format.ts";
import { seeOther } from "../../../lib/http/responses.ts";
import { type Context, page } from "fresh";
import {
  ApiExamples,
  NewTokenForm,
  TokenCard,
} from "../../../components/accounts/Tokens.tsx";
import {
  ConsoleNav,
  DoneNotice,
} from "../../../components/accounts/ConsoleNav.tsx";
import { PageScript, TextToCopy } from "../../../components/ui/CopyButton.tsx";
import { FormErrorNotice, Notice } from "../../../components/ui/Notice.tsx";
import { byMethod, define, type State } from "../../../define.ts";
import { siteOrigin } from "../../../lib/http/hosts.ts";
import { languageOf } from "../../../lib/http/preferences.ts";
import { consoleView, handleTokenForm } from "../../../lib/accounts/console.ts";
import {
  formError,
  type FormErrorResponse,
  pageInit,
  readForm,
} from "../../../lib/http/form.ts";
import { sessionCookieOf } from "../../../lib/accounts/sign_in/session.ts";
import { requireMember } from "../../../lib/accounts/sign_in/sign_in.ts";
import type { NewToken } from "../../../lib/accounts/view/console_view.ts";
import {
  adTexts,
  consoleTexts,
  tierTexts,
} from "../../../lib/accounts/view/texts.ts";

/** The form that had an error, with the typed name. */
interface Refused {
  action: string;
  tokenId: string;
  name: string;
  error: FormErrorResponse;
}

async function consolePage(
  { state, url }: Context<State>,
  { created = null, refused = null }: {
    created?: NewToken | null;
    refused?: Refused | null;
  } = {},
) {
  const { services } = state;
  const { account } = requireMember(state);
  const now = await services.accounts.byId(account.id) ?? account;
  const view = await consoleView(services, now);
  const base = siteOrigin(services.config.BASE_URL, { url });
  return page(
    { view, base, created, refused },
    pageInit(refused?.error ?? null),
  );
}

export const handler = byMethod({
  async GET(ctx) {
    const { url, state: { services, sessionCookie } } = ctx;
    const shown = await consolePage(ctx);
    // Each use extends the session, so the cookie is set again.
    const cookie = sessionCookieOf(url, services.config.BASE_URL);
    if (sessionCookie !== undefined) {
      shown.headers = {
        ...shown.headers,
        "set-cookie": cookie.set(sessionCookie),
      };
    }
    return shown;
  },
  async POST(ctx) {
    const { services } = ctx.state;
    const { account } = requireMember(ctx.state);
    const form = await readForm(ctx.req);
    try {
      const result = await handleTokenForm(services.tokens, account, form);
      if ("done" in result) return seeOther(`/console?done=${result.done}`);
      return await consolePage(ctx, { created: result.created });
    } catch (thrown) {
      return await consolePage(ctx, {
        refused: {
          action: form.typed("action"),
          tokenId: form.typed("token") || form.typed("replaces"),
          name: form.typed("name"),
          error: formError(thrown, ctx),
        },
      });
    }
  },
});

export default define.page<typeof handler>(({ data, url, req }) => {
  const { view, base, created, refused } = data;
  const t = consoleTexts[languageOf(req)];
  const tiers = tierTexts[languageOf(req)];
  const { noneLeft } = adTexts[languageOf(req)];
  const hasRoom = view.tokens.length < view.maxTokens;
  return (
    <>
      <PageHead title={t.title} description={t.description} />
      <PageScript />
      <ConsoleNav current="/console" />
      <section class="panel">
        <h1>{t.heading}</h1>
        <p class="aside">
          <bdi>{view.email}</bdi> ·{" "}
          {formatText(t.plan, { tier: tiers[view.tier] })}
        </p>
        <DoneNotice word={url.searchParams.get("done")} />
        <FormErrorNotice
          error={refused && refused.error}
          shownBy={["name", "confirmed"]}
        />
        {created && (
          <Notice kind="done">
            <TextToCopy
              id="new-token"
              label={t.newToken}
              what={t.theToken}
              text={created.text}
            />
          </Notice>
        )}
        {view.tokens.length === 0 && <p class="empty">{t.noTokens}</p>}
        {view.tokens.map((token) => (
          <TokenCard
            key={token.id}
            token={token}
            tokensVersion={view.tokensVersion}
            refused={refused?.tokenId === token.id ? refused : null}
          />
        ))}
        {hasRoom && (
          <NewTokenForm
            tokensVersion={view.tokensVersion}
            typed={refused?.tokenId === "" ? refused.name : ""}
            error={refused?.tokenId === "" ? refused.error : null}
          />
        )}
        {view.ad && (
          <p class="card">
            {view.ad.leftToday > 0
              ? (
                <>
                  <a href="/console/ad">{t.adLink}</a>
                  {formatText(t.adFor, view.ad)}
                </>
              )
              : noneLeft}
          </p>
        )}
      </section>
      <ApiExamples base={base} token={created?.text} />
    </>
  );
});
