import type { ComponentChildren } from "preact";

interface TableProps<Row> {
  /** What the table lists, for those who do not see it. */
  caption: string;
  columns: Readonly<Record<string, (row: Row) => ComponentChildren>>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Said where there is no row. */
  empty: string;
}

/**
 * Rows under named columns; on a phone each row is a card. The roles are
 * written out because browsers drop them where a table is laid out as blocks.
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
