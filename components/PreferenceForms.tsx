import {
  LANGUAGE_NAMES,
  LANGUAGE_TAGS,
  LANGUAGES,
} from "../lib/shared/language.ts";
import { siteTexts } from "../lib/shared/texts/site.ts";
import { type Theme, THEMES } from "../lib/shared/theme.ts";
import { useLanguage, useTexts } from "./language.ts";

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
