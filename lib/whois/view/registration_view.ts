import { formatText } from "../../i18n/format.ts";
import { type Language, regionName } from "../../i18n/language.ts";
import { whoisTexts } from "./texts.ts";

/** A short label for the whole registration. */
export interface RegistrationBadge {
  text: string;
  /** What the label means, in a sentence. */
  title: string;
  /**
   * Set for a name that was registered days ago, which is a sign of phishing.
   */
  isWarning: boolean;
}

export interface RegistrationFact {
  label: string;
  /** A list is shown as a list; null means unknown. */
  value: string | readonly string[] | null;
  /** Names, addresses and numbers are set in a monospace font. */
  mono: boolean;
}

export interface ContactCard {
  /** `Registrant`, or several roles: `Technical, abuse`. */
  heading: string;
  /** Only known values. */
  facts: readonly RegistrationFact[];
  /** The registry's name for the contact, and its page if it has one. */
  handle: { text: string; path: string | null } | null;
  /** Shown if the registry withholds some of this contact's data. */
  redaction: string | null;
}

export interface TimelineEntry {
  label: string;
  /** ISO 8601 in UTC, for machines. */
  dateTime: string;
  time: string;
  /** `26 years ago`, `in 10 months`. */
  distance: string;
  isAhead: boolean;
}

export interface RegistrationLink {
  /** HTTP or HTTPS. The registry chooses it, so don't trust where it leads. */
  href: string;
  text: string;
}

interface NameServerView {
  name: string;
  /** Its addresses in the registry, joined. */
  addresses: string;
}

export interface NoticeView {
  title: string | null;
  text: readonly string[];
}

/** A response that could not be interpreted. */
export interface ResponseView {
  label: string;
  text: string;
  /** The server that responded, and when. */
  source: string;
}

export interface RegistrationView {
  title: string;
  /** Shown if the target itself is not registered. */
  note: string | null;
  badges: readonly RegistrationBadge[];
  facts: readonly RegistrationFact[];
  contacts: readonly ContactCard[];
  nameServers: readonly NameServerView[];
  /** Oldest first. */
  timeline: readonly TimelineEntry[];
  links: readonly RegistrationLink[];
  /** What the registry says about the object. */
  remarks: readonly NoticeView[];
  /** What the registry says that it withholds. */
  redactions: readonly string[];
  /** What the registry says about its response. */
  notices: readonly NoticeView[];
  raw: { label: string; text: string };
  /** The server that responded, and when. */
  source: string;
}

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
