import Negotiator from "negotiator";
import { type Language, LANGUAGES } from "../i18n/language.ts";
import { type Theme, THEMES } from "../i18n/site.ts";
import { cookieValues } from "./cookies.ts";

/** How a browser wants its pages. */
export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Longer than what any browser sends. */
const MAX_ACCEPTED_LENGTH = 500;

const CHOICES = { language: LANGUAGES, theme: THEMES } as const;

/** The name of a preference, and of the field that changes it. */
export type PreferenceName = keyof typeof CHOICES;

export const PREFERENCE_NAMES = Object.keys(CHOICES) as PreferenceName[];

const cookieName = (name: PreferenceName) => `porthole_${name}`;

// A page is asked for them by its route, its layout and the document around it.
const read = new WeakMap<Headers, Preferences>();

/** What was chosen here before; else the language by `Accept-Language`, and the system's colours. */
export function preferencesOf(headers: Headers): Preferences {
  let preferences = read.get(headers);
  if (!preferences) {
    preferences = {
      language: chosen("language", headers) ?? acceptedLanguage(headers),
      theme: chosen("theme", headers) ?? "auto",
    };
    read.set(headers, preferences);
  }
  return preferences;
}

/** The language of the page that a request asks for. */
export function languageOf({ headers }: Request): Language {
  return preferencesOf(headers).language;
}

/** The `Set-Cookie` that remembers a choice for a year; null where there is no such choice. */
export function rememberPreference(
  name: PreferenceName,
  value: string,
): string | null {
  if (!isChoice(name, value)) return null;
  return `${
    cookieName(name)
  }=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${YEAR_SECONDS}`;
}

function chosen<Name extends PreferenceName>(
  name: Name,
  headers: Headers,
): Preferences[Name] | undefined {
  return cookieValues(headers, cookieName(name))
    .find((value): value is Preferences[Name] => isChoice(name, value));
}

function isChoice(name: PreferenceName, value: string): boolean {
  return (CHOICES[name] as readonly string[]).includes(value);
}

function acceptedLanguage(headers: Headers): Language {
  const accepted = headers.get("accept-language") ?? "";
  if (accepted === "" || accepted.length > MAX_ACCEPTED_LENGTH) {
    return LANGUAGES[0];
  }
  const asked = { headers: { "accept-language": accepted } };
  return new Negotiator(asked).language([...LANGUAGES]) as Language ??
    LANGUAGES[0];
}
