import type { EgressReport } from "../../lib/shared/egress/report.ts";
import { candidateRows } from "../../lib/shared/egress/rows.ts";
import { ProbeTable } from "./ProbeTable.tsx";
import { useEgressTexts } from "./texts.ts";

/** What WebRTC tells a site about this machine. */
export function CandidateTable({ report }: { report: EgressReport }) {
  const texts = useEgressTexts();
  const { columns, noCandidates } = texts.rows;
  return (
    <ProbeTable
      caption={texts.titles.candidates}
      what={columns.candidate}
      rows={candidateRows(report, texts)}
      empty={noCandidates}
    />
  );
}
