import * as z from "zod";
import { lenientList, lenientText } from "./lenient.ts";

/** A property of a contact whose real value is withheld. */
export interface Redaction {
  /** The role of the contact; null means all contacts. */
  readonly role: string | null;
  /** Lower case, as in RFC 6350: `fn`, `email`. */
  readonly property: string;
}

/** A part of a record that the registry withholds (RFC 9537 section 4.2). */
export interface RedactedField {
  /** `Registrant Name` */
  readonly name: string;
  /** `removal`, `emptyValue`, `partialValue` or `replacementValue`. */
  readonly method: string;
  readonly reason: string | null;
}

const PATH = z.string().max(1000).nullable().catch(null);
const NAMED = z.object({ type: lenientText, description: lenientText })
  .catch({ type: null, description: null });
const REDACTIONS = lenientList(
  z.object({
    name: NAMED,
    method: lenientText,
    reason: NAMED,
    prePath: PATH,
    postPath: PATH,
    replacementPath: PATH,
  }).transform(({ prePath, postPath, replacementPath, ...item }) => ({
    ...item,
    paths: [prePath, postPath, replacementPath].filter((path) => path !== null),
  })),
);

/**
 * Parses the `redacted` member (RFC 9537). Of paths, reads only the JSONPath
 * expressions that the RFC itself uses for contacts.
 */
export function parseRedactions(value: unknown) {
  const redactions = REDACTIONS.parse(value);
  const roles = redactions.flatMap(({ name, paths }) => [
    ...[name.type, name.description].map(roleOfName),
    ...paths.map(roleOfPath),
  ]);
  return {
    /** Properties of contacts that are removed, emptied or replaced. */
    properties: redactions.flatMap(({ paths }) =>
      paths.flatMap((path) => redactionOf(path) ?? [])
    ),
    /**
     * The roles of which data is withheld. The redaction can cover one property or the
     * whole contact, and a server that cannot give a path gives only a name.
     */
    roles: new Set(roles.filter((role) => role !== null)),
    /** What is withheld, in the registry's words. */
    fields: redactions.flatMap(({ name, method, reason }): RedactedField[] => {
      const field = name.description ?? name.type;
      return field === null ? [] : [{
        name: field,
        method: method ?? "removal",
        reason: reason.description ?? reason.type,
      }];
    }),
  };
}

/** `$.entities[?(@.roles[0]=='registrant')].vcardArray[1][?(@[0]=='fn')][3]` */
function redactionOf(path: string): Redaction | null {
  const [entity, card] = path.split("vcardArray");
  const property = card && /@\[0\]\s*==\s*['"]([\w-]+)['"]/.exec(card)?.[1];
  if (!property) return null;
  // The innermost entity comes last.
  const roles = entity.match(/['"][a-z ]+['"]/g) ?? [];
  const role = roles.at(-1)?.slice(1, -1) ?? null;
  return { role, property: property.toLowerCase() };
}

/**
 * Roles as named in RFC 9083, and the prefixes of their field names:
 * `Registrant Name`, `Registry Tech ID`.
 */
const FIELDS: readonly (readonly [role: string, field: RegExp])[] = [
  ["registrant", /^(?:registry )?registrant\b/i],
  ["administrative", /^(?:registry )?admin(?:istrative)?\b/i],
  ["technical", /^(?:registry )?tech(?:nical)?\b/i],
  ["billing", /^(?:registry )?billing\b/i],
];

function roleOfName(name: string | null): string | null {
  if (name === null) return null;
  return FIELDS.find(([, field]) => field.test(name))?.[0] ?? null;
}

/** `$.entities[?(@.roles[0]=='registrant')].vcardArray…` */
function roleOfPath(path: string): string | null {
  const [entity] = path.split("vcardArray");
  // The innermost entity comes last.
  const role = entity.match(/['"][a-z]+['"]/gi)?.at(-1)?.slice(1, -1)
    .toLowerCase();
  return FIELDS.find(([known]) => known === role)?.[0] ?? null;
}
