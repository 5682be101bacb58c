import { z } from "zod";
import { lenientList } from "./lenient.ts";

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
export function isStandIn(text: string): boolean {
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
