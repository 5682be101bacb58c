import { Fragment } from "preact";
import { formatText } from "../../lib/i18n/format.ts";
import type { DatabaseCredit } from "../../lib/ipinfo/view/home_view.ts";
import { siteTexts, type Theme, THEMES } from "../../lib/i18n/site.ts";
import { useLanguage, useTexts } from "./language.ts";
import {
  LANGUAGE_NAMES,
  LANGUAGE_TAGS,
  LANGUAGES,
} from "../../lib/i18n/language.ts";

/** Sources that the footer names, so that it stays one line. */
const MAX_NAMED = 3;

interface CreditsProps {
  credits: readonly DatabaseCredit[];
  /** Of the program's source code. */
  sourceUrl?: URL;
}

/** Links to the sources of the data. The page about the service has all of them, with licenses and dates. */
export function Credits({ credits, sourceUrl }: CreditsProps) {
  const { data, moreData, about, source } = useTexts(siteTexts);
  const urlsByHost = new Map(
    // A file of the operator can have no origin.
    credits.filter(({ url }) => url !== "")
      .map(({ url }) => [new URL(url).hostname.replace(/^www\./, ""), url]),
  );
  return (
    <p class="credits">
      {urlsByHost.size > 0 && `${data} `}
      {[...urlsByHost].slice(0, MAX_NAMED).map(([host, url]) => (
        <Fragment key={host}>
          <a href={url}>{host}</a>
          {" · "}
        </Fragment>
      ))}
      {urlsByHost.size > MAX_NAMED && (
        <>
          <a href="/about">
            {formatText(moreData, { count: urlsByHost.size - MAX_NAMED })}
          </a>
          {" · "}
        </>
      )}
      <a href="/about">{about}</a>
      {sourceUrl && (
        <>
          {" · "}
          <a href={sourceUrl.href}>{source}</a>
        </>
      )}
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
