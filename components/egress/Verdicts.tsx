import type { EgressReport } from "../../lib/shared/egress/report.ts";
import { type Verdict, verdicts } from "../../lib/shared/egress/verdicts.ts";

/** What does not rest on a colour alone. */
const TONES: Readonly<Record<Verdict["tone"], string>> = {
  bad: "Leak",
  warn: "Check",
  good: "Good",
  info: "Note",
};

/** What the report means, in words. */
export function Verdicts({ report }: { report: EgressReport }) {
  const said = verdicts(report);
  if (said.length === 0) {
    return (
      <p class="empty">
        {report.startedAtMs === null
          ? "Nothing has been tested yet."
          : "No verdict yet."}
      </p>
    );
  }
  return (
    <ul class="verdicts">
      {said.map(({ tone, sentence }) => (
        <li key={sentence} class={`tone tone-${tone}`}>
          <strong>{TONES[tone]}</strong> <span>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
