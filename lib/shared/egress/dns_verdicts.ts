import type { EgressTexts } from "../texts/egress.ts";
import { fill } from "../texts/fill.ts";
import { addressText, listText } from "./address_text.ts";
import { distanceFromExits, isCovered, knownExits } from "./known_exits.ts";
import type { EgressReport } from "./report.ts";
import { apart, type Verdict } from "./verdict.ts";

/** Whether the questions of the resolvers leave through where the traffic leaves. */
export function dnsVerdicts(
  report: EgressReport,
  texts: EgressTexts,
): Verdict[] {
  const { dns } = texts.verdicts;
  const { state, value = [] } = report.resolvers;
  if (state !== "found" || value.length === 0) return [];
  const exits = knownExits(report);
  if (exits.length === 0) return [];
  const ips = [...new Set(value.map(({ ip }) => ip))];
  // Traffic through a VPN, questions through the provider at home.
  const isTunnel = exits.every(({ ip }) => isCovered(report, ip));

  const verdicts: Verdict[] = [];
  for (const distance of ["country", "network"] as const) {
    const there = ips.filter((ip) =>
      distanceFromExits(report, ip) === distance
    );
    if (there.length === 0) continue;
    const isSplit = isTunnel && there.some((ip) => !isCovered(report, ip));
    const resolvers = told(report, there, texts);
    const sentence = fill(dns[distance], { resolvers });
    const { split } = dns;
    verdicts.push(apart(distance, isSplit, { sentence, split }, texts));
  }
  if (ips.every((ip) => distanceFromExits(report, ip) === "same")) {
    verdicts.push({ tone: "good", sentence: dns.same });
  }
  return verdicts;
}

/** So many are named; the table has them all. */
const NAMED = 3;

function told(
  report: EgressReport,
  ips: readonly string[],
  texts: EgressTexts,
): string {
  const named = ips.slice(0, NAMED).map((ip) => addressText(report, ip, texts));
  const count = ips.length - named.length;
  if (count > 0) named.push(fill(texts.verdicts.dns.more, { count }));
  return listText(named, texts);
}
