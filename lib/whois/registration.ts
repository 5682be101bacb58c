import type { RedactedField, RegistryEvent } from "./rdap/lenient.ts";
import type { Notice, RegistryLink } from "./rdap/registered.ts";
import type { DnssecRecord, NameServer } from "./rdap/delegation.ts";

/** A person or organization to contact about a registration. */
export interface RegistrationContact {
  /** The registry's name for the contact: `XY12-RIPE`. */
  readonly handle: string | null;
  /** Lower case, as in RFC 9083: `registrant`, `technical`, `abuse` and the like. */
  readonly roles: readonly string[];
  readonly name: string | null;
  readonly organisation: string | null;
  /** The lines of the postal address, the country last. */
  readonly address: readonly string[];
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
  readonly kind: "domain" | "ip" | "asn" | "entity";
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
  /** Object class of RFC 9083: `domain`, `ip network`, `autnum`, `entity`. */
  readonly objectType: string;
  readonly handle: string | null;
  /** The name of anything but a domain. */
  readonly name: string | null;
  /**
   * The allocation type of a network or a number: `DIRECT ALLOCATION` and the
   * like. The kind of an entity: `org`, `individual`.
   */
  readonly type: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
  /**
   * The CIDRs that make up a network or a reverse zone, or that an entity holds.
   */
  readonly blocks: readonly string[];
  /** Those that an entity holds, or that announce a network: `AS64496`. */
  readonly asns: readonly string[];
  readonly parentHandle: string | null;
  readonly registrar: string | null;
  /** The number that IANA gave to the registrar. */
  readonly registrarIanaId: string | null;
  readonly contacts: readonly RegistrationContact[];
  readonly whoisServer: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly expiresAt: string | null;
  /** Oldest first. */
  readonly events: readonly RegistryEvent[];
  readonly statuses: readonly string[];
  readonly nameServers: readonly NameServer[];
  readonly dnssec: DnssecRecord | null;
  readonly links: readonly RegistryLink[];
  /** Names that are registered along with this one. */
  readonly variants: readonly string[];
  /** What the registry says about the object, and about its response. */
  readonly remarks: readonly Notice[];
  readonly notices: readonly Notice[];
  /** What the registry says that it withholds (RFC 9537). */
  readonly redactions: readonly RedactedField[];
  readonly raw: RawResponse;
  readonly fetchedAt: string;
}

/** A response that could not be interpreted. */
export type UninterpretedResponse = Pick<
  Registration,
  "source" | "server" | "raw" | "fetchedAt"
>;

/** A registration without any details. */
export const EMPTY_REGISTRATION = {
  unicodeName: null,
  handle: null,
  name: null,
  type: null,
  country: null,
  blocks: [],
  asns: [],
  parentHandle: null,
  registrar: null,
  registrarIanaId: null,
  contacts: [],
  whoisServer: null,
  createdAt: null,
  updatedAt: null,
  expiresAt: null,
  events: [],
  statuses: [],
  nameServers: [],
  dnssec: null,
  links: [],
  variants: [],
  remarks: [],
  notices: [],
  redactions: [],
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
  const { raw, contacts, links, dnssec } = registration;
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
      autonomous_systems: registration.asns,
      parent_handle: registration.parentHandle,
      registrar: registration.registrar,
      registrar_iana_id: registration.registrarIanaId,
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
      name_servers: registration.nameServers.map(({ name }) => name),
      glue: registration.nameServers.filter(({ addresses }) =>
        addresses.length > 0
      ),
      dnssec: dnssec && {
        signed: dnssec.isSigned,
        ds: dnssec.dsRecords.map((ds) => ({
          key_tag: ds.keyTag,
          algorithm: ds.algorithm,
          digest_type: ds.digestType,
          digest: ds.digest,
        })),
        keys: dnssec.keys.map(({ publicKey, ...key }) => ({
          ...key,
          public_key: publicKey,
        })),
      },
      links,
      variants: registration.variants,
      remarks: registration.remarks,
      notices: registration.notices,
      redacted: registration.redactions,
      raw: raw.type === "json" ? JSON.parse(raw.text) : raw.text,
    },
    meta: {
      source: registration.source,
      server: registration.server,
      fetched_at: registration.fetchedAt,
    },
  };
}
