import type { EgressReport } from "../../lib/shared/egress/report.ts";
import { siteRows } from "../../lib/shared/egress/rows.ts";
import { ProbeTable } from "./ProbeTable.tsx";

/** How the sites of the operator's choice are reached. */
export function SiteTable({ report }: { report: EgressReport }) {
  return (
    <ProbeTable
      caption="Sites"
      what="Site"
      rows={siteRows(report)}
      empty="No sites: the operator of this service has chosen none."
    />
  );
}
