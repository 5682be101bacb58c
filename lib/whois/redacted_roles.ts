import { z } from "zod";
import { lenientList, lenientText } from "../registry/lenient.ts";

const REDACTIONS = lenientList(
  z.object({
    name: z.object({ type: lenientText, description: lenientText })
      .catch({ type: null, description: null }),
    prePath: lenientText,
    postPath: lenientText,
    replacementPath: lenientText,
  }),
);

/** Roles as RFC 9083 names them, and how the names of their fields begin: `Registrant Name`, `Registry Tech ID`. */
const FIELDS: readonly (readonly [role: string, field: RegExp])[] = [
  ["registrant", /^(?:registry )?registrant\b/i],
  ["administrative", /^(?:registry )?admin(?:istrative)?\b/i],
  ["technical", /^(?:registry )?tech(?:nical)?\b/i],
  ["billing", /^(?:registry )?billing\b/i],
];

/**
 * The roles of those of whom a registry keeps something to itself, by the
 * `redacted` member (RFC 9537): what is hidden may be a property of a contact,
 * or the whole of it, and a server that cannot give a path gives a name alone.
 */
export function redactedRoles(value: unknown): ReadonlySet<string> {
  const roles = REDACTIONS.parse(value).flatMap(
    ({ name, prePath, postPath, replacementPath }) => [
      ...[name.type, name.description].map(roleOfName),
      ...[prePath, postPath, replacementPath].map(roleOfPath),
    ],
  );
  return new Set(roles.filter((role) => role !== null));
}

function roleOfName(name: string | null): string | null {
  if (name === null) return null;
  return FIELDS.find(([, field]) => field.test(name))?.[0] ?? null;
}

/** `$.entities[?(@.roles[0]=='registrant')].vcardArray…` */
function roleOfPath(path: string | null): string | null {
  if (path === null) return null;
  const [entity] = path.split("vcardArray");
  // A nested entity is named last.
  const role = entity.match(/['"][a-z]+['"]/gi)?.at(-1)?.slice(1, -1)
    .toLowerCase();
  return FIELDS.find(([known]) => known === role)?.[0] ?? null;
}
