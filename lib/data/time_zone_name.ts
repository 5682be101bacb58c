import { BoundedMap } from "./bounded_map.ts";
import { cleanText } from "./clean_text.ts";

/** Texts in a generation; there are some 600 zones. Bounded because others send them. */
const MAX_KEPT = 1_024;

/** Looking a zone up is slow. Null is what is none. */
const known = new BoundedMap<string, string | null>(MAX_KEPT);

/**
 * The name of a time zone as IANA writes it, by text in any case; undefined
 * for what is none, bare offsets among it. A name that has got a newer one
 * stays as it is, and so does the newer one.
 */
export function timeZoneName(value: unknown): string | undefined {
  const text = cleanText(value);
  if (!text) return undefined;
  let name = known.get(text);
  if (name === undefined) {
    name = nameOf(text);
    known.set(text, name);
  }
  return name ?? undefined;
}

function nameOf(text: string): string | null {
  if (!/^[a-z]/i.test(text)) return null;
  try {
    // Not by Intl, which gives the oldest name of a zone: Asia/Calcutta.
    return new Temporal.ZonedDateTime(0n, text).timeZoneId;
  } catch {
    return null;
  }
}
