import { BoundedMap } from "../../core/cache.ts";
import { cleanText } from "../../core/text.ts";

/** Entries per cache generation; there are about 600 zones. Bounded because remote sources choose the texts. */
const MAX_CACHED = 1_024;

/** Zone lookups are slow. Null for text that is not a zone. */
const zoneNameCache = new BoundedMap<string, string | null>(MAX_CACHED);

/**
 * A time zone name in IANA's spelling, from text in any case; undefined for
 * anything else, including UTC offsets. Former names are not replaced by current
 * ones.
 */
export function timeZoneName(value: unknown): string | undefined {
  const text = cleanText(value);
  if (!text) return undefined;
  let name = zoneNameCache.get(text);
  if (name === undefined) {
    name = nameOf(text);
    zoneNameCache.set(text, name);
  }
  return name ?? undefined;
}

function nameOf(text: string): string | null {
  if (!/^[a-z]/i.test(text)) return null;
  try {
    // Intl would return the oldest name of a zone: Asia/Calcutta.
    return new Temporal.ZonedDateTime(0n, text).timeZoneId;
  } catch {
    return null;
  }
}
