import type { EgressTexts } from "../texts/egress.ts";
import { dnsVerdicts } from "./dns_verdicts.ts";
import { familyVerdicts } from "./family_verdicts.ts";
import type { EgressReport } from "./report.ts";
import { siteVerdicts } from "./site_verdicts.ts";
import { untestedVerdicts } from "./untested_verdicts.ts";
import type { Verdict } from "./verdict.ts";
import { webRtcVerdicts } from "./webrtc_verdicts.ts";

export type { Verdict };

const GRAVITY: readonly Verdict["tone"][] = ["bad", "warn", "good", "info"];

/**
 * What a report means, in sentences: the gravest first, and last what could not
 * be tested and why. Nothing before the first start.
 */
export function verdicts(report: EgressReport, texts: EgressTexts): Verdict[] {
  if (report.startedAtMs === null) return [];
  const found = [
    familyVerdicts,
    dnsVerdicts,
    webRtcVerdicts,
    siteVerdicts,
  ].flatMap((say) => say(report, texts));
  found.sort((a, b) => GRAVITY.indexOf(a.tone) - GRAVITY.indexOf(b.tone));
  return [...found, ...untestedVerdicts(report, texts)];
}
