import { isRedactionPlaceholder, timeOf } from "./rdap/lenient.ts";
import type { RegistrationContact } from "./registration.ts";

/** Roles as named in RFC 9083, and the prefixes of their labels. */
const ROLES: readonly (readonly [role: string, prefixes: readonly string[]])[] =
  [
    ["registrant", ["registrant"]],
    ["administrative", ["admin", "administrative", "administrative contact"]],
    ["technical", ["tech", "technical", "technical contact"]],
    ["billing", ["billing"]],
    ["abuse", ["registrar abuse contact", "registrar abuse"]],
  ];
const NAME = ["name", "contact name", "person", "contact"];
const ORGANISATION = ["organization", "organisation"];
const EMAIL = ["email", "e-mail", "contact email"];
const PHONE = ["phone", "phone number", "contact phone"];

const EMAIL_FORM = /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]+$/;
const PHONE_FORM = /^(?=.*\d)[+\d(][\d .()/-]{2,38}$/;

/**
 * The contacts of a record.
 *
 * @param textOf returns the value of a lower-case label
 */
export function whoisContacts(
  textOf: (label: string) => string | null,
): RegistrationContact[] {
  return ROLES.flatMap(([role, prefixes]) => {
    const valueOf = (fields: readonly string[]) => {
      for (const prefix of prefixes) {
        for (const field of fields) {
          const text = textOf(`${prefix} ${field}`);
          if (text !== null) return text;
        }
      }
      return null;
    };
    const name = valueOf(NAME);
    const organisation = valueOf(ORGANISATION);
    const email = valueOf(EMAIL);
    const phone = valueOf(PHONE);
    if (!name && !organisation && !email && !phone) return [];
    const isHidden = (text: string | null) =>
      text !== null && isRedactionPlaceholder(text);
    return {
      roles: [role],
      name: isHidden(name) ? null : name,
      organisation: isHidden(organisation) ? null : organisation,
      emails: fitting(email, EMAIL_FORM),
      phones: fitting(phone, PHONE_FORM),
      // Some registrars give a contact form in place of an e-mail address.
      isRedacted: [name, organisation, email, phone].some(isHidden) ||
        (email !== null && !EMAIL_FORM.test(email)),
    };
  });
}

function fitting(text: string | null, form: RegExp): string[] {
  return text !== null && form.test(text) && !isRedactionPlaceholder(text)
    ? [text]
    : [];
}

const MONTHS = [
  ...["jan", "feb", "mar", "apr", "may", "jun"],
  ...["jul", "aug", "sep", "oct", "nov", "dec"],
];

/** `2020-01-31T10:20:30Z`, maybe followed by other text. */
const ISO =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d:])/i;
/** `2020/01/31`, `2020.01.31`, `2020. 01. 31.`, `20200131` */
const YEAR_FIRST = /^(\d{4})(?:[-/.] ?)?(\d{2})(?:[-/.] ?)?(\d{2})(?!\d)/;
/** `31-Jan-2020`, `31 January 2020`, with or without the weekday. */
const NAMED_MONTH =
  /^(?:[a-z]{3,9},? )?(\d{1,2})[- .]([a-z]{3})[a-z]{0,6}[-., ]{1,2}(\d{4})(?!\d)/i;
/** `January 31 2020`, `Fri Jan 31 2020` */
const MONTH_FIRST =
  /^(?:[a-z]{3,9},? )?([a-z]{3})[a-z]{0,6} {1,2}(\d{1,2}),? (\d{4})(?!\d)/i;
/** `31.01.2020`: dates with dots start with the day everywhere. */
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/;
/** `31/01/2020`, which starts with the month in some countries. */
const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/;

/**
 * The date at the start of a text, as ISO 8601 in UTC; null if there is none,
 * or if it is ambiguous.
 */
export function parseWhoisDate(text: string): string | null {
  const trimmed = text.trim();
  const iso = ISO.exec(trimmed);
  const yearFirst = YEAR_FIRST.exec(trimmed);
  if (yearFirst) {
    const date = dateOf(yearFirst[1], yearFirst[2], yearFirst[3]);
    return date && iso ? timeOf(iso[0]) : date;
  }
  const named = NAMED_MONTH.exec(trimmed);
  if (named) return dateOf(named[3], monthOf(named[2]), named[1]);
  const monthFirst = MONTH_FIRST.exec(trimmed);
  if (monthFirst) {
    return dateOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  }
  const dayFirst = DAY_FIRST.exec(trimmed);
  if (dayFirst) return dateOf(dayFirst[3], dayFirst[2], dayFirst[1]);
  const slashes = SLASHES.exec(trimmed);
  if (!slashes) return null;
  const [, a, b, year] = slashes;
  if (Number(a) > 12 || a === b) return dateOf(year, b, a);
  return Number(b) > 12 ? dateOf(year, a, b) : null;
}

function monthOf(name: string): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function dateOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = timeOf(text);
  // `Date` takes `2020-02-31` for a day in March.
  return time?.startsWith(text) ? time : null;
}
