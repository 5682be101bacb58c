import { formatText } from "../i18n/format.ts";
import { type Language, timeText } from "../i18n/language.ts";
import type {
  ContactCard,
  RegistrationBadge,
  RegistrationFact,
  RegistrationLink,
  RegistrationView,
  ResponseView,
  TimelineEntry,
} from "./view/registration_view.ts";
import { RegistryWords } from "./registry_words.ts";
import { isTaggedHandle, whoisPath } from "./whois_target.ts";
import { escapeInvisible } from "../core/text.ts";
import type {
  Registration,
  RegistrationContact,
  UninterpretedResponse,
} from "./registration.ts";
import type { DnssecRecord } from "./rdap/delegation.ts";

/** Phishing usually starts in a name's first days, before blocklists have it. */
const NEW_MS = 30 * 86_400_000;

/**
 * A registration as the page shows it.
 *
 * @param nowMs when the page is rendered
 */
export function registrationView(
  registration: Registration,
  nowMs: number,
  language: Language = "en",
): RegistrationView {
  const { kind, target, subject, raw, source, server, fetchedAt } =
    registration;
  const words = new RegistryWords(language);
  const { texts } = words;
  const isOther = kind === "domain" && subject !== target;
  return {
    title: target,
    note: isOther ? formatText(texts.isOf, { target, subject }) : null,
    badges: badgesOf(registration, words, nowMs),
    facts: factsOf(registration, words),
    contacts: registration.contacts.map((contact) =>
      cardOf(contact, registration, words)
    ),
    nameServers: registration.name_servers.map((name) => ({
      name,
      addresses: registration.glue.find((server) => server.name === name)
        ?.addresses.join(", ") ?? "",
    })),
    timeline: timelineOf(registration, words, nowMs),
    links: linksOf(registration, words),
    remarks: registration.remarks,
    redactions: registration.redacted.map(({ name, method, reason }) =>
      formatText(
        reason === null ? texts.redaction : texts.redactionWithReason,
        {
          field: name,
          method: texts.redactionMethods[method] ?? texts.withheld,
          reason: reason ?? "",
        },
      )
    ),
    notices: registration.notices,
    raw: {
      label: texts.raw[raw.type],
      text: visibleText(raw.text),
    },
    source: sourceText({ source, server, fetchedAt }, words),
  };
}

/** The lines of a response, with invisible characters escaped. */
function visibleText(text: string): string {
  return text.split("\n").map(escapeInvisible).join("\n");
}

function sourceText(
  { source, server, fetchedAt }: Pick<
    Registration,
    "source" | "server" | "fetchedAt"
  >,
  { texts }: RegistryWords,
): string {
  return formatText(texts.source, {
    server,
    protocol: source === "rdap" ? "RDAP" : "whois",
    time: timeText(Date.parse(fetchedAt)),
  });
}

/** A response that could not be interpreted, as the page shows it. */
export function responseView(
  response: UninterpretedResponse,
  language: Language,
): ResponseView {
  const { source, raw } = response;
  const words = new RegistryWords(language);
  return {
    label: words.texts.raw[source === "rdap" ? "json" : "text"],
    text: visibleText(raw.text),
    source: sourceText(response, words),
  };
}

function badgesOf(
  { kind, created_at }: Registration,
  words: RegistryWords,
  nowMs: number,
): RegistrationBadge[] {
  const { kinds, kindTitles, age } = words.texts;
  const badges: RegistrationBadge[] = [{
    text: kinds[kind],
    title: kindTitles[kind],
    isWarning: false,
  }];
  const createdMs = Date.parse(created_at ?? "");
  // A date in the future is the registry's mistake. NaN fails this test, too.
  if (createdMs <= nowMs) {
    badges.push({
      text: formatText(age.old, { span: words.span(createdMs, nowMs) }),
      title: formatText(age.registeredOn, { time: timeText(createdMs) }),
      isWarning: kind === "domain" && nowMs - createdMs < NEW_MS,
    });
  }
  return badges;
}

function factsOf(
  registration: Registration,
  words: RegistryWords,
): RegistrationFact[] {
  const { labels } = words.texts;
  const { kind, statuses, created_at, updated_at, expires_at, dnssec } =
    registration;
  return [
    ...factsOfKind(registration, words),
    text(labels.status, listOf(statuses.map((name) => words.status(name)))),
    text(labels.created, timeOf(created_at)),
    text(labels.updated, timeOf(updated_at)),
    // Only domains expire: networks and numbers have no term.
    ...kind === "domain" || expires_at !== null
      ? [text(labels.expires, timeOf(expires_at))]
      : [],
    ...kind === "domain" ? [text("DNSSEC", dnssecText(dnssec, words))] : [],
    code(labels.handle, registration.handle),
    text(labels.objectType, words.objectType(registration.object_type)),
    code(labels.whoisServer, registration.whois_server),
  ];
}

