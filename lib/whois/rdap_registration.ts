import { RegistryError } from "./rdap/registry_error.ts";
import {
  EMPTY_REGISTRATION,
  firstOf,
  inOrder,
  type RawResponse,
  type Registration,
} from "./registration.ts";
import { z } from "zod";
import { lenientList, lenientText } from "./rdap/lenient.ts";
import { formatCidr } from "../net/cidr.ts";
import { parseHostname } from "../net/domain.ts";
import type { RdapResponse } from "./rdap/rdap_client.ts";
import { parseEvents } from "./rdap/rdap_event.ts";
import type {
  Autnum,
  DomainRecord,
  IpNetwork,
  Registered,
} from "./rdap/rdap_record.ts";
import { contactsOf, registrarOf } from "./contacts.ts";

/** Registries nest a dozen deep. Each level is also blanks before every line. */
const MAX_DEPTH = 32;
/** What is longer with line breaks is kept without. */
const MAX_LENGTH = 512 * 1024;

/**
 * An answer as text for people to read.
 *
 * @throws {RegistryError} `malformed` for what nests so deep that no registry can mean it
 */
export function rawJson(json: unknown): RawResponse {
  if (!nestsWithin(json, MAX_DEPTH)) throw new RegistryError("malformed");
  const pretty = JSON.stringify(json, null, 2);
  return {
    type: "json",
    text: pretty.length > MAX_LENGTH ? JSON.stringify(json) : pretty,
  };
}

function nestsWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 &&
    Object.values(value).every((inner) => nestsWithin(inner, depth - 1));
}

const REDACTIONS = lenientList(
  z.object({
    name: z.object({ type: lenientText, description: lenientText })
      .catch({ type: null, description: null }),
    prePath: lenientText,
    postPath: lenientText,
    replacementPath: lenientText,
  }),
);

/** Roles as RFC 9083 names them, and how the names of their fields begin: `Registrant Name`, `Registry Tech ID`. */
const FIELDS: readonly (readonly [role: string, field: RegExp])[] = [
  ["registrant", /^(?:registry )?registrant\b/i],
  ["administrative", /^(?:registry )?admin(?:istrative)?\b/i],
  ["technical", /^(?:registry )?tech(?:nical)?\b/i],
  ["billing", /^(?:registry )?billing\b/i],
];

/**
 * The roles of those of whom a registry keeps something to itself, by the
 * `redacted` member (RFC 9537): what is hidden may be a property of a contact,
 * or the whole of it, and a server that cannot give a path gives a name alone.
 */
export function redactedRoles(value: unknown): ReadonlySet<string> {
  const roles = REDACTIONS.parse(value).flatMap(
    ({ name, prePath, postPath, replacementPath }) => [
      ...[name.type, name.description].map(roleOfName),
      ...[prePath, postPath, replacementPath].map(roleOfPath),
    ],
  );
  return new Set(roles.filter((role) => role !== null));
}

function roleOfName(name: string | null): string | null {
  if (name === null) return null;
  return FIELDS.find(([, field]) => field.test(name))?.[0] ?? null;
}

/** `$.entities[?(@.roles[0]=='registrant')].vcardArray…` */
function roleOfPath(path: string | null): string | null {
  if (path === null) return null;
  const [entity] = path.split("vcardArray");
  // A nested entity is named last.
  const role = entity.match(/['"][a-z]+['"]/gi)?.at(-1)?.slice(1, -1)
    .toLowerCase();
  return FIELDS.find(([known]) => known === role)?.[0] ?? null;
}

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
  answer: RdapResponse<DomainRecord>,
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
    nameServers: firstOf([
      ...new Set(nameservers.flatMap((name) => parseHostname(name) ?? [])),
    ]),
  };
}

/** A network as its registry describes it. */
export function networkRegistration(
  answer: RdapResponse<IpNetwork>,
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
    blocks: firstOf(cidrs).map(formatCidr),
    parentHandle,
  };
}

/** An autonomous system as its registry describes it. */
export function autnumRegistration(
  answer: RdapResponse<Autnum>,
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
  { record, url, json }: RdapResponse<Registered>,
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
    events: firstOf(inOrder(parseEvents(members.events))),
    statuses: firstOf(status),
    links: firstOf(links),
    raw: rawJson(json),
    fetchedAt: new Date(atMs).toISOString(),
  } as const;
}

function rangeText(first: string, last: string): string {
  return first === last ? first : `${first} – ${last}`;
}
