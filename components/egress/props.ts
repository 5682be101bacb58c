import type { EgressReport } from "../../lib/shared/egress/report.ts";
import type { EgressTexts } from "../../lib/shared/texts/egress.ts";

/** What each part of the egress page shows, and in which words. */
export interface ReportProps {
  report: EgressReport;
  texts: EgressTexts;
}
