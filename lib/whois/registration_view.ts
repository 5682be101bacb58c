import type {
  ContactCard,
  RegistrationBadge,
  RegistrationFact,
  RegistrationLink,
  RegistrationView,
  TimelineEntry,
} from "../shared/registration_view.ts";
import { timeText } from "../shared/time_text.ts";
import { visibleText } from "../shared/visible_text.ts";
import { distanceText, spanText } from "./age.ts";
import type { Registration, RegistrationContact } from "./registration.ts";

const KINDS = { domain: "Domain", ip: "IP", asn: "ASN" } as const;
const KIND_TITLES = {
  domain: "The target is a domain name.",
  ip: "The target is an address or a network.",
  asn: "The target is an autonomous system.",
} as const;
/** Names that deceive are used in the first days, before anybody has noticed. */
const NEW_MS = 30 * 86_400_000;

/** A registration as the page shows it. @param nowMs milliseconds since the epoch */
export function registrationView(
  registration: Registration,
  nowMs: number,
): RegistrationView {
  const { kind, target, subject, raw, source, server } = registration;
  const isOther = kind === "domain" && subject !== target;
  return {
    title: target,
    note: isOther
      ? `${target} has no registration of its own. This is that of ${subject}.`
      : null,
    badges: badgesOf(registration, nowMs),
    facts: factsOf(registration),
    contacts: registration.contacts.map(cardOf),
    nameServers: registration.nameServers,
    timeline: timelineOf(registration, nowMs),
    links: linksOf(registration),
    raw: {
      label: raw.type === "json" ? "Raw JSON" : "Raw whois text",
      text: raw.text.split("\n").map(visibleText).join("\n"),
    },
    source: `${server} said so by ${source === "rdap" ? "RDAP" : "whois"} on ${
      timeText(Date.parse(registration.fetchedAt))
    }.`,
  };
}

function badgesOf(
  { kind, createdAt }: Registration,
  nowMs: number,
): RegistrationBadge[] {
  const badges: RegistrationBadge[] = [{
    text: KINDS[kind],
    title: KIND_TITLES[kind],
    isWarning: false,
  }];
  const createdMs = Date.parse(createdAt ?? "");
  // A slip of the registry is no age; NaN is not either.
  if (createdMs <= nowMs) {
    badges.push({
      text: `${spanText(createdMs, nowMs)} old`,
      title: `Registered on ${timeText(createdMs)}.`,
      isWarning: kind === "domain" && nowMs - createdMs < NEW_MS,
    });
  }
  return badges;
}

function factsOf(registration: Registration): RegistrationFact[] {
  const { kind, subject, unicodeName, name, blocks } = registration;
  const own: Record<Registration["kind"], RegistrationFact[]> = {
    domain: [
      { label: "Name", value: subject, mono: true },
      ...unicodeName === null
        ? []
        : [{ label: "Written", value: unicodeName, mono: false }],
      { label: "Registrar", value: registration.registrar, mono: false },
    ],
    ip: [
      { label: "Range", value: subject, mono: true },
      { label: "Networks", value: listOf(blocks), mono: true },
      { label: "Network name", value: name, mono: true },
      { label: "Allocation", value: registration.type, mono: false },
      { label: "Country", value: registration.country, mono: false },
      { label: "Parent", value: registration.parentHandle, mono: true },
    ],
    asn: [
      { label: "Number", value: subject, mono: true },
      { label: "Name", value: name, mono: true },
      { label: "Allocation", value: registration.type, mono: false },
      { label: "Country", value: registration.country, mono: false },
    ],
  };
  const { createdAt, updatedAt, expiresAt } = registration;
  return [
    ...own[kind],
    { label: "Status", value: listOf(registration.statuses), mono: false },
    { label: "Created", value: timeOf(createdAt), mono: false },
    { label: "Updated", value: timeOf(updatedAt), mono: false },
    // Networks and numbers are not given out for a time.
    ...kind === "domain" || expiresAt !== null
      ? [{ label: "Expires", value: timeOf(expiresAt), mono: false }]
      : [],
    { label: "Handle", value: registration.handle, mono: true },
    { label: "Object type", value: registration.objectType, mono: false },
    { label: "Whois server", value: registration.whoisServer, mono: true },
  ];
}

function cardOf(contact: RegistrationContact): ContactCard {
  const { roles, name, organisation, emails, phones, isRedacted } = contact;
  const facts: RegistrationFact[] = [
    { label: "Name", value: name, mono: false },
    { label: "Organisation", value: organisation, mono: false },
    { label: "E-mail", value: listOf(emails), mono: true },
    { label: "Phone", value: listOf(phones), mono: true },
  ];
  const known = facts.filter(({ value }) => value !== null);
  return {
    heading: sentenceCase(roles.join(", ") || "contact"),
    facts: known,
    redaction: isRedacted
      ? known.length > 0
        ? "The registry does not show the rest."
        : "The registry does not show who this is."
      : null,
  };
}

function timelineOf(
  { events }: Registration,
  nowMs: number,
): TimelineEntry[] {
  return events.map(({ action, at }) => {
    const atMs = Date.parse(at);
    return {
      label: sentenceCase(action),
      dateTime: at,
      time: timeText(atMs),
      distance: distanceText(atMs, nowMs),
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

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
