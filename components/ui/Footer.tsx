import type { DatabaseCredit } from "../../lib/ipinfo/view/home_view.ts";
import { siteTexts, type Theme, THEMES } from "../../lib/i18n/site.ts";
import { useLanguage, useTexts } from "./language.ts";
import {
  LANGUAGE_NAMES,
  LANGUAGE_TAGS,
  LANGUAGES,
} from "../../lib/i18n/language.ts";

/** The credits the databases' licences ask for, with their dates. */
export function Credits(
  { credits }: { credits: readonly DatabaseCredit[] },
) {
  const { noPrecisePosition, about, database } = useTexts(siteTexts);
  return (
    <div class="credits" id="credits">
      {credits.map(({ name, url, attribution, licence, builtOn }) => (
        <p key={name}>
          <a href={url}>{attribution}</a>
          {` · ${database(name)}, ${builtOn}, ${licence}`}
        </p>
      ))}
      <p>
        {noPrecisePosition} <a href="/about">{about}</a>
      </p>
    </div>
  );
}

/** The language and the colours of the pages: a button for each, pressed where it is in use. */
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
