import { EMPTY_CONTACT } from "./contacts.ts";
import {
  delegation,
  EMPTY_REGISTRATION,
  type Registration,
  sortByTime,
  truncateList,
} from "./registration.ts";
import type { RegistrationQuery } from "./rdap_registration.ts";
import { formatCidr } from "../net/cidr.ts";
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
    object_type: "domain",
    handle: first("handle"),
    registrar: first("registrar"),
    registrar_iana_id: first("registrarIanaId"),
    contacts: registrar?.record.contacts.length
      ? registrar.record.contacts
      : registry.record.contacts,
    whois_server: registrar?.server ?? registry.server,
    created_at: createdAt,
    updated_at: updatedAt,
    expires_at: expiresAt,
    events: sortByTime([
      ...event("registration", createdAt),
      ...event("last changed", updatedAt),
      ...event("expiration", expiresAt),
    ]),
    statuses: truncateList<string>(longest("statuses")),
    ...delegation(longest("nameServers")),
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
    object_type: kind === "asn" ? "autnum" : "ip network",
    networks: truncateList(cidrs).map(formatCidr),
    contacts: [
      ...holder === null ? [] : [{
        ...EMPTY_CONTACT,
        organisation: holder,
        roles: ["registrant"],
        redacted: false,
      }],
      ...abuseEmail === null ? [] : [{
        ...EMPTY_CONTACT,
        emails: [abuseEmail],
        roles: ["abuse"],
        redacted: false,
      }],
    ],
    whois_server: server,
    created_at: createdAt,
    updated_at: updatedAt,
    events: sortByTime([
      ...event("registration", createdAt),
      ...event("last changed", updatedAt),
    ]),
    raw: { type: "text", text: rawText({ server, text }) },
    fetchedAt: new Date(atMs).toISOString(),
  };
}
