import { siteRows } from "../../lib/shared/egress/rows.ts";
import { ProbeTable } from "./ProbeTable.tsx";
import type { ReportProps } from "./props.ts";

/** How the sites of the operator's choice are reached. */
export function SiteTable({ report, texts }: ReportProps) {
  const { columns, noSites } = texts.rows;
  return (
    <ProbeTable
      caption={texts.titles.sites}
      what={columns.site}
      rows={siteRows(report, texts)}
      texts={texts}
      empty={noSites}
    />
  );
}
