import type { EgressReport } from "../../lib/shared/egress/report.ts";
import { exitRows } from "../../lib/shared/egress/rows.ts";
import { ProbeTable } from "./ProbeTable.tsx";
import { useEgressTexts } from "./texts.ts";

/** Where traffic and the questions of the resolvers leave. */
export function ExitTable({ report }: { report: EgressReport }) {
  const texts = useEgressTexts();
  const { columns, noExits } = texts.rows;
  return (
    <ProbeTable
      caption={texts.titles.exits}
      what={columns.probe}
      rows={exitRows(report, texts)}
      empty={noExits}
    />
  );
}
