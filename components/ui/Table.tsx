import type { ComponentChildren } from "preact";

interface TableProps<Row> {
  /** The table's name for screen readers. */
  caption: string;
  columns: Readonly<Record<string, (row: Row) => ComponentChildren>>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Shown if there are no rows. */
  empty: string;
}

/**
 * A table, which becomes a list of cards on phones. It has explicit roles,
 * because browsers drop them from a table with block layout.
 */
export function Table<Row>(
  { caption, columns, rows, keyOf, empty }: TableProps<Row>,
) {
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  const named = Object.entries(columns);
  return (
    <table class="table" role="table" aria-label={caption}>
      <thead role="rowgroup">
        <tr role="row">
          {named.map(([name]) => (
            <th key={name} role="columnheader" scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {named.map(([name, cellOf]) => (
              <td key={name} role="cell" data-label={name}>{cellOf(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
