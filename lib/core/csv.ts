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

/**
 * A cell; an apostrophe makes a spreadsheet take a formula as text. Control
 * characters, which can steer a terminal, are escaped as in zone files (RFC 1035
 * section 5.1), one octet of UTF-8 after the other.
 */
export function csvCell(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const visible = cell.replace(
    CONTROLS,
    (control) =>
      [...new TextEncoder().encode(control)]
        .map((octet) => `\\${String(octet).padStart(3, "0")}`).join(""),
  );
  const text = FORMULA.test(visible) ? `'${visible}` : visible;
  return /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
