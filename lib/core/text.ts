const MAX_LENGTH = 200;

/**
 * Bidirectional controls, with which one name can be displayed as another, line
 * separators, and invisible characters. The joiners U+200C and U+200D stay
 * allowed: some scripts need them.
 */
const DECEPTIVE_CHARACTERS =
  /[\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/u;

/** Trimmed text for display; undefined if it is empty, longer than 200 characters, not well-formed or not a string. */
export function cleanText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (!text || text.length > MAX_LENGTH || /\p{Cc}/u.test(text)) {
    return undefined;
  }
  return isSafeToDisplay(text) ? text : undefined;
}

/** Whether text is well-formed and free of characters that deceive readers. */
export function isSafeToDisplay(text: string): boolean {
  return !DECEPTIVE_CHARACTERS.test(text) && text.isWellFormed();
}

/**
 * Invisible characters, line separators and bidirectional controls. A TXT
 * record may contain anything.
 */
const INVISIBLE_CHARACTERS =
  /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]/gu;

/** Untrusted text with its invisible characters escaped, as `\u{202e}`. */
export function escapeInvisible(text: string): string {
  return text.replace(
    INVISIBLE_CHARACTERS,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** Random bytes as base64url: 16 become 22 characters, 32 become 43. */
export function randomBase64Url(
  randomBytes: (byteLength: number) => Uint8Array,
  byteLength: number,
): string {
  return randomBytes(byteLength).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

const BYTE_UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** A number of bytes in decimal units: "17 bytes", "1.2 MB". */
export function byteText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // From 999.95 the smaller unit would be printed as 1000.0.
  while (size >= (unit === 0 ? 1000 : 999.95) && unit < BYTE_UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${BYTE_UNITS[unit]}`;
}

/** A whole number with commas: "1,200". */
export function countText(count: number): string {
  return count.toLocaleString("en-US");
}

/** The value of a cell; null is empty. */
export type Cell = string | number | boolean | null;

/** A line of CSV (RFC 4180). */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * What a spreadsheet could run as a formula. Owners of zones choose names and
 * texts, and `=HYPERLINK(…)` would run on the computer of whoever opens the file
 * (OWASP, "CSV Injection").
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

// deno-lint-ignore no-control-regex
const CONTROLS = /[\0-\x1f\x7f-\x9f]/g;

/** Letters, digits and what joins them, which needs none of this. */
const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N} ./\-]*[\p{L}\p{N}])?$/u;

/**
 * A cell; an apostrophe makes a spreadsheet take a formula as text. Control
 * characters, which can steer a terminal, are escaped as in zone files (RFC 1035
 * section 5.1), one octet of UTF-8 after the other.
 */
export function csvCell(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  if (PLAIN.test(cell)) return cell;
  const visible = cell.replace(
    CONTROLS,
    (control) =>
      [...new TextEncoder().encode(control)]
        .map((octet) => `\\${String(octet).padStart(3, "0")}`).join(""),
  );
  const text = FORMULA.test(visible) ? `'${visible}` : visible;
  return /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
