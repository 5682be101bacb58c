import type { RegistryEvent } from "./rdap/rdap_event.ts";
import type { RegistryLink } from "./rdap/rdap_record.ts";

/** Somebody to turn to. */
export interface RegistrationContact {
  /** Lower case, as in RFC 9083: `registrant`, `technical`, `abuse` and the like. */
  readonly roles: readonly string[];
  readonly name: string | null;
  readonly organisation: string | null;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Whether the registry keeps something of it to itself. */
  readonly isRedacted: boolean;
}

/** The answer as it was sent. */
export interface RawResponse {
  readonly type: "json" | "text";
  readonly text: string;
}

/** What is written down of a name, a network or an autonomous system; null and empty lists are what is not known. Times are ISO 8601 in UTC. */
export interface Registration {
  readonly kind: "domain" | "ip" | "asn";
  /** What was asked for, in its one spelling. */
  readonly target: string;
  /** What the registration is of: the name, network or number that holds the target. */
  readonly subject: string;
  /** The subject as people write it, where that differs. */
  readonly unicodeName: string | null;
  readonly source: "rdap" | "whois";
  /** Host name of the server that answered. */
  readonly server: string;
  /** Object class of RFC 9083: `domain`, `ip network`, `autnum`. */
  readonly objectType: string;
  readonly handle: string | null;
  /** What a network or an autonomous system is called. */
  readonly name: string | null;
  /** How a network or a number was given out: `DIRECT ALLOCATION` and the like. */
  readonly type: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
  /** The CIDRs that a network is made of. */
  readonly blocks: readonly string[];
  readonly parentHandle: string | null;
  readonly registrar: string | null;
  readonly contacts: readonly RegistrationContact[];
  readonly whoisServer: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly expiresAt: string | null;
  /** The first first. */
  readonly events: readonly RegistryEvent[];
  readonly statuses: readonly string[];
  readonly nameServers: readonly string[];
  readonly links: readonly RegistryLink[];
  readonly raw: RawResponse;
  readonly fetchedAt: string;
}

/** A registration of which nothing is known but what it is of. */
export const EMPTY_REGISTRATION = {
  unicodeName: null,
  handle: null,
  name: null,
  type: null,
  country: null,
  blocks: [],
  parentHandle: null,
  registrar: null,
  contacts: [],
  whoisServer: null,
  createdAt: null,
  updatedAt: null,
  expiresAt: null,
  events: [],
  statuses: [],
  nameServers: [],
  links: [],
} as const satisfies Partial<Registration>;

/** Events in the order in which they happen. */
export function inOrder(events: readonly RegistryEvent[]): RegistryEvent[] {
  return [...events].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** No record has more of anything, and each item is a row to show. The raw answer holds all. */
const MAX_LISTED = 200;

/** As many items as a registration lists. */
export function firstOf<T>(items: readonly T[], max = MAX_LISTED): T[] {
  return items.slice(0, max);
}

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
