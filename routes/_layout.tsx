import { Credits, PreferenceForms } from "../components/ui/Footer.tsx";
import { LanguageProvider } from "../components/ui/language.ts";
import { Notice } from "../components/ui/Notice.tsx";
import { SiteLinks } from "../components/ui/Nav.tsx";
import { WhoisContext } from "../components/ui/TargetText.tsx";
import { NowContext } from "../components/ui/Time.tsx";
import { define } from "../define.ts";
import { doneTexts } from "../lib/accounts/view/texts.ts";
import { preferencesOf } from "../lib/http/preferences.ts";
import { siteTexts } from "../lib/i18n/site.ts";

export default define.layout(({ Component, state, req, url }) => {
  const { language, theme } = preferencesOf(req.headers);
  const texts = siteTexts[language];
  const returnPath = state.returnPath ?? url.pathname + url.search;
  // Whoever signed up came back to the page that they came from.
  const isNew = state.member && url.searchParams.get("done") === "welcome" &&
    !url.pathname.startsWith("/console");
  const welcome = isNew ? doneTexts[language].welcome : null;
  return (
    <LanguageProvider value={language}>
      <WhoisContext.Provider value={Boolean(state.services?.whois)}>
        <a class="skip" href="#content">{texts.skip}</a>
        <header class="top">
          <a class="brand" href="/">
            <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
              <circle cx="16" cy="16" r="13" />
              <circle cx="16" cy="16" r="7.5" />
            </svg>
            Porthole
          </a>
          {!state.member && <span class="motto">{texts.motto}</span>}
          <SiteLinks
            isMember={Boolean(state.member)}
            isAdmin={state.member?.account.isAdmin ?? false}
            path={url.pathname}
          />
        </header>
        <main id="content">
          <NowContext.Provider value={state.services?.now() ?? 0}>
            {welcome && (
              <Notice kind="done">
                {welcome} <a href="/console">{texts.console}</a>
              </Notice>
            )}
            <Component />
          </NowContext.Provider>
        </main>
        <footer>
          <PreferenceForms
            theme={theme}
            next={returnPath}
          />
          <Credits
            credits={state.services?.credits() ?? []}
            sourceUrl={state.services?.config.SOURCE_URL}
          />
        </footer>
      </WhoisContext.Provider>
    </LanguageProvider>
  );
});
