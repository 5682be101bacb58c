import { listText } from "./address_text.ts";
import type { EgressReport } from "./report.ts";
import { candidateRows, exitRows, siteRows } from "./rows.ts";
import { UNTESTED_REASONS } from "./untested_reasons.ts";
import type { Verdict } from "./verdict.ts";

/** What could not be tested, a sentence for each reason. */
export function untestedVerdicts(report: EgressReport): Verdict[] {
  const rows = [exitRows, siteRows, candidateRows]
    .flatMap((rowsOf) => rowsOf(report));
  const reasons = Object.entries(UNTESTED_REASONS);
  return reasons.flatMap(([state, reason]): Verdict[] => {
    const labels = rows.filter((row) => row.state === state)
      .map(({ label }) => label);
    if (state === "not_configured" && report.isWithoutStun) {
      labels.push("WebRTC by STUN");
    }
    if (labels.length === 0) return [];
    return [{
      tone: "info",
      sentence: `Not tested, as ${reason}: ${listText(labels)}.`,
    }];
  });
}
