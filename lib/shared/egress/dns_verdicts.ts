import { addressText, listText } from "./address_text.ts";
import {
  type Distance,
  distanceFromExits,
  isCovered,
  knownExits,
} from "./known_exits.ts";
import type { EgressReport } from "./report.ts";
import type { Verdict } from "./verdict.ts";

/** Whether the questions of the resolvers leave through where the traffic leaves. */
export function dnsVerdicts(report: EgressReport): Verdict[] {
  const { state, value = [] } = report.resolvers;
  if (state !== "found" || value.length === 0) return [];
  const exits = knownExits(report);
  if (exits.length === 0) return [];
  const resolvers = [...new Set(value.map(({ ip }) => ip))];
  const at = (distance: Distance) =>
    resolvers.filter((ip) => distanceFromExits(report, ip) === distance);

  const verdicts: Verdict[] = [];
  // Traffic through a VPN, questions through the provider at home.
  const isSplit = (ips: readonly string[]) =>
    exits.every(({ ip }) => isCovered(report, ip)) &&
    ips.some((ip) => !isCovered(report, ip));
  const around = " The names you visit seem to go around a VPN or proxy.";
  const abroad = at("country");
  if (abroad.length > 0) {
    verdicts.push({
      tone: isSplit(abroad) ? "bad" : "warn",
      sentence: `DNS leaves in another country than the traffic: ${
        told(report, abroad)
      }.${isSplit(abroad) ? around : ""}`,
    });
  }
  const elsewhere = at("network");
  if (elsewhere.length > 0) {
    verdicts.push({
      tone: isSplit(elsewhere) ? "warn" : "info",
      sentence: `DNS leaves through another network of the same country: ${
        told(report, elsewhere)
      }.${isSplit(elsewhere) ? around : ""}`,
    });
  }
  if (at("same").length === resolvers.length) {
    verdicts.push({
      tone: "good",
      sentence: "DNS leaves through the same network as the traffic.",
    });
  }
  return verdicts;
}

/** So many are named; the table has them all. */
const NAMED = 3;

function told(report: EgressReport, ips: readonly string[]): string {
  const named = ips.slice(0, NAMED).map((ip) => addressText(report, ip));
  const others = ips.length - named.length;
  return listText(others > 0 ? [...named, `${others} more`] : named);
}
