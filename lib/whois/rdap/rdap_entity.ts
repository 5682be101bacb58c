import * as z from "zod";
import {
  lenientList,
  lenientText,
  lenientTexts,
  type Redaction,
} from "./lenient.ts";
import { type Contact, parseJcard, parseJscard } from "./contact_card.ts";

/**
 * A person or organization related to a registered object (RFC 9083 section
 * 5.1).
 */
export interface Entity extends Contact {
  readonly handle: string | null;
  /** Lower case: `registrant`, `abuse`, `technical` and the like. */
  readonly roles: readonly string[];
  /** The number that IANA gave to a registrar. */
  readonly ianaId: string | null;
  readonly entities: readonly Entity[];
}

const ENTITY = z.object({
  handle: lenientText,
  roles: lenientTexts.transform((roles) =>
    roles.map((role) => role.toLowerCase())
  ),
  vcardArray: z.unknown().optional(),
  jscard: z.unknown().optional(),
  jscard_0: z.unknown().optional(),
  publicIds: lenientList(
    z.object({ type: lenientText, identifier: z.coerce.string().max(20) }),
  ),
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
): readonly Entity[] {
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
  const entities = read.map(({ handle, roles, publicIds, ...entity }) => ({
    handle,
    roles,
    ianaId:
      publicIds.find(({ type }) => /^iana registrar id$/i.test(type ?? ""))
        ?.identifier ?? null,
    ...(entity.vcardArray === undefined
      ? parseJscard(entity.jscard ?? entity.jscard_0)
      : null) ?? parseJcard(entity.vcardArray, hiddenFrom(roles, redactions)),
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
