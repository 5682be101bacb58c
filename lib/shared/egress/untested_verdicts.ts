import type { EgressTexts } from "../texts/egress.ts";
import { fill } from "../texts/fill.ts";
import { listText } from "./address_text.ts";
import type { EgressReport } from "./report.ts";
import { candidateRows, exitRows, siteRows } from "./rows.ts";
import type { Verdict } from "./verdict.ts";

/** What could not be tested, a sentence for each reason. */
export function untestedVerdicts(
  report: EgressReport,
  texts: EgressTexts,
): Verdict[] {
  const { untested, reasons, byStun } = texts.verdicts;
  const rows = [exitRows, siteRows, candidateRows]
    .flatMap((rowsOf) => rowsOf(report, texts));
  return Object.entries(reasons).flatMap(([state, reason]): Verdict[] => {
    const labels = rows.filter((row) => row.state === state)
      .map(({ label }) => label);
    if (state === "not_configured" && report.isWithoutStun) {
      labels.push(byStun);
    }
    if (labels.length === 0) return [];
    const probes = listText(labels, texts);
    return [{ tone: "info", sentence: fill(untested, { reason, probes }) }];
  });
}
