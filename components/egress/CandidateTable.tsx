import type { EgressReport } from "../../lib/shared/egress/report.ts";
import { candidateRows } from "../../lib/shared/egress/rows.ts";
import { ProbeTable } from "./ProbeTable.tsx";

/** What WebRTC tells a site about this machine. */
export function CandidateTable({ report }: { report: EgressReport }) {
  return (
    <ProbeTable
      caption="WebRTC candidates"
      what="Candidate"
      rows={candidateRows(report)}
      empty="No candidate."
    />
  );
}