/** The facts that come first, and differ between kinds of objects. */
function factsOfKind(
  registration: Registration,
  words: RegistryWords,
): RegistrationFact[] {
  const { labels } = words.texts;
  const { subject, name, allocation_type, country, registrar_iana_id } =
    registration;
  const asns = ifAny(code(labels.asns, registration.autonomous_systems));
  const allocation = [
    text(labels.allocation, allocation_type),
    text(labels.country, country && words.country(country)),
  ];
  const networks = code(labels.networks, listOf(registration.networks));
  switch (registration.kind) {
    case "domain":
      return [
        code(labels.domain, subject),
        ...ifAny(text(labels.unicodeName, registration.unicode_name)),
        ...ifAny(text(labels.variants, registration.variants)),
        ...ifAny(networks),
        text(labels.registrar, registration.registrar),
        ...ifAny(code(labels.ianaId, registrar_iana_id)),
      ];
    case "ip":
      return [
        code(labels.range, subject),
        networks,
        code(labels.networkName, name),
        ...asns,
        ...allocation,
        code(labels.parent, registration.parent_handle),
      ];
    case "asn":
      return [
        code(labels.number, subject),
        code(labels.name, name),
        ...allocation,
      ];
    case "entity":
      return [
        text(labels.name, name),
        text(labels.entityKind, allocation_type),
        ...ifAny(code(labels.ianaIdOwn, registrar_iana_id)),
        networks,
        ...asns,
      ];
  }
}

function text(
  label: string,
  value: RegistrationFact["value"],
): RegistrationFact {
  return { label, value, mono: false };
}

/** A name, an address or a number. */
function code(
  label: string,
  value: RegistrationFact["value"],
): RegistrationFact {
  return { label, value, mono: true };
}

/** A fact that is left out if nothing is known. */
function ifAny(fact: RegistrationFact): RegistrationFact[] {
  return fact.value === null || fact.value.length === 0 ? [] : [fact];
}

/** Whether the delegation is signed, and its keys as in a zone file. */
function dnssecText(
  dnssec: DnssecRecord | null,
  { texts }: RegistryWords,
): readonly string[] | null {
  if (dnssec === null) return null;
  const { signed, unsigned } = texts.dnssec;
  return [
    dnssec.signed ? signed : unsigned,
    ...dnssec.ds.map((ds) =>
      `DS ${ds.key_tag} ${ds.algorithm} ${ds.digest_type} ${ds.digest}`
    ),
    ...dnssec.keys.map((key) =>
      `DNSKEY ${key.flags} ${key.protocol} ${key.algorithm} ${key.public_key}`
    ),
  ];
}

function cardOf(
  { roles, handle, name, organisation, address, emails, phones, redacted }:
    RegistrationContact,
  { kind, subject }: Registration,
  words: RegistryWords,
): ContactCard {
  const { labels, hidden } = words.texts;
  const facts = [
    text(labels.name, name),
    text(labels.organisation, organisation),
    text(labels.address, listOf(address)),
    code(labels.email, listOf(emails)),
    code(labels.phone, listOf(phones)),
  ];
  const known = facts.filter(({ value }) => value !== null);
  return {
    heading: words.roles(roles),
    facts: known,
    handle: handle && handle !== subject
      ? {
        text: handle,
        // Registries of names have no tags.
        path: kind !== "domain" && isTaggedHandle(handle)
          ? whoisPath({ text: handle })
          : null,
      }
      : null,
    redaction: redacted ? known.length > 0 ? hidden.rest : hidden.all : null,
  };
}

function timelineOf(
  { events }: Registration,
  words: RegistryWords,
  nowMs: number,
): TimelineEntry[] {
  return events.map(({ action, at }) => {
    const atMs = Date.parse(at);
    return {
      label: words.event(action),
      dateTime: at,
      time: timeText(atMs),
      distance: words.distance(atMs, nowMs),
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
  words: RegistryWords,
): RegistrationLink[] {
  const byHref = new Map<string, RegistrationLink>();
  for (const { href, rel } of links) {
    const text = rel !== null && RELATION.test(rel)
      ? words.link(rel, href)
      : href;
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
