import { EMPTY_CONTACT } from "./contacts.ts";
import {
  EMPTY_REGISTRATION,
  type Registration,
  sortByTime,
  truncateList,
} from "./registration.ts";
import type { RegistrationQuery } from "./rdap_registration.ts";
import { formatCidr } from "../net/cidr.ts";
import type {
  WhoisNumberResponse,
  WhoisResponse,
  WhoisServerResponse,
} from "./whois_client.ts";

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
  const first = <T>(
    pick: (record: WhoisServerResponse["record"]) => T | null,
  ) => {
    for (const record of records) {
      const value = pick(record);
      if (value !== null) return value;
    }
    return null;
  };
  const longest = <T>(
    pick: (record: WhoisServerResponse["record"]) => readonly T[],
  ) => records.map(pick).find(({ length }) => length > 0) ?? [];
  const createdAt = first((record) => record.createdAt);
  const updatedAt = first((record) => record.updatedAt);
  const expiresAt = first((record) => record.expiresAt);
  const registrarUrl = first((record) => record.registrarUrl);
  const event = (action: string, at: string | null) =>
    at === null ? [] : [{ action, at }];
  return {
    ...EMPTY_REGISTRATION,
    kind: "domain",
    target: query.target,
    subject: registry.record.domain ?? query.name,
    source: "whois",
    server: registry.server,
    objectType: "domain",
    handle: first((record) => record.handle),
    registrar: first((record) => record.registrar),
    registrarIanaId: first((record) => record.registrarIanaId),
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
    statuses: truncateList(longest((record) => record.statuses)),
    nameServers: truncateList(longest((record) => record.nameServers)),
    dnssec: first((record) => record.dnssec),
    links: registrarUrl === null
      ? []
      : [{ rel: "registrar", href: registrarUrl, type: null }],
    raw: { type: "text", text: replies.map(rawText).join("\n\n") },
    fetchedAt: new Date(query.atMs).toISOString(),
  };
}

function rawText(
  { server, text }: Pick<WhoisServerResponse, "server" | "text">,
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
      ...createdAt === null ? [] : [{ action: "registration", at: createdAt }],
      ...updatedAt === null ? [] : [{ action: "last changed", at: updatedAt }],
    ]),
    raw: { type: "text", text: rawText({ server, text }) },
    fetchedAt: new Date(atMs).toISOString(),
  };
}
