import { z } from "zod";
import { isSafeToDisplay } from "../../core/text.ts";

/** Longer texts are no names of anything. */
const MAX_TEXT = 1000;

/** One line of text; null for anything else, for what is empty and for what is not what it looks like. */
export const lenientText = z.string().max(MAX_TEXT)
  .transform((text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim())
  .transform((text) => text && isSafeToDisplay(text) ? text : null)
  .nullable().catch(null);

/** A URL to show as a link: HTTP or HTTPS, and with nothing before the host that reads as another host. */
export const webUrl = z.url({ protocol: /^https?$/, normalize: true })
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === "" && password === "";
  });

/** No record has more of anything; what is small in the answer is not small to work through. */
const MAX_ITEMS = 1000;

/** A list of what fits; items that do not are dropped, and those behind the first thousand. No list is an empty one. */
export function lenientList<T>(item: z.ZodType<T>) {
  return z.array(z.unknown()).catch([]).transform((items) =>
    items.slice(0, MAX_ITEMS).flatMap((value) => {
      const { success, data } = item.safeParse(value);
      return success ? [data] : [];
    })
  );
}

/** A list of the texts that are not empty. */
export const lenientTexts = lenientList(lenientText)
  .transform((texts) => texts.filter((text) => text !== null));

/** A property of a contact that does not hold its real value. */
export interface Redaction {
  /** Whose contact; null means everybody's. */
  readonly role: string | null;
  /** Lower case, as in RFC 6350: `fn`, `email`. */
  readonly property: string;
}

const PATH = z.string().max(1000).nullable().catch(null);
const REDACTIONS = lenientList(
  z.object({ prePath: PATH, postPath: PATH, replacementPath: PATH }),
);

/**
 * What servers and registrars write in place of a value. Anchored where the
 * words alone are part of real names.
 */
const STAND_IN =
  /\bredacted\b|\bwithheld (?:for|due)\b|^(?:gdpr masked|masked|data protected|statutory masking enabled|not disclosed|not available|non-public data|private person|hidden upon user request|please query\b.*|n\/?a|none|null|-+|\*+|\.+)$/i;

/** Whether a text stands for a value that is not shown. */
export function isRedactionPlaceholder(text: string): boolean {
  return STAND_IN.test(text);
}

/**
 * Reads the `redacted` member (RFC 9537): properties of contacts that are gone,
 * emptied or replaced. Of its JSONPath expressions those are understood that
 * the RFC itself uses for contacts, and others are passed over.
 */
export function parseRedactions(value: unknown): Redaction[] {
  return REDACTIONS.parse(value)
    .flatMap(({ prePath, postPath, replacementPath }) =>
      [prePath, postPath, replacementPath].flatMap((path) =>
        path === null ? [] : redactionOf(path) ?? []
      )
    );
}

/** `$.entities[?(@.roles[0]=='registrant')].vcardArray[1][?(@[0]=='fn')][3]` */
function redactionOf(path: string): Redaction | null {
  const [entity, card] = path.split("vcardArray");
  const property = card && /@\[0\]\s*==\s*['"]([\w-]+)['"]/.exec(card)?.[1];
  if (!property) return null;
  // A nested entity is named last.
  const roles = entity.match(/['"][a-z ]+['"]/g) ?? [];
  const role = roles.at(-1)?.slice(1, -1) ?? null;
  return { role, property: property.toLowerCase() };
}
