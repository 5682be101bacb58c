import { isPlaceholder } from "./rdap/lenient.ts";
import type { Entity } from "./rdap/rdap_entity.ts";
import {
  type Registration,
  type RegistrationContact,
  truncateList,
} from "./registration.ts";

/** The registrant first; roles not listed here come last. */
const ORDER = [
  "registrant",
  "administrative",
  "technical",
  "billing",
  "abuse",
];
const REGISTRAR = "registrar";
/** Limit for the roles, addresses and numbers of one contact. */
const MAX_EACH = 10;
/** A contact of which nothing is known but its roles, and whether it is redacted. */
export const EMPTY_CONTACT = {
  handle: null,
  name: null,
  organisation: null,
  address: [],
  emails: [],
  phones: [],
} satisfies Partial<RegistrationContact>;

/**
 * The contacts of a record, nested ones included, each once with all its roles.
 * Leaves out a registrar of which only the name is known, which has a field of
 * its own.
 *
 * @param redacted roles with withheld data; one that is missing from the record
 * becomes a redacted contact
 */
export function contactsOf(
  entities: readonly Entity[],
  redacted: ReadonlySet<string> = new Set(),
): RegistrationContact[] {
  const contacts = new Map<string, RegistrationContact>();
  const missing = new Set(redacted);
  for (const entity of flatten(entities)) {
    const { handle, name, org, emails, phones } = entity;
    const canReach = emails.length + phones.length + entity.address.length > 0;
    const roles = entity.roles.filter((role) => role !== REGISTRAR || canReach);
    if (roles.length === 0 && entity.roles.length > 0) continue;
    for (const role of roles) missing.delete(role);
    const isRedacted = entity.isRedacted ||
      roles.some((role) => redacted.has(role));
    if (!isRedacted && !handle && !name && !org && !canReach) {
      continue;
    }
    const key = JSON.stringify([
      ...[handle, name, org, emails, phones, entity.address, isRedacted],
    ]);
    const known = contacts.get(key)?.roles ?? [];
    contacts.set(key, {
      roles: truncateList(sortRoles(new Set([...known, ...roles])), MAX_EACH),
      handle: handle && isPlaceholder(handle) ? null : handle,
      name,
      organisation: org,
      address: truncateList(entity.address, MAX_EACH),
      emails: truncateList(emails, MAX_EACH),
      phones: truncateList(phones, MAX_EACH),
      redacted: isRedacted,
    });
  }
  const hidden = [...missing].map((role) => ({
    ...EMPTY_CONTACT,
    roles: [role],
    redacted: true,
  }));
  return truncateList(sortByRole([...contacts.values(), ...hidden]));
}

/** The name of the registrar, and the number that IANA gave to it. */
export function registrarOf(
  entities: readonly Entity[],
): Pick<Registration, "registrar" | "registrar_iana_id"> {
  const entity = entities.find(({ roles }) => roles.includes(REGISTRAR));
  return {
    registrar: entity?.org ?? entity?.name ?? entity?.handle ?? null,
    registrar_iana_id: entity?.ianaId ?? null,
  };
}

/** Contacts in the order of their first roles. */
export function sortByRole(
  contacts: readonly RegistrationContact[],
): RegistrationContact[] {
  return contacts.toSorted((a, b) => rankOf(a.roles[0]) - rankOf(b.roles[0]));
}

function flatten(entities: readonly Entity[]): Entity[] {
  return entities.flatMap((entity) => [entity, ...flatten(entity.entities)]);
}

function sortRoles(roles: ReadonlySet<string>): string[] {
  return [...roles].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(role: string | undefined): number {
  const rank = ORDER.indexOf(role ?? "");
  return rank < 0 ? ORDER.length : rank;
}
