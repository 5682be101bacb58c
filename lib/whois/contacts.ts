import type { Entity } from "./rdap/rdap_entity.ts";
import { firstOf, type RegistrationContact } from "./registration.ts";

/** Whoever decides comes first; roles not named here last. */
const ORDER = [
  "registrant",
  "administrative",
  "technical",
  "billing",
  "abuse",
];
const REGISTRAR = "registrar";
/** Nobody has more roles, addresses or numbers than this. */
const MAX_EACH = 10;
const HIDDEN = {
  name: null,
  organisation: null,
  emails: [],
  phones: [],
  isRedacted: true,
} as const satisfies Partial<RegistrationContact>;

/**
 * The people of a record, also those named inside of others, each once with all
 * roles. The registrar has a field of its own; its own people are among them.
 *
 * @param redacted roles of which something is hidden; who has one and is not in the record at all is among them too
 */
export function contactsOf(
  entities: readonly Entity[],
  redacted: ReadonlySet<string> = new Set(),
): RegistrationContact[] {
  const contacts = new Map<string, RegistrationContact>();
  const missing = new Set(redacted);
  for (const entity of flat(entities)) {
    const { handle, name, org, emails, phones } = entity;
    const roles = entity.roles.filter((role) => role !== REGISTRAR);
    if (roles.length === 0 && entity.roles.length > 0) continue;
    for (const role of roles) missing.delete(role);
    const isRedacted = entity.isRedacted ||
      roles.some((role) => redacted.has(role));
    if (!isRedacted && !name && !org && !emails.length && !phones.length) {
      continue;
    }
    const key = JSON.stringify([handle, name, org, emails, phones, isRedacted]);
    const known = contacts.get(key)?.roles ?? [];
    contacts.set(key, {
      roles: firstOf(inOrder(new Set([...known, ...roles])), MAX_EACH),
      name,
      organisation: org,
      emails: firstOf(emails, MAX_EACH),
      phones: firstOf(phones, MAX_EACH),
      isRedacted,
    });
  }
  const hidden = [...missing].map((role) => ({ ...HIDDEN, roles: [role] }));
  return firstOf(byRole([...contacts.values(), ...hidden]));
}

/** The name of the registrar. */
export function registrarOf(entities: readonly Entity[]): string | null {
  const registrar = entities.find(({ roles }) => roles.includes(REGISTRAR));
  return registrar?.org ?? registrar?.name ?? registrar?.handle ?? null;
}

/** Contacts by the first of their roles. */
export function byRole(
  contacts: readonly RegistrationContact[],
): RegistrationContact[] {
  return contacts.toSorted((a, b) => rankOf(a.roles[0]) - rankOf(b.roles[0]));
}

function flat(entities: readonly Entity[]): Entity[] {
  return entities.flatMap((entity) => [entity, ...flat(entity.entities)]);
}

function inOrder(roles: ReadonlySet<string>): string[] {
  return [...roles].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(role: string | undefined): number {
  const rank = ORDER.indexOf(role ?? "");
  return rank < 0 ? ORDER.length : rank;
}
