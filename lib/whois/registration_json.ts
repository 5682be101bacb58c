import type { Registration } from "./registration.ts";

/** A registration as the JSON of the page holds it. What is not known is null, or an empty list. */
export function registrationJson(registration: Registration) {
  const { raw, contacts, links } = registration;
  return {
    ok: true,
    query: { target: registration.target, type: registration.kind },
    data: {
      subject: registration.subject,
      unicode_name: registration.unicodeName,
      object_type: registration.objectType,
      handle: registration.handle,
      name: registration.name,
      allocation_type: registration.type,
      country: registration.country,
      networks: registration.blocks,
      parent_handle: registration.parentHandle,
      registrar: registration.registrar,
      contacts: contacts.map(({ isRedacted, ...contact }) => ({
        ...contact,
        redacted: isRedacted,
      })),
      whois_server: registration.whoisServer,
      created_at: registration.createdAt,
      updated_at: registration.updatedAt,
      expires_at: registration.expiresAt,
      events: registration.events,
      statuses: registration.statuses,
      name_servers: registration.nameServers,
      links,
      raw: raw.type === "json" ? JSON.parse(raw.text) as unknown : raw.text,
    },
    meta: {
      source: registration.source,
      server: registration.server,
      fetched_at: registration.fetchedAt,
    },
  };
}
