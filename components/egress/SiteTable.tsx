import type { EgressReport } from "../../lib/shared/egress/report.ts";
import { siteRows } from "../../lib/shared/egress/rows.ts";
import { ProbeTable } from "./ProbeTable.tsx";
import { useEgressTexts } from "./texts.ts";

/** How the sites of the operator's choice are reached. */
export function SiteTable({ report }: { report: EgressReport }) {
  const texts = useEgressTexts();
  const { columns, noSites } = texts.rows;
  return (
    <ProbeTable
      caption={texts.titles.sites}
      what={columns.site}
      rows={siteRows(report, texts)}
      empty={noSites}
    />
  );
}
