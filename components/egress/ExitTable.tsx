import type { EgressReport } from "../../lib/shared/egress/report.ts";
import { exitRows } from "../../lib/shared/egress/rows.ts";
import { ProbeTable } from "./ProbeTable.tsx";

/** Where traffic and the questions of the resolvers leave. */
export function ExitTable({ report }: { report: EgressReport }) {
  return (
    <ProbeTable
      caption="Exits and resolvers"
      what="Probe"
      rows={exitRows(report)}
      empty="There is nothing to probe."
    />
  );
}
