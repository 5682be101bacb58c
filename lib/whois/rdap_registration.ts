import { isObject } from "../core/json.ts";
import { RegistryError } from "./rdap/registry_error.ts";
import {
  delegation,
  EMPTY_REGISTRATION,
  type RawResponse,
  type Registration,
  sortByTime,
  truncateList,
} from "./registration.ts";
import { formatCidr } from "../net/cidr.ts";
import { parseDomain, parseHostname } from "../net/domain.ts";
import type { RdapResponse } from "./rdap/rdap_client.ts";
import type {
  Autnum,
  DomainRecord,
  EntityRecord,
  IpNetwork,
} from "./rdap/rdap_record.ts";
import type { Registered } from "./rdap/registered.ts";
import { contactsOf, registrarOf } from "./contacts.ts";

/** Registries nest about a dozen levels. Each level also indents every line. */
const MAX_DEPTH = 32;
/** A longer response stays on one line. */
const MAX_LENGTH = 512 * 1024;

/**
 * A response as indented JSON.
 *
 * @throws {RegistryError} `malformed` if it nests deeper than any registry's
 * response
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
  if (!isObject(value)) return true;
  return depth > 0 &&
    Object.values(value).every((inner) => nestsWithin(inner, depth - 1));
}

/**
 * The target of a query, and the time of the response in milliseconds since the
 * epoch.
 */
export interface RegistrationQuery {
  readonly target: string;
  readonly atMs: number;
}

/**
 * A domain as its registry describes it.
 *
 * @param query.name the queried name: the target, or a parent of it
 * @throws {RegistryError} `malformed` for a response that nests too deep, as
 * the functions below
 */
export function domainRegistration(
  response: RdapResponse<DomainRecord>,
  query: RegistrationQuery & { readonly name: string },
): Registration {
  const { ldhName, unicodeName, nameservers, dnssec, cidrs, variants } =
    response.record;
  const subject = parseHostname(ldhName ?? "") ?? query.name;
  const { ascii } = parseDomain(unicodeName ?? "") ?? { ascii: subject };
  const isShown = ascii === subject && unicodeName?.toLowerCase() !== subject;
  return {
    ...common(response, query),
    kind: "domain",
    object_type: "domain",
    subject,
    unicode_name: isShown ? unicodeName : null,
    ...delegation(nameservers),
    dnssec,
    networks: truncateList(cidrs).map(formatCidr),
    variants: truncateList(variants),
  };
}

/** A network as its registry describes it. */
export function networkRegistration(
  response: RdapResponse<IpNetwork>,
  query: RegistrationQuery,
): Registration {
  const { startAddress, endAddress, cidrs, originAsns, ...network } =
    response.record;
  const { name, type, country, parentHandle } = network;
  return {
    ...common(response, query),
    kind: "ip",
    object_type: "ip network",
    subject: startAddress && endAddress
      ? rangeText(startAddress.text, endAddress.text)
      : query.target,
    name,
    allocation_type: type,
    country,
    networks: truncateList(cidrs).map(formatCidr),
    autonomous_systems: truncateList(originAsns).map((asn) => `AS${asn}`),
    parent_handle: parentHandle,
  };
}

/** An autonomous system as its registry describes it. */
export function autnumRegistration(
  response: RdapResponse<Autnum>,
  query: RegistrationQuery,
): Registration {
  const { startAutnum, endAutnum, name, type, country } = response.record;
  return {
    ...common(response, query),
    kind: "asn",
    object_type: "autnum",
    subject: startAutnum !== null && endAutnum !== null
      ? rangeText(`AS${startAutnum}`, `AS${endAutnum}`)
      : query.target,
    name,
    allocation_type: type,
    country,
  };
}

/** A person, an organization or a role as its registry describes it. */
export function entityRegistration(
  response: RdapResponse<EntityRecord>,
  query: RegistrationQuery,
): Registration {
  const { entity, handle, cidrs, asns } = response.record;
  const object = common(response, query);
  return {
    ...object,
    kind: "entity",
    object_type: "entity",
    subject: handle ?? query.target,
    name: entity.name,
    allocation_type: entity.kind,
    networks: truncateList(cidrs).map(formatCidr),
    autonomous_systems: truncateList(asns).map(({ first, last }) =>
      rangeText(`AS${first}`, `AS${last}`)
    ),
    registrar_iana_id: entity.ianaId,
    contacts: [
      // A registrar looked up by its handle is no registrar of something.
      ...contactsOf([{
        ...entity,
        roles: entity.roles.filter((role) => role !== "registrar"),
        entities: [],
      }]),
      ...object.contacts,
    ],
  };
}

function common(
  { record, url, json }: RdapResponse<Registered>,
  { target, atMs }: RegistrationQuery,
) {
  const { handle, status, events, entities, port43, links } = record;
  const { remarks, notices, redactions, timeline } = record;
  return {
    ...EMPTY_REGISTRATION,
    target,
    source: "rdap",
    server: url.hostname,
    handle,
    ...registrarOf(entities),
    contacts: contactsOf(entities, redactions.roles),
    whois_server: parseHostname(port43 ?? ""),
    created_at: events.registration,
    updated_at: events.lastChanged,
    expires_at: events.expiration,
    events: truncateList(sortByTime(timeline)),
    statuses: truncateList(status),
    links: truncateList(links),
    remarks,
    notices,
    redacted: truncateList(redactions.fields),
    raw: rawJson(json),
    fetchedAt: new Date(atMs).toISOString(),
  } as const;
}

function rangeText(first: string, last: string): string {
  return first === last ? first : `${first} – ${last}`;
}
