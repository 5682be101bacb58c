import type { DatabaseSync, SQLInputValue } from "node:sqlite";

/** A call into SQLite costs about as much as the row it inserts. */
const ROWS_PER_CALL = 32;

/**
 * Prepares an INSERT of any number of rows.
 *
 * @param into what stands before VALUES
 * @param columns values of a row
 * @param onConflict what stands behind them
 * @returns takes the values of all rows, one row after the other
 */
export function bulkInsert(
  db: DatabaseSync,
  into: string,
  columns: number,
  onConflict = "",
): (values: readonly SQLInputValue[]) => void {
  const row = `(${Array(columns).fill("?").join(", ")})`;
  const insert = (rows: number) =>
    db.prepare(
      `${into} VALUES ${Array(rows).fill(row).join(", ")} ${onConflict}`,
    );
  const many = insert(ROWS_PER_CALL);
  const one = insert(1);
  const step = ROWS_PER_CALL * columns;
  return (values) => {
    let at = 0;
    for (; at + step <= values.length; at += step) {
      many.run(...values.slice(at, at + step));
    }
    for (; at < values.length; at += columns) {
      one.run(...values.slice(at, at + columns));
    }
  };
}
