import type { EgressTexts } from "../texts/egress.ts";
import { fill } from "../texts/fill.ts";
import { addressText } from "./address_text.ts";
import { exitOf, isKnownExit } from "./known_exits.ts";
import type { EgressReport } from "./report.ts";
import type { Verdict } from "./verdict.ts";

/** Whether a site is reached another way than this service: a rule of a proxy, a tunnel that is split. */
export function siteVerdicts(
  report: EgressReport,
  texts: EgressTexts,
): Verdict[] {
  return report.sites.flatMap(({ url, probe }): Verdict[] => {
    const exit = probe.value?.exit;
    if (!exit || !exitOf(report, exit.family)) return [];
    if (isKnownExit(report, exit.ip)) return [];
    return [{
      tone: "warn",
      sentence: fill(texts.verdicts.site, {
        site: new URL(url).host,
        address: addressText(report, exit.ip, texts),
      }),
    }];
  });
}
