import type { EgressReport } from "../../lib/egress/view/report.ts";
import type { EgressTexts } from "../../lib/egress/view/texts.ts";

/** The report and the texts, for each part of the egress page. */
export interface ReportProps {
  report: EgressReport;
  texts: EgressTexts;
}
