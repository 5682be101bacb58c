import { z } from "zod";
import { type Contact, parseJcard } from "./jcard.ts";
import { lenientList, lenientText, lenientTexts } from "./lenient.ts";
import type { Redaction } from "./redaction.ts";

/** Somebody who has to do with a registered object (RFC 9083 section 5.1). */
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

/** Registries nest two deep; the stack is not to be filled by one who nests further. */
const MAX_DEPTH = 4;
/** Of a record, nested ones counted: each is held against every redaction, which thousands would make seconds of. */
const MAX_ENTITIES = 500;

/** Reads the `entities` member; what is none is dropped, and what is more than a record can have. */
export function parseEntities(
  value: unknown,
  redactions: readonly Redaction[],
): Entity[] {
  return entitiesIn(value, redactions, { depth: 1, left: MAX_ENTITIES });
}

/** @param room how deep this is, and how many entities may still be read, which is counted down */
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

/** Those who have a role, also inside of others; whoever is nested least comes first. */
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
