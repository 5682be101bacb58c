import { formatText } from "../../i18n/format.ts";
import { type Language, regionName } from "../../i18n/language.ts";
import { whoisTexts } from "./texts.ts";

type Kind = keyof (typeof whoisTexts)["en"]["words"];

/** The text for a registry's term; undefined if it is to be shown as it is. */
function wordFor(
  kind: Kind,
  term: string,
  language: Language,
): string | undefined {
  const words = whoisTexts[language].words[kind];
  return Object.hasOwn(words, term) ? words[term] : undefined;
}

/** `last changed` as the start of a line: `Last changed`. */
const sentenceCase = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1);

export function statusText(status: string, language: Language): string {
  return wordFor("statuses", status.toLowerCase(), language) ?? status;
}

export function objectTypeText(type: string, language: Language): string {
  return wordFor("objectTypes", type, language) ?? type;
}

/** An event, with acronyms in capitals. */
export function eventText(action: string, language: Language): string {
  return wordFor("events", action, language) ?? sentenceCase(
    language === "en"
      ? action.replace(/\b(?:rdap|enum)\b/i, (word) => word.toUpperCase())
      : action,
  );
}

/** The heading of a contact: its roles. */
export function rolesText(
  roles: readonly string[],
  language: Language,
): string {
  const { contact, comma } = whoisTexts[language];
  const words = roles.map((role) => wordFor("roles", role, language) ?? role);
  return sentenceCase(words.join(comma) || contact);
}

/** A link with its relation to the registration. */
export function linkText(
  relation: string,
  href: string,
  language: Language,
): string {
  const word = wordFor("relations", relation, language) ??
    (language === "en"
      ? sentenceCase(relation.replaceAll("-", " "))
      : relation);
  return formatText(whoisTexts[language].link, { relation: word, href });
}

/**
 * A country by its ISO 3166-1 alpha-2 code, with its name in the page's language
 * if that isn't the registry's own.
 */
export function countryText(code: string, language: Language): string {
  const name = regionName(code, language);
  return name === null
    ? code
    : formatText(whoisTexts[language].country, { code, name });
}
