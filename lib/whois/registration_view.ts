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

/**
 * The time between two instants, rounded down to whole calendar years, else
 * months, else days: `26 years`.
 */
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

/** A time relative to `nowMs`: `26 years ago`, `in 10 months`. */
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

/** Milliseconds since the start of the month. */
function withinMonth(date: Date): number {
  return date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/**
 * Phishing usually starts in a name's first days, before blocklists have it.
 */
const NEW_MS = 30 * 86_400_000;

/**
 * When the page is rendered, in milliseconds since the epoch, and its language.
 */
interface ViewOptions {
  nowMs: number;
  language: Language;
}

/**
 * A registration as the page shows it.
 *
 * @param nowMs milliseconds since the epoch
 */
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
    links: linksOf(registration, showing),
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
  { nowMs, language }: ViewOptions,
): RegistrationBadge[] {
  const { kinds, kindTitles, age } = whoisTexts[language];
  const badges: RegistrationBadge[] = [{
    text: kinds[kind],
    title: kindTitles[kind],
    isWarning: false,
  }];
  const createdMs = Date.parse(createdAt ?? "");
  // A date in the future is the registry's mistake. NaN fails this test, too.
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
    // Only domains expire: networks and numbers have no term.
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
  { nowMs, language }: ViewOptions,
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

/**
 * Registered relation types (RFC 8288 section 3.3). Arbitrary text before a
 * link could pass for its destination.
 */
const RELATION = /^[a-z][a-z\d.-]*$/;

/** Each URL once. */
function linksOf(
  { links }: Registration,
  { language }: ViewOptions,
): RegistrationLink[] {
  const { link } = whoisTexts[language];
  const byHref = new Map<string, RegistrationLink>();
  for (const { href, rel } of links) {
    const text = rel !== null && RELATION.test(rel) ? link(rel, href) : href;
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
