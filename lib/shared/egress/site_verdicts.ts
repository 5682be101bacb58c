import { addressText } from "./address_text.ts";
import { exitOf, isKnownExit } from "./known_exits.ts";
import type { EgressReport } from "./report.ts";
import type { Verdict } from "./verdict.ts";

/** Whether a site is reached another way than this service: a rule of a proxy, a tunnel that is split. */
export function siteVerdicts(report: EgressReport): Verdict[] {
  return report.sites.flatMap(({ url, probe }): Verdict[] => {
    const exit = probe.value?.exit;
    if (!exit || !exitOf(report, exit.family)) return [];
    if (isKnownExit(report, exit.ip)) return [];
    return [{
      tone: "warn",
      sentence: `${new URL(url).host} saw another address than this service: ${
        addressText(report, exit.ip)
      }.`,
    }];
  });
}
