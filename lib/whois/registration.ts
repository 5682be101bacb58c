import type { RegistryEvent } from "./rdap/lenient.ts";
import type { RegistryLink } from "./rdap/rdap_record.ts";

/** A person or organization to contact about a registration. */
export interface RegistrationContact {
  /** Lower case, as in RFC 9083: `registrant`, `technical`, `abuse` and the like. */
  readonly roles: readonly string[];
  readonly name: string | null;
  readonly organisation: string | null;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Whether the registry withholds some of this contact's data. */
  readonly isRedacted: boolean;
}

/** The response as the server sent it. */
export interface RawResponse {
  readonly type: "json" | "text";
  readonly text: string;
}

/**
 * What a registry records about a name, a network or an autonomous system. Null
 * and empty lists mean unknown. Times are ISO 8601 in UTC.
 */
export interface Registration {
  readonly kind: "domain" | "ip" | "asn";
  /** The target of the query, normalized. */
  readonly target: string;
  /**
   * The registered object: the name, network or number that contains the
   * target.
   */
  readonly subject: string;
  /** The subject in Unicode, if that differs. */
  readonly unicodeName: string | null;
  readonly source: "rdap" | "whois";
  /** Host name of the server that responded. */
  readonly server: string;
  /** Object class of RFC 9083: `domain`, `ip network`, `autnum`. */
  readonly objectType: string;
  readonly handle: string | null;
  /** The name of a network or an autonomous system. */
  readonly name: string | null;
  /**
   * The allocation type of a network or a number: `DIRECT ALLOCATION` and the
   * like.
   */
  readonly type: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
  /** The CIDRs that make up a network. */
  readonly blocks: readonly string[];
  readonly parentHandle: string | null;
  readonly registrar: string | null;
  readonly contacts: readonly RegistrationContact[];
  readonly whoisServer: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly expiresAt: string | null;
  /** Oldest first. */
  readonly events: readonly RegistryEvent[];
  readonly statuses: readonly string[];
  readonly nameServers: readonly string[];
  readonly links: readonly RegistryLink[];
  readonly raw: RawResponse;
  readonly fetchedAt: string;
}

/** A registration without any details. */
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

/** Events, oldest first. */
export function sortByTime(events: readonly RegistryEvent[]): RegistryEvent[] {
  return [...events].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/**
 * The most items listed of anything: each becomes a row on the page. The raw
 * response has all of them.
 */
const MAX_LISTED = 200;

/** The first `max` items. */
export function truncateList<T>(items: readonly T[], max = MAX_LISTED): T[] {
  return items.slice(0, max);
}

/**
 * A registration as JSON, with every field. Unknown values are null, or empty
 * lists.
 */
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
