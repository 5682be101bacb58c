import { EMPTY_CONTACT } from "./contacts.ts";
import {
  EMPTY_REGISTRATION,
  type Registration,
  sortByTime,
  truncateList,
} from "./registration.ts";
import type { RegistrationQuery } from "./rdap_registration.ts";
import { formatCidr } from "../net/cidr.ts";
import type { NameServer } from "./rdap/delegation.ts";
import type { RegistryEvent } from "./rdap/lenient.ts";
import type { WhoisNumberResponse, WhoisResponse } from "./whois_client.ts";
import type { WhoisRecord } from "./whois_record.ts";

/**
 * A domain as whois servers describe it: the registry's value for each field
 * that it has, and the registrar's contacts.
 *
 * @param query.name the queried name: the target, or a parent of it
 */
export function whoisRegistration(
  replies: WhoisResponse,
  query: RegistrationQuery & { readonly name: string },
): Registration {
  const [registry] = replies;
  const registrar = replies.at(1);
  const records = replies.map(({ record }) => record);
  const first = <Field extends keyof WhoisRecord>(field: Field) =>
    records.map((record) => record[field]).find((value) => value !== null) ??
      null;
  const longest = <Field extends "statuses" | "nameServers">(field: Field) =>
    records.map((record) => record[field]).find(({ length }) => length > 0) ??
      [];
  const createdAt = first("createdAt");
  const updatedAt = first("updatedAt");
  const expiresAt = first("expiresAt");
  const registrarUrl = first("registrarUrl");
  return {
    ...EMPTY_REGISTRATION,
    kind: "domain",
    target: query.target,
    subject: registry.record.domain ?? query.name,
    source: "whois",
    server: registry.server,
    objectType: "domain",
    handle: first("handle"),
    registrar: first("registrar"),
    registrarIanaId: first("registrarIanaId"),
    contacts: registrar?.record.contacts.length
      ? registrar.record.contacts
      : registry.record.contacts,
    whoisServer: registrar?.server ?? registry.server,
    createdAt,
    updatedAt,
    expiresAt,
    events: sortByTime([
      ...event("registration", createdAt),
      ...event("last changed", updatedAt),
      ...event("expiration", expiresAt),
    ]),
    statuses: truncateList<string>(longest("statuses")),
    nameServers: truncateList<NameServer>(longest("nameServers")),
    dnssec: first("dnssec"),
    links: registrarUrl === null
      ? []
      : [{ rel: "registrar", href: registrarUrl, type: null }],
    raw: { type: "text", text: replies.map(rawText).join("\n\n") },
    fetchedAt: new Date(query.atMs).toISOString(),
  };
}

/** An event if it has a time. */
function event(action: string, at: string | null): RegistryEvent[] {
  return at === null ? [] : [{ action, at }];
}

function rawText(
  { server, text }: Pick<WhoisNumberResponse, "server" | "text">,
): string {
  return `# ${server}\n\n${text.trim()}`;
}

/** A network or an autonomous system as a regional registry describes it. */
export function numberRegistration(
  { record, server, text }: WhoisNumberResponse,
  { target, atMs, kind }: RegistrationQuery & { readonly kind: "ip" | "asn" },
): Registration {
  const { range, cidrs, holder, abuseEmail, createdAt, updatedAt, ...own } =
    record;
  return {
    ...EMPTY_REGISTRATION,
    ...own,
    kind,
    target,
    subject: range === null ? target : `${range[0].text} – ${range[1].text}`,
    source: "whois",
    server,
    objectType: kind === "asn" ? "autnum" : "ip network",
    blocks: truncateList(cidrs).map(formatCidr),
    contacts: [
      ...holder === null
        ? []
        : [{ ...EMPTY_CONTACT, roles: ["registrant"], organisation: holder }],
      ...abuseEmail === null
        ? []
        : [{ ...EMPTY_CONTACT, roles: ["abuse"], emails: [abuseEmail] }],
    ],
    whoisServer: server,
    createdAt,
    updatedAt,
    events: sortByTime([
      ...event("registration", createdAt),
      ...event("last changed", updatedAt),
    ]),
    raw: { type: "text", text: rawText({ server, text }) },
    fetchedAt: new Date(atMs).toISOString(),
  };
}
