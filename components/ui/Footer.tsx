import { Fragment } from "preact";
import type { DatabaseCredit } from "../../lib/ipinfo/view/home_view.ts";
import { siteTexts, type Theme, THEMES } from "../../lib/i18n/site.ts";
import { useLanguage, useTexts } from "./language.ts";
import {
  LANGUAGE_NAMES,
  LANGUAGE_TAGS,
  LANGUAGES,
} from "../../lib/i18n/language.ts";

/** Links to the sources of the data. The page about the service has their licenses and dates. */
export function Credits(
  { credits }: { credits: readonly DatabaseCredit[] },
) {
  const { data, about } = useTexts(siteTexts);
  const urlsByHost = new Map(
    credits.map((
      { url },
    ) => [new URL(url).hostname.replace(/^www\./, ""), url]),
  );
  return (
    <p class="credits" id="credits">
      {urlsByHost.size > 0 && `${data} `}
      {[...urlsByHost].map(([host, url]) => (
        <Fragment key={host}>
          <a href={url}>{host}</a>
          {" · "}
        </Fragment>
      ))}
      <a href="/about">{about}</a>
    </p>
  );
}

/** Buttons for each language and theme, with the current ones pressed. */
export function PreferenceForms(
  { theme, next }: { theme: Theme; next: string },
) {
  const texts = useTexts(siteTexts);
  const language = useLanguage();
  return (
    <form class="preferences" method="post" action="/preferences">
      <input type="hidden" name="next" value={next} />
      <fieldset>
        <legend>{texts.language}</legend>
        {LANGUAGES.map((value) => (
          <button
            key={value}
            type="submit"
            name="language"
            value={value}
            lang={LANGUAGE_TAGS[value]}
            aria-pressed={value === language ? "true" : "false"}
          >
            {LANGUAGE_NAMES[value]}
          </button>
        ))}
      </fieldset>
      <fieldset>
        <legend>{texts.theme}</legend>
        {THEMES.map((value) => (
          <button
            key={value}
            type="submit"
            name="theme"
            value={value}
            aria-pressed={value === theme ? "true" : "false"}
          >
            {texts.themes[value]}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
