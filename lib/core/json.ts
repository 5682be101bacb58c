/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const UNESCAPED_CONTROLS = /[\x7f-\x9f]/g;

/**
 * Serializes to JSON. RFC 8259 lets DEL and the C1 controls stand as they are, but
 * a terminal obeys them, and the owner of a zone can put them into a TXT record.
 */
export function jsonText(value: unknown): string {
  return escapeIn(JSON.stringify(value), UNESCAPED_CONTROLS);
}

/** JSON with characters of its strings as `\u009b`. */
export function escapeIn(json: string, characters: RegExp): string {
  return json.replace(
    characters,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Whether a value is an object or an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
