import type { EgressReport } from "../../lib/egress/view/report.ts";
import type { EgressTexts } from "../../lib/egress/view/texts.ts";

/** What each part of the egress page shows, and in which words. */
export interface ReportProps {
  report: EgressReport;
  texts: EgressTexts;
}
