import Negotiator from "negotiator";
import * as z from "zod";
import type { ErrorParams } from "../core/error_reasons.ts";
import { type Language, LANGUAGES } from "../i18n/language.ts";
import { type Theme, THEMES } from "../i18n/site.ts";
import { safeRedirectPath } from "./form.ts";

/** In characters. No cookie of this site is longer. */
const MAX_VALUE_LENGTH = 200;
const MAX_VALUES = 3;

/**
 * The values of a cookie in a request (RFC 6265 section 4.2.1), in order, up to
 * three. A name occurs several times if it was set for different paths or
 * domains. Values that this site can't have set are left out.
 */
export function cookieValues(headers: Headers, name: string): string[] {
  const values: string[] = [];
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const equals = pair.indexOf("=");
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    const value = pair.slice(equals + 1).trim();
    if (value.length > MAX_VALUE_LENGTH || !/^[\w.~-]+$/.test(value)) continue;
    values.push(value);
    if (values.length === MAX_VALUES) break;
  }
  return values;
}

interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** In characters. Browsers send less. */
const MAX_ACCEPTED_LENGTH = 500;

const CHOICES = { language: LANGUAGES, theme: THEMES } as const;

/** The name of a preference, and of the field that changes it. */
type PreferenceName = keyof typeof CHOICES;

/** The form in the footer. Its submit buttons have the name of a preference. */
export const preferencesForm = z.object({
  language: z.enum(LANGUAGES).optional().catch(undefined),
  theme: z.enum(THEMES).optional().catch(undefined),
  next: z.string().catch("").transform((text) => safeRedirectPath(text, "/")),
}).refine(({ language, theme }) => language ?? theme, {
  path: ["language"],
  params: { reason: "preference_unknown" } satisfies ErrorParams,
});

const cookieName = (name: PreferenceName) => `porthole_${name}`;

// The route, the layout and the app wrapper of a page each read them.
const read = new WeakMap<Headers, Preferences>();

/** The visitor's choices. Defaults: the language that `Accept-Language` prefers, and the system's theme. */
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

export function languageOf({ headers }: Request): Language {
  return preferencesOf(headers).language;
}

/** The `Set-Cookie` headers that store choices for a year. */
export function preferenceCookies(choices: Partial<Preferences>): string[] {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${YEAR_SECONDS}`;
  return (Object.keys(CHOICES) as PreferenceName[])
    .filter((name) => choices[name] !== undefined)
    .map((name) => `${cookieName(name)}=${choices[name]}; ${attributes}`);
}

function chosen<Name extends PreferenceName>(
  name: Name,
  headers: Headers,
): Preferences[Name] | undefined {
  return cookieValues(headers, cookieName(name))
    .find((value): value is Preferences[Name] =>
      (CHOICES[name] as readonly string[]).includes(value)
    );
}

function acceptedLanguage(headers: Headers): Language {
  const accepted = headers.get("accept-language") ?? "";
  if (accepted === "" || accepted.length > MAX_ACCEPTED_LENGTH) {
    return LANGUAGES[0];
  }
  const request = { headers: { "accept-language": accepted } };
  return new Negotiator(request).language([...LANGUAGES]) as Language ??
    LANGUAGES[0];
}
