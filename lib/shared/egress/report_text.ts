import { timeText } from "../time_text.ts";
import { readiness } from "./readiness.ts";
import type { EgressReport } from "./report.ts";
import { candidateRows, exitRows, type ProbeRow, siteRows } from "./rows.ts";
import { verdicts } from "./verdicts.ts";

/** A report as lines of plain text, to be pasted into a message. */
export function reportText(report: EgressReport): string {
  const { startedAtMs } = report;
  const began = startedAtMs === null ? "not started" : timeText(startedAtMs);
  const sites = siteRows(report);
  const parts = [
    [`Egress report, ${began}`],
    ["Exits and resolvers", ...exitRows(report).map(rowText)],
    ...(sites.length > 0 ? [["Sites", ...sites.map(rowText)]] : []),
    ["WebRTC candidates", ...candidateRows(report).map(rowText)],
    readinessLines(report),
  ];
  const said = verdicts(report).map(({ sentence }) => `- ${sentence}`);
  if (said.length > 0) parts.push(["Verdict", ...said]);
  return parts.map((lines) => lines.join("\n")).join("\n\n") + "\n";
}

function rowText(
  { label, detail, state, stateText, address, place, network, time }: ProbeRow,
): string {
  const heading = detail === "" ? label : `${label} (${detail})`;
  const found = address !== null && stateText === "found"
    ? [address]
    : [address, stateText];
  const facts = [...found, place, network, state === "idle" ? null : time];
  return `- ${heading}: ${facts.filter((fact) => fact).join(", ")}`;
}

function readinessLines(report: EgressReport): string[] {
  const { score, preferred, tests } = readiness(report);
  const scored = score === null ? "not scored" : `${score} of 10`;
  const chosen = preferred === null
    ? ""
    : `; the browser prefers IPv${preferred}`;
  return [
    `IPv6 readiness: ${scored}${chosen}`,
    ...tests.map(({ label, verdict, sentence }) =>
      `- ${label}: ${verdict}. ${sentence}`
    ),
  ];
}
