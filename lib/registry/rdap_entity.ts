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

/** Reads the `entities` member; what is none is dropped. */
export function parseEntities(
  value: unknown,
  redactions: readonly Redaction[],
  depth = 1,
): Entity[] {
  if (depth > MAX_DEPTH) return [];
  return ENTITIES.parse(value).map(({ handle, roles, ...entity }) => ({
    handle,
    roles,
    ...parseJcard(entity.vcardArray, hiddenFrom(roles, redactions)),
    entities: parseEntities(entity.entities, redactions, depth + 1),
  }));
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
