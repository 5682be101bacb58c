import * as z from "zod";
import {
  lenientList,
  lenientText,
  lenientTexts,
  parseEvents,
  parseRedactions,
  webUrl,
} from "./lenient.ts";
import { parseEntities } from "./rdap_entity.ts";
import { RegistryError } from "./registry_error.ts";

const link = z.object({
  rel: lenientText,
  /** HTTP or HTTPS. The registry chooses it, so don't trust where it leads. */
  href: webUrl,
  type: lenientText,
});
export const lowerText = lenientText.transform((text) =>
  text?.toLowerCase() ?? null
);
/** A longer list of paragraphs is a contract. */
const MAX_PARAGRAPHS = 20;
const MAX_NOTICES = 20;
/** A text of the registry, with its paragraphs (RFC 9083 section 4.3). */
const notice = z.object({
  title: lenientText,
  description: z.union([
    z.string().transform((text) => lenientTexts.parse([text])),
    lenientTexts,
  ]),
}).transform(({ title, description }) => ({
  title,
  text: description.slice(0, MAX_PARAGRAPHS),
}));

/** The members of every class of object. */
export const registered = {
  handle: lenientText,
  status: lenientTexts,
  events: z.unknown().optional(),
  entities: z.unknown().optional(),
  redacted: z.unknown().optional(),
  /** Host name of the whois server. */
  port43: lowerText,
  links: lenientList(link),
  /** What the registry says about the object, and about its response. */
  remarks: lenientList(notice),
  notices: lenientList(notice),
};

/**
 * Parses an object of a registry.
 *
 * @throws {RegistryError} `malformed` for an object of another class
 */
export function parsed<T>(schema: z.ZodType<T>, json: unknown): T {
  const { success, data, error } = schema.safeParse(json);
  if (!success) throw new RegistryError("malformed", { cause: error });
  return data;
}

type Raw = z.infer<z.ZodObject<typeof registered>>;

/**
 * Members common to all registered objects (RFC 9083 section 4); null if the
 * registry does not give a value.
 */
export type Registered = Readonly<ReturnType<typeof common>>;

export function common(raw: Raw) {
  const { handle, status, port43, links, remarks, notices } = raw;
  const timeline = parseEvents(raw.events);
  const redactions = parseRedactions(raw.redacted);
  const timeOf = (wanted: string) =>
    timeline.find(({ action }) => action === wanted)?.at ?? null;
  return {
    handle,
    status,
    /** ISO 8601 times in UTC. */
    events: {
      registration: timeOf("registration"),
      lastChanged: timeOf("last changed"),
      expiration: timeOf("expiration"),
    },
    /** All events, in the order of the registry. */
    timeline,
    entities: parseEntities(raw.entities, redactions.properties),
    redactions,
    port43,
    links,
    remarks: remarks.slice(0, MAX_NOTICES),
    notices: notices.slice(0, MAX_NOTICES),
  };
}
