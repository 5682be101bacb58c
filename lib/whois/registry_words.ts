import { formatText } from "../i18n/format.ts";
import { type Language, regionName } from "../i18n/language.ts";
import { whoisTexts } from "./view/texts.ts";

type Kind = keyof (typeof whoisTexts)["en"]["words"];

const DAY_MS = 86_400_000;

/** `last changed` as the start of a line: `Last changed`. */
const sentenceCase = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1);

/** The terms of registries in the language of a page, and its texts. */
export class RegistryWords {
  readonly texts: (typeof whoisTexts)[Language];

  constructor(private readonly language: Language) {
    this.texts = whoisTexts[language];
  }

  status(status: string): string {
    return this.#wordFor("statuses", status.toLowerCase()) ?? status;
  }

  objectType(type: string): string {
    return this.#wordFor("objectTypes", type) ?? type;
  }

  /** An event, with acronyms in capitals. */
  event(action: string): string {
    return this.#wordFor("events", action) ?? sentenceCase(
      this.language === "en"
        ? action.replace(/\b(?:rdap|enum)\b/i, (word) => word.toUpperCase())
        : action,
    );
  }

  /** The heading of a contact: its roles. */
  roles(roles: readonly string[]): string {
    const { contact, comma } = this.texts;
    const words = roles.map((role) => this.#wordFor("roles", role) ?? role);
    return sentenceCase(words.join(comma) || contact);
  }

  /** A link with its relation to the registration. */
  link(relation: string, href: string): string {
    const word = this.#wordFor("relations", relation) ??
      (this.language === "en"
        ? sentenceCase(relation.replaceAll("-", " "))
        : relation);
    return formatText(this.texts.link, { relation: word, href });
  }

  /**
   * A country by its ISO 3166-1 alpha-2 code, with its name in the page's language
   * if that isn't the registry's own.
   */
  country(code: string): string {
    const name = regionName(code, this.language);
    return name === null
      ? code
      : formatText(this.texts.country, { code, name });
  }

  /**
   * The time between two instants, rounded down to whole calendar years, else
   * months, else days: `26 years`.
   */
  span(fromMs: number, toMs: number): string {
    const { age } = this.texts;
    const months = wholeMonths(new Date(fromMs), new Date(toMs));
    if (months >= 12) {
      return formatText(age.years, { count: `${Math.floor(months / 12)}` });
    }
    if (months > 0) return formatText(age.months, { count: months });
    const days = Math.floor((toMs - fromMs) / DAY_MS);
    return days > 0 ? formatText(age.days, { count: days }) : age.lessThanADay;
  }

  /** A time relative to `nowMs`: `26 years ago`, `in 10 months`. */
  distance(atMs: number, nowMs: number): string {
    const { age } = this.texts;
    return atMs <= nowMs
      ? formatText(age.past, { span: this.span(atMs, nowMs) })
      : formatText(age.ahead, { span: this.span(nowMs, atMs) });
  }

  /** The text for a registry's term; undefined if it is to be shown as it is. */
  #wordFor(kind: Kind, term: string): string | undefined {
    const words = this.texts.words[kind];
    return Object.hasOwn(words, term) ? words[term] : undefined;
  }
}

function wholeMonths(from: Date, to: Date): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 +
    to.getUTCMonth() - from.getUTCMonth();
  return withinMonth(to) < withinMonth(from) ? months - 1 : months;
}

/** Milliseconds since the start of the month. */
function withinMonth(date: Date): number {
  return date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
