import { type Language, regionName, timeText } from "../i18n/language.ts";
import { whoisTexts } from "./view/texts.ts";
import type {
  ContactCard,
  RegistrationBadge,
  RegistrationFact,
  RegistrationLink,
  RegistrationView,
  TimelineEntry,
} from "./view/registration_view.ts";
import { escapeInvisible } from "../core/text.ts";
import type { Registration, RegistrationContact } from "./registration.ts";

const DAY_MS = 86_400_000;

/** How long a time lies from another before it, in whole calendar years, else months, else days: `26 years`. */
export function spanText(
  fromMs: number,
  toMs: number,
  language: Language = "en",
): string {
  const { age } = whoisTexts[language];
  const months = wholeMonths(new Date(fromMs), new Date(toMs));
  if (months >= 12) return age.years(Math.floor(months / 12));
  if (months > 0) return age.months(months);
  const days = Math.floor((toMs - fromMs) / DAY_MS);
  return days > 0 ? age.days(days) : age.lessThanADay;
}

/** `26 years ago`, `in 10 months`, seen from `nowMs`. */
export function distanceText(
  atMs: number,
  nowMs: number,
  language: Language = "en",
): string {
  const { age } = whoisTexts[language];
  return atMs <= nowMs
    ? age.past(spanText(atMs, nowMs, language))
    : age.ahead(spanText(nowMs, atMs, language));
}

function wholeMonths(from: Date, to: Date): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 +
    to.getUTCMonth() - from.getUTCMonth();
  return withinMonth(to) < withinMonth(from) ? months - 1 : months;
}

/** Milliseconds since the month began. */
function withinMonth(date: Date): number {
  return date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** Names that deceive are used in the first days, before anybody has noticed. */
const NEW_MS = 30 * 86_400_000;

/** When the page is shown, in milliseconds since the epoch, and in which language. */
interface Showing {
  nowMs: number;
  language: Language;
}

/** A registration as the page shows it. @param nowMs milliseconds since the epoch */
export function registrationView(
  registration: Registration,
  nowMs: number,
  language: Language = "en",
): RegistrationView {
  const { kind, target, subject, raw, source, server } = registration;
  const texts = whoisTexts[language];
  const isOther = kind === "domain" && subject !== target;
  const showing = { nowMs, language };
  return {
    title: target,
    note: isOther ? texts.isOf(target, subject) : null,
    badges: badgesOf(registration, showing),
    facts: factsOf(registration, language),
    contacts: registration.contacts.map((contact) => cardOf(contact, language)),
    nameServers: registration.nameServers,
    timeline: timelineOf(registration, showing),
    links: linksOf(registration),
    raw: {
      label: texts.raw[raw.type],
      text: raw.text.split("\n").map(escapeInvisible).join("\n"),
    },
    source: texts.source(
      server,
      source === "rdap" ? "RDAP" : "whois",
      timeText(Date.parse(registration.fetchedAt)),
    ),
  };
}

function badgesOf(
  { kind, createdAt }: Registration,
  { nowMs, language }: Showing,
): RegistrationBadge[] {
  const { kinds, kindTitles, age } = whoisTexts[language];
  const badges: RegistrationBadge[] = [{
    text: kinds[kind],
    title: kindTitles[kind],
    isWarning: false,
  }];
  const createdMs = Date.parse(createdAt ?? "");
  // A slip of the registry is no age; NaN is not either.
  if (createdMs <= nowMs) {
    badges.push({
      text: age.old(spanText(createdMs, nowMs, language)),
      title: age.registeredOn(timeText(createdMs)),
      isWarning: kind === "domain" && nowMs - createdMs < NEW_MS,
    });
  }
  return badges;
}

function factsOf(
  registration: Registration,
  language: Language,
): RegistrationFact[] {
  const { labels, status, objectType, country: countryText } =
    whoisTexts[language];
  const { kind, subject, unicodeName, name, blocks, country } = registration;
  const allocation = [
    { label: labels.allocation, value: registration.type, mono: false },
    {
      label: labels.country,
      value: country && countryText(country, regionName(country, language)),
      mono: false,
    },
  ];
  const own: Record<Registration["kind"], RegistrationFact[]> = {
    domain: [
      { label: labels.domain, value: subject, mono: true },
      ...unicodeName === null
        ? []
        : [{ label: labels.unicodeName, value: unicodeName, mono: false }],
      { label: labels.registrar, value: registration.registrar, mono: false },
    ],
    ip: [
      { label: labels.range, value: subject, mono: true },
      { label: labels.networks, value: listOf(blocks), mono: true },
      { label: labels.networkName, value: name, mono: true },
      ...allocation,
      { label: labels.parent, value: registration.parentHandle, mono: true },
    ],
    asn: [
      { label: labels.number, value: subject, mono: true },
      { label: labels.name, value: name, mono: true },
      ...allocation,
    ],
  };
  const { createdAt, updatedAt, expiresAt } = registration;
  return [
    ...own[kind],
    {
      label: labels.status,
      value: listOf(registration.statuses.map(status)),
      mono: false,
    },
    { label: labels.created, value: timeOf(createdAt), mono: false },
    { label: labels.updated, value: timeOf(updatedAt), mono: false },
    // Networks and numbers are not given out for a time.
    ...kind === "domain" || expiresAt !== null
      ? [{ label: labels.expires, value: timeOf(expiresAt), mono: false }]
      : [],
    { label: labels.handle, value: registration.handle, mono: true },
    {
      label: labels.objectType,
      value: objectType(registration.objectType),
      mono: false,
    },
    { label: labels.whoisServer, value: registration.whoisServer, mono: true },
  ];
}

function cardOf(
  { roles, name, organisation, emails, phones, isRedacted }:
    RegistrationContact,
  language: Language,
): ContactCard {
  const { labels, contact, hidden } = whoisTexts[language];
  const facts: RegistrationFact[] = [
    { label: labels.name, value: name, mono: false },
    { label: labels.organisation, value: organisation, mono: false },
    { label: labels.email, value: listOf(emails), mono: true },
    { label: labels.phone, value: listOf(phones), mono: true },
  ];
  const known = facts.filter(({ value }) => value !== null);
  return {
    heading: contact(roles),
    facts: known,
    redaction: isRedacted ? known.length > 0 ? hidden.rest : hidden.all : null,
  };
}

function timelineOf(
  { events }: Registration,
  { nowMs, language }: Showing,
): TimelineEntry[] {
  const { event } = whoisTexts[language];
  return events.map(({ action, at }) => {
    const atMs = Date.parse(at);
    return {
      label: event(action),
      dateTime: at,
      time: timeText(atMs),
      distance: distanceText(atMs, nowMs, language),
      isAhead: atMs > nowMs,
    };
  });
}

/** Relations as registered (RFC 8288 section 3.3). Other text before a link could pass for where it leads. */
const RELATION = /^[a-z][a-z\d.-]*$/;

/** Each place once. */
function linksOf({ links }: Registration): RegistrationLink[] {
  const byHref = new Map<string, RegistrationLink>();
  for (const { href, rel } of links) {
    const text = RELATION.test(rel ?? "") ? `${rel}: ${href}` : href;
    if (!byHref.has(href)) byHref.set(href, { href, text });
  }
  return [...byHref.values()];
}

function listOf(texts: readonly string[]): readonly string[] | null {
  return texts.length > 0 ? texts : null;
}

function timeOf(iso: string | null): string | null {
  return iso === null ? null : timeText(Date.parse(iso));
}
