import * as z from "zod";
import { isSafeToDisplay } from "../../core/text.ts";

/** Longer texts are not names. */
const MAX_TEXT = 1000;

/**
 * One line of text. Null for other types, for empty text and for text that
 * could pass for another.
 */
export const lenientText = z.string().max(MAX_TEXT)
  .transform((text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim())
  .transform((text) => text && isSafeToDisplay(text) ? text : null)
  .nullable().catch(null);

/**
 * A URL that is safe to show as a link: HTTP or HTTPS, with nothing before the
 * host that could pass for another host.
 */
export const webUrl = z.url({ protocol: /^https?$/, normalize: true })
  .refine((text) => {
    // Also called for a text that is not a URL.
    const url = URL.parse(text);
    return url?.username === "" && url.password === "";
  });

/** Small items in a response can still be expensive to process. */
const MAX_ITEMS = 1000;

/**
 * A list of valid items. Drops invalid ones, and those after the first
 * thousand. Anything but a list becomes an empty list.
 */
export function lenientList<T>(item: z.ZodType<T>) {
  return z.array(z.unknown()).catch([]).transform((items) =>
    items.slice(0, MAX_ITEMS).flatMap((value) => {
      const { success, data } = item.safeParse(value);
      return success ? [data] : [];
    })
  );
}

/** A list of texts, without empty ones. */
export const lenientTexts = lenientList(lenientText)
  .transform((texts) => texts.filter((text) => text !== null));

/**
 * What servers and registrars write in place of a withheld value. Anchored if the
 * words also occur in real names.
 */
const WITHHELD =
  /\bredacted\b|\bwithheld (?:for|due)\b|^(?:gdpr masked|masked|data protected|statutory masking enabled|not disclosed|non-public data|private person|hidden upon user request|please query\b.*|\*+)$/i;

/** The same of a value of which nobody knows whether there is one. */
const ABSENT = /^(?:not available|n\/?a|none|null|-+|\.+)$/i;

/** Whether a text says that the value is withheld. */
export function isRedacted(text: string): boolean {
  return WITHHELD.test(text);
}

/** Whether a text stands for a value that is withheld or missing. */
export function isPlaceholder(text: string): boolean {
  return WITHHELD.test(text) || ABSENT.test(text);
}

/** A property of a contact whose real value is withheld. */
export interface Redaction {
  /** The role of the contact; null means all contacts. */
  readonly role: string | null;
  /** Lower case, as in RFC 6350: `fn`, `email`. */
  readonly property: string;
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
    /**
     * What is withheld (RFC 9537 section 4.2), in the registry's words. A method is
     * `removal`, `emptyValue`, `partialValue` or `replacementValue`.
     */
    fields: redactions.flatMap(({ name, method, reason }) => {
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

/** A past or future event of a registered object (RFC 9083 section 4.5). */
export interface RegistryEvent {
  /** Lower case: `registration`, `last changed`, `expiration` and the like. */
  readonly action: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

const DATE =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

const action = lenientText.pipe(z.string()).transform((text) =>
  text.toLowerCase()
);
const EVENTS = lenientList(
  z.object({ eventAction: action, eventDate: z.string() })
    .transform(({ eventAction, eventDate }, context) => {
      const at = timeOf(eventDate);
      if (at !== null) return { action: eventAction, at };
      context.addIssue("no time");
      return z.NEVER;
    }),
);

/** Parses the `events` member and keeps its order. Drops malformed events. */
export function parseEvents(value: unknown): RegistryEvent[] {
  return EVENTS.parse(value);
}

/** A registry's time as ISO 8601 in UTC; null if it is malformed. */
export function timeOf(text: string): string | null {
  const match = DATE.exec(text.trim());
  const hasTime = match !== null && match[0].length > 10;
  // A time without a zone is UTC, not this machine's zone.
  const at = new Date(match?.[0] + (hasTime && !match[1] ? "Z" : ""));
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
