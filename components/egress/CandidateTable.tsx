import { candidateRows } from "../../lib/shared/egress/rows.ts";
import { ProbeTable } from "./ProbeTable.tsx";
import type { ReportProps } from "./props.ts";

/** What WebRTC tells a site about this machine. */
export function CandidateTable({ report, texts }: ReportProps) {
  const { columns, noCandidates } = texts.rows;
  return (
    <ProbeTable
      caption={texts.titles.candidates}
      what={columns.candidate}
      rows={candidateRows(report, texts)}
      texts={texts}
      empty={noCandidates}
    />
  );
}
