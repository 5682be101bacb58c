import { formatCidr } from "../net/cidr.ts";
import { parseHostname } from "../net/hostname.ts";
import type { RdapAnswer } from "../registry/rdap_client.ts";
import { parseEvents } from "../registry/rdap_event.ts";
import type {
  Autnum,
  DomainRecord,
  IpNetwork,
  Registered,
} from "../registry/rdap_record.ts";
import { contactsOf, registrarOf } from "./contacts.ts";
import { rawJson } from "./raw_json.ts";
import { redactedRoles } from "./redacted_roles.ts";
import {
  EMPTY_REGISTRATION,
  inOrder,
  listed,
  type Registration,
} from "./registration.ts";

/** What was asked, and when: milliseconds since the epoch. */
export interface Asked {
  readonly target: string;
  readonly atMs: number;
}

/**
 * A domain as its registry describes it.
 *
 * @param asked.name the name that was asked for: the target, or one it lies in
 * @throws {RegistryError} `malformed` for an answer that cannot be shown, as the functions below
 */
export function domainRegistration(
  answer: RdapAnswer<DomainRecord>,
  asked: Asked & { readonly name: string },
): Registration {
  const { ldhName, unicodeName, nameservers } = answer.record;
  const subject = parseHostname(ldhName ?? "") ?? asked.name;
  return {
    ...common(answer, asked),
    kind: "domain",
    objectType: "domain",
    subject,
    unicodeName: unicodeName?.toLowerCase() === subject ? null : unicodeName,
    nameServers: listed([
      ...new Set(nameservers.flatMap((name) => parseHostname(name) ?? [])),
    ]),
  };
}

/** A network as its registry describes it. */
export function networkRegistration(
  answer: RdapAnswer<IpNetwork>,
  asked: Asked,
): Registration {
  const { startAddress, endAddress, cidrs, ...network } = answer.record;
  const { name, type, country, parentHandle } = network;
  return {
    ...common(answer, asked),
    kind: "ip",
    objectType: "ip network",
    subject: startAddress && endAddress
      ? rangeText(startAddress.text, endAddress.text)
      : asked.target,
    name,
    type,
    country,
    blocks: listed(cidrs).map(formatCidr),
    parentHandle,
  };
}

/** An autonomous system as its registry describes it. */
export function autnumRegistration(
  answer: RdapAnswer<Autnum>,
  asked: Asked,
): Registration {
  const { startAutnum, endAutnum, name, type, country } = answer.record;
  return {
    ...common(answer, asked),
    kind: "asn",
    objectType: "autnum",
    subject: startAutnum !== null && endAutnum !== null
      ? rangeText(`AS${startAutnum}`, `AS${endAutnum}`)
      : asked.target,
    name,
    type,
    country,
  };
}

function common(
  { record, url, json }: RdapAnswer<Registered>,
  { target, atMs }: Asked,
) {
  const { handle, status, events, entities, port43, links } = record;
  // It is an object, or there would be no record of it.
  const members = json as { events?: unknown; redacted?: unknown };
  return {
    ...EMPTY_REGISTRATION,
    target,
    source: "rdap",
    server: url.hostname,
    handle,
    registrar: registrarOf(entities),
    contacts: contactsOf(entities, redactedRoles(members.redacted)),
    whoisServer: parseHostname(port43 ?? ""),
    createdAt: events.registration,
    updatedAt: events.lastChanged,
    expiresAt: events.expiration,
    events: listed(inOrder(parseEvents(members.events))),
    statuses: listed(status),
    links: listed(links),
    raw: rawJson(json),
    fetchedAt: new Date(atMs).toISOString(),
  } as const;
}

function rangeText(first: string, last: string): string {
  return first === last ? first : `${first} – ${last}`;
}
