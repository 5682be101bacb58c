import * as z from "zod";
import { lenientList, lenientText } from "./lenient.ts";

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
