import { verdicts } from "../../lib/shared/egress/verdicts.ts";
import type { ReportProps } from "./props.ts";

/** What the report means, in words: none rests on a colour alone. */
export function Verdicts({ report, texts }: ReportProps) {
  const { tones, notStarted, none } = texts.verdicts;
  const said = verdicts(report, texts);
  if (said.length === 0) {
    return (
      <p class="empty">
        {report.startedAtMs === null ? notStarted : none}
      </p>
    );
  }
  return (
    <ul class="verdicts">
      {said.map(({ tone, sentence }) => (
        <li key={sentence} class={`tone tone-${tone}`}>
          <strong>{tones[tone]}</strong> <span>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
