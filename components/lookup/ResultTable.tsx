import type { LookupCell, LookupTable } from "../../lib/shared/lookup_view.ts";
import { Table } from "../Table.tsx";

type Row = readonly LookupCell[];

/** One table of a result. */
export function ResultTable({ table }: { table: LookupTable }) {
  const { caption, columns, rows, empty } = table;
  const numbered = rows.map((cells, index) => ({ cells, index }));
  return (
    <Table
      caption={caption}
      columns={Object.fromEntries(
        columns.map((name, i) => [
          name,
          ({ cells }: { cells: Row }) => shown(cells[i]),
        ]),
      )}
      rows={numbered}
      keyOf={({ index }) => String(index)}
      empty={empty}
    />
  );
}

function shown(cell: LookupCell) {
  return typeof cell === "string"
    ? cell
    : <code class="copyable">{cell.copy}</code>;
}
