import { exitRows } from "../../lib/shared/egress/rows.ts";
import { ProbeTable } from "./ProbeTable.tsx";
import type { ReportProps } from "./props.ts";

/** Where traffic and the questions of the resolvers leave. */
export function ExitTable({ report, texts }: ReportProps) {
  const { columns, noExits } = texts.rows;
  return (
    <ProbeTable
      caption={texts.titles.exits}
      what={columns.probe}
      rows={exitRows(report, texts)}
      texts={texts}
      empty={noExits}
    />
  );
}
