import {
  EMPTY_REGISTRATION,
  firstOf,
  inOrder,
  type Registration,
} from "./registration.ts";
import type { Asked } from "./rdap_registration.ts";
import type { WhoisReply, WhoisResponse } from "./whois_client.ts";

/**
 * A domain as whois servers describe it: the registry's word where it has one,
 * and the people as the registrar knows them.
 *
 * @param asked.name the name that was asked for: the target, or one it lies in
 */
export function whoisRegistration(
  replies: WhoisResponse,
  asked: Asked & { readonly name: string },
): Registration {
  const [registry] = replies;
  const registrar = replies.at(1);
  const records = replies.map(({ record }) => record);
  const first = <T>(pick: (record: WhoisReply["record"]) => T | null) => {
    for (const record of records) {
      const value = pick(record);
      if (value !== null) return value;
    }
    return null;
  };
  const longest = <T>(pick: (record: WhoisReply["record"]) => readonly T[]) =>
    records.map(pick).find(({ length }) => length > 0) ?? [];
  const createdAt = first((record) => record.createdAt);
  const updatedAt = first((record) => record.updatedAt);
  const expiresAt = first((record) => record.expiresAt);
  const registrarUrl = first((record) => record.registrarUrl);
  const event = (action: string, at: string | null) =>
    at === null ? [] : [{ action, at }];
  return {
    ...EMPTY_REGISTRATION,
    kind: "domain",
    target: asked.target,
    subject: registry.record.domain ?? asked.name,
    source: "whois",
    server: registry.server,
    objectType: "domain",
    handle: first((record) => record.handle),
    registrar: first((record) => record.registrar),
    contacts: registrar?.record.contacts.length
      ? registrar.record.contacts
      : registry.record.contacts,
    whoisServer: registrar?.server ?? registry.server,
    createdAt,
    updatedAt,
    expiresAt,
    events: inOrder([
      ...event("registration", createdAt),
      ...event("last changed", updatedAt),
      ...event("expiration", expiresAt),
    ]),
    statuses: firstOf(longest((record) => record.statuses)),
    nameServers: firstOf(longest((record) => record.nameServers)),
    links: registrarUrl === null
      ? []
      : [{ rel: "registrar", href: registrarUrl, type: null }],
    raw: { type: "text", text: replies.map(rawText).join("\n\n") },
    fetchedAt: new Date(asked.atMs).toISOString(),
  };
}

function rawText({ server, text }: WhoisReply): string {
  return `# ${server}\n\n${text.trim()}`;
}
