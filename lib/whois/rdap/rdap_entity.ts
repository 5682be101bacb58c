import * as z from "zod";
import {
  isRedactionPlaceholder,
  lenientList,
  lenientText,
  lenientTexts,
  type Redaction,
} from "./lenient.ts";

/** Contact details; null and empty lists mean unknown. */
export interface Contact {
  /** `individual`, `group`, `org`, `location` and the like (RFC 6350 section 6.1.4). */
  readonly kind: string | null;
  readonly name: string | null;
  readonly org: string | null;
  readonly emails: readonly string[];
  /** As written, without `tel:`; excludes fax numbers. */
  readonly phones: readonly string[];
  /** Whether the registry withholds some of this contact's data. */
  readonly isRedacted: boolean;
}

/** Name, parameters, value type, value; further values are not needed. */
const PROPERTY = z.tuple([z.string(), z.unknown(), z.unknown(), z.unknown()])
  .rest(z.unknown())
  .transform(([name, parameters, , value]) => ({
    name: name.toLowerCase(),
    types: TYPES.parse(parameters),
    text: lenientText.parse(firstText(value)),
  }));
const TYPES = z.object({
  type: z.union([z.string().transform((type) => [type]), z.array(z.string())]),
}).transform(({ type }) => type).catch([]);
const CARD = z.tuple([z.literal("vcard"), lenientList(PROPERTY)])
  .rest(z.unknown()).transform(([, properties]) => properties).catch([]);

const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]+$/;
const PHONE = /^(?=.*\d)[+\d][\d .()/-]{2,38}(?: ext\. \d{1,10})?$/;

/**
 * Parses a jCard (RFC 7095). Leaves out placeholders for withheld values, and
 * the properties named in `hidden`.
 */
export function parseJcard(
  value: unknown,
  hidden: ReadonlySet<string> = new Set(),
): Contact {
  const properties = CARD.parse(value);
  const shown = properties.filter(({ name, text }) =>
    !hidden.has(name) && text !== null && !isRedactionPlaceholder(text)
  );
  const textsOf = (wanted: string) =>
    shown.flatMap(({ name, text }) => name === wanted ? text ?? [] : []);
  return {
    kind: textsOf("kind").at(0)?.toLowerCase() ?? null,
    name: textsOf("fn").at(0) ?? null,
    org: textsOf("org").at(0) ?? null,
    emails: textsOf("email").filter((text) => EMAIL.test(text)),
    phones: shown.filter(({ name, types }) =>
      name === "tel" && !types.some((type) => type.toLowerCase() === "fax")
    ).flatMap(({ text }) => phoneOf(text ?? "") ?? []),
    isRedacted: hidden.size > 0 ||
      properties.some(({ text }) =>
        text !== null && isRedactionPlaceholder(text)
      ),
  };
}

/**
 * The first part of a structured value, such as an organization followed by its
 * units.
 */
function firstText(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** `tel:+1-555-0100;ext=7` as `+1-555-0100 ext. 7` (RFC 3966). */
function phoneOf(text: string): string | null {
  const [number, ...parameters] = text.replace(/^tel:/i, "").split(";");
  const extension = parameters.map((parameter) =>
    /^\s*ext=(.+)$/i.exec(parameter)?.[1].trim()
  ).find((found) => found);
  const phone = number.trim() + (extension ? ` ext. ${extension}` : "");
  return PHONE.test(phone) ? phone : null;
}

/**
 * A person or organization related to a registered object (RFC 9083 section
 * 5.1).
 */
export interface Entity extends Contact {
  readonly handle: string | null;
  /** Lower case: `registrant`, `abuse`, `technical` and the like. */
  readonly roles: readonly string[];
  readonly entities: readonly Entity[];
}

const ENTITY = z.object({
  handle: lenientText,
  roles: lenientTexts.transform((roles) =>
    roles.map((role) => role.toLowerCase())
  ),
  vcardArray: z.unknown().optional(),
  entities: z.unknown().optional(),
});
const ENTITIES = lenientList(ENTITY);

/** Registries nest two levels deep. Deeper nesting could overflow the stack. */
const MAX_DEPTH = 4;
/**
 * Limit for one record, nested entities included. Each entity is compared with
 * every redaction, which takes seconds for thousands.
 */
const MAX_ENTITIES = 500;

/**
 * Parses the `entities` member. Drops malformed entities, and those beyond the
 * limits.
 */
export function parseEntities(
  value: unknown,
  redactions: readonly Redaction[],
): Entity[] {
  return entitiesIn(value, redactions, { depth: 1, left: MAX_ENTITIES });
}

/**
 * @param room levels that may follow, and entities that may still be read,
 * which this function counts down
 */
function entitiesIn(
  value: unknown,
  redactions: readonly Redaction[],
  room: { depth: number; left: number },
): Entity[] {
  if (room.depth > MAX_DEPTH) return [];
  const read = ENTITIES.parse(value).slice(0, room.left);
  room.left -= read.length;
  room.depth++;
  const entities = read.map(({ handle, roles, ...entity }) => ({
    handle,
    roles,
    ...parseJcard(entity.vcardArray, hiddenFrom(roles, redactions)),
    entities: entitiesIn(entity.entities, redactions, room),
  }));
  room.depth--;
  return entities;
}

/** Entities with a role, nested ones included; the least nested come first. */
export function entitiesOfRole(
  entities: readonly Entity[],
  role: string,
): Entity[] {
  const found: Entity[] = [];
  let level = entities;
  while (level.length > 0) {
    found.push(...level.filter(({ roles }) => roles.includes(role)));
    level = level.flatMap(({ entities }) => entities);
  }
  return found;
}

function hiddenFrom(
  roles: readonly string[],
  redactions: readonly Redaction[],
): ReadonlySet<string> {
  return new Set(
    redactions
      .filter(({ role }) => role === null || roles.includes(role))
      .map(({ property }) => property),
  );
}
