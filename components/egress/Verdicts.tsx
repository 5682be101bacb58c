import { verdicts } from "../../lib/egress/view/verdicts.ts";
import type { ReportProps } from "./props.ts";
import { readiness } from "../../lib/egress/view/readiness.ts";
import { fill } from "../../lib/i18n/language.ts";

/** The verdicts in words, so that none depends on color alone. */
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

const TONES = {
  good: "good",
  slow: "warn",
  bad: "bad",
  untested: "info",
} as const;

/** IPv6 readiness: a score, and a sentence for each test. */
export function Readiness({ report, texts }: ReportProps) {
  const said = texts.readiness;
  const { score, tests, preferred } = readiness(report, texts);
  return (
    <div class="readiness">
      <p class="score">
        <strong>{score ?? "–"}</strong> <span>{said.ofTen}</span>
        <span class="score-preferred">
          {preferred === null
            ? said.prefersUnknown
            : fill(said.prefers, { family: preferred })}
        </span>
      </p>
      <ul class="verdicts">
        {tests.map(({ name, label, verdict, sentence }) => (
          <li key={name} class={`tone tone-${TONES[verdict]}`}>
            <strong>{said.words[verdict]}</strong>{" "}
            <span>
              <b>{fill(said.label, { label })}</b>
              {texts.phrases.space + sentence}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
