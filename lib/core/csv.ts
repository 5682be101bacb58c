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
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A cell; an apostrophe makes a spreadsheet take a formula as text. */
export function csvCell(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
