import type { EgressTexts } from "../texts/egress.ts";
import { fill } from "../texts/fill.ts";
import { addressText, countryOf } from "./address_text.ts";
import { distance, exitOf, isCovered } from "./known_exits.ts";
import type { EgressReport, Exit, Probe } from "./report.ts";
import { apart, type Verdict } from "./verdict.ts";

const failed = ({ state }: Probe<unknown>) =>
  state === "none" || state === "timed_out";

/** Whether both families leave, and through the same country and network. */
export function familyVerdicts(
  report: EgressReport,
  texts: EgressTexts,
): Verdict[] {
  const { families } = texts.verdicts;
  const v4 = exitOf(report, 4);
  const v6 = exitOf(report, 6);
  if (v4 && v6) return [compared(report, v4, v6, texts)];
  const [v4Failed, v6Failed] = [report.exits.v4, report.exits.v6].map(failed);
  if (v4 && v6Failed) return [{ tone: "info", sentence: families.v4Alone }];
  if (v6 && v4Failed) return [{ tone: "info", sentence: families.v6Alone }];
  if (v4Failed && v6Failed) {
    return [{ tone: "warn", sentence: families.neither }];
  }
  return [];
}

function compared(
  report: EgressReport,
  v4: Exit,
  v6: Exit,
  texts: EgressTexts,
): Verdict {
  const { families } = texts.verdicts;
  const apartBy = distance(report.places[v4.ip], report.places[v6.ip]);
  const country = countryOf(report, v4.ip, texts);
  switch (apartBy) {
    case "unknown":
      return { tone: "info", sentence: families.both };
    case "same":
      return {
        tone: "good",
        sentence: country ? fill(families.sameIn, { country }) : families.same,
      };
  }
  // A VPN that carries the one family and forgets the other.
  const isSplit = isCovered(report, v4.ip) !== isCovered(report, v6.ip);
  const sentence = fill(families[apartBy], {
    country4: country,
    country6: countryOf(report, v6.ip, texts),
    exit4: addressText(report, v4.ip, texts),
    exit6: addressText(report, v6.ip, texts),
  });
  const { split } = families;
  return apart(apartBy, isSplit, { sentence, split }, texts);
}
